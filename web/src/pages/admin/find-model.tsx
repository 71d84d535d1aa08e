import { useState } from "react";
import type { ModelReport } from "#web/api/types.ts";
import { formatBytes, languageName } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { type Message, rich, t } from "#web/messages/translate.ts";
import { InstallModel } from "./install-model.tsx";

type Folder = ModelReport["folders"][number];
type Model = Folder["models"][number];

/** The uses of a language: the kind of its models, and what is said where no engine has it. */
const purposes = [
  { kind: "recognition", title: t("Transcription"), none: "No worker transcribes {language} now." },
  { kind: "synthesis", title: t("Speech"), none: "No worker speaks {language} now." },
] as const satisfies readonly { readonly none: Message; readonly [name: string]: string }[];

/** The better ones first: those whose weights this project has run, whose download is verified, and that are made for accuracy. */
const merits: readonly ((model: Model) => boolean)[] = [
  ({ tried }) => tried,
  ({ verifiable }) => verifiable,
  ({ tier }) => tier === "accurate",
];

/** The model to install first; undefined where none is for the language. */
const bestOf = (models: readonly Model[]): Model | undefined =>
  models.toSorted((one, other) => {
    const better = merits.find((has) => has(one) !== has(other));
    if (better === undefined) return one.languages.length - other.languages.length;
    return better(one) ? -1 : 1;
  })[0];

interface PurposeProps {
  readonly report: ModelReport;
  readonly language: string;
  readonly purpose: (typeof purposes)[number];
  readonly isPulled: (folder: Folder, model: Model) => boolean;
}

/** The models that are there, on a host where there are several. */
function presentWords(names: string, host: string | null, isUnused: boolean): string {
  if (host === null)
    return isUnused
      ? t("Installed: {names}, but SPEECH_MODELS does not name it.", { names })
      : t("Installed: {names}.", { names });
  return isUnused
    ? t("Installed on {host}: {names}, but SPEECH_MODELS does not name it.", { names, host })
    : t("Installed on {host}: {names}.", { names, host });
}

const missingWords = (host: string | null): string =>
  host === null ? t("The catalogue has no model for it.") : t("The catalogue has no model for it on {host}.", { host });

/** The model that is recommended, with what is known of it. */
function Recommended({ model, host }: { readonly model: Model; readonly host: string | null }) {
  const facts = [
    model.tried ? t("tested by this project") : t("untested by this project"),
    ...(model.size_bytes === null ? [] : [t("a download of {size}", { size: formatBytes(model.size_bytes) })]),
  ].join(", ");
  const name = <strong>{model.name}</strong>;
  return (
    <p>
      {host === null
        ? rich("Recommended: {name}, {facts}", { name, facts })
        : rich("Recommended on {host}: {name}, {facts}", { name, facts, host })}
    </p>
  );
}

/** The model to take on one machine, or that one is there. */
function Advice({ report, language, purpose, isPulled, folder }: PurposeProps & { readonly folder: Folder }) {
  const fitting = folder.models.filter((model) => model.kind === purpose.kind && model.languages.includes(language));
  const present = fitting.filter(({ state, tried }) => state === "installed" && tried);
  const best = bestOf(fitting.filter(({ state, in_catalogue: isKnown }) => isKnown && state !== "installed"));
  const host = report.folders.length > 1 ? folder.host : null;
  if (present.length > 0) {
    const isUnused = present.every(({ configured }) => !configured);
    return <p>{presentWords(present.map(({ name }) => name).join(", "), host, isUnused)}</p>;
  }
  if (best === undefined) return <p className="soft">{missingWords(host)}</p>;
  return (
    <div className="row">
      <Recommended model={best} host={host} />
      {folder.writable && <InstallModel folder={folder} model={best} disabled={isPulled(folder, best)} />}
    </div>
  );
}

function Purpose(props: PurposeProps) {
  const { report, language, purpose } = props;
  const ready = report.engines.filter(
    ({ kind, state, languages }) => kind === purpose.kind && state === "ready" && languages.includes(language),
  );
  const names = [...new Set(ready.map(({ name }) => name))].join(", ");
  return (
    <section aria-label={purpose.title}>
      <h3>{purpose.title}</h3>
      <p>
        {names === ""
          ? t(purpose.none, { language: languageName(language) })
          : t("{language} now: {names}.", { language: languageName(language), names })}
      </p>
      {report.folders.map((folder) => (
        <Advice key={folder.folder_id} {...props} folder={folder} />
      ))}
    </section>
  );
}

/** Leads from a language to the model to install for it. */
export function FindModel({ report, isPulled }: Pick<PurposeProps, "report" | "isPulled">) {
  const [language, setLanguage] = useState("");
  const kinds: ReadonlySet<string> = new Set(purposes.map(({ kind }) => kind));
  const models = report.folders.flatMap((folder) => folder.models).filter(({ kind }) => kinds.has(kind));
  const tags = [...new Set(models.flatMap(({ languages }) => languages))];
  const choices = languageChoices(tags.map((tag) => ({ tag, name: languageName(tag) })));
  return (
    <section className="card" aria-labelledby="find-title">
      <h2 id="find-title">{t("Which language do you want?")}</h2>
      <SelectField
        label={t("Language")}
        value={language}
        onChange={setLanguage}
        choices={[["", t("Choose a language")], ...choices]}
      />
      {language !== "" &&
        purposes.map((purpose) => (
          <Purpose key={purpose.kind} report={report} language={language} purpose={purpose} isPulled={isPulled} />
        ))}
    </section>
  );
}
