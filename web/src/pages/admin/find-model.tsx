import { useState } from "react";
import type { ModelReport } from "#web/api/types.ts";
import { formatBytes, languageName } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { InstallModel } from "./install-model.tsx";

type Folder = ModelReport["folders"][number];
type Model = Folder["models"][number];

/** The uses of a language: the kind of its models, and the verb of its engines. */
const purposes = [
  { kind: "recognition", title: "Transcription", verb: "transcribes" },
  { kind: "synthesis", title: "Speech", verb: "speaks" },
] as const;

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

/** The model to take on one machine, or that one is there. */
function Advice({ report, language, purpose, isPulled, folder }: PurposeProps & { readonly folder: Folder }) {
  const fitting = folder.models.filter((model) => model.kind === purpose.kind && model.languages.includes(language));
  const present = fitting.filter(({ state, tried }) => state === "installed" && tried);
  const best = bestOf(fitting.filter(({ state, in_catalogue: isKnown }) => isKnown && state !== "installed"));
  const where = report.folders.length > 1 ? ` on ${folder.host}` : "";
  if (present.length > 0) {
    const unused = present.every(({ configured }) => !configured) ? ", but SPEECH_MODELS does not name it" : "";
    return <p>{`Installed${where}: ${present.map(({ name }) => name).join(", ")}${unused}.`}</p>;
  }
  if (best === undefined) return <p className="soft">{`The catalogue has no model for it${where}.`}</p>;
  const facts = [
    best.tried ? "tested by this project" : "untested by this project",
    ...(best.size_bytes === null ? [] : [`a download of ${formatBytes(best.size_bytes)}`]),
  ];
  return (
    <div className="row">
      <p>
        Recommended{where}: <strong>{best.name}</strong>, {facts.join(", ")}
      </p>
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
          ? `No worker ${purpose.verb} ${languageName(language)} now.`
          : `${languageName(language)} now: ${names}.`}
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
      <h2 id="find-title">Which language do you want?</h2>
      <SelectField
        label="Language"
        value={language}
        onChange={setLanguage}
        choices={[["", "Choose a language"], ...choices]}
      />
      {language !== "" &&
        purposes.map((purpose) => (
          <Purpose key={purpose.kind} report={report} language={language} purpose={purpose} isPulled={isPulled} />
        ))}
    </section>
  );
}
