import type { ModelReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatBytes, formatCount, formatNumber, languageName } from "#web/format.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { FindModel } from "./find-model.tsx";
import { InstallModel } from "./install-model.tsx";
import { ModelPulls } from "./model-pulls.tsx";

type Engine = ModelReport["engines"][number];
type Folder = ModelReport["folders"][number];
type Model = Folder["models"][number];

const [openMs, idleMs] = [1_000, 10_000];
const shownLanguages = 6;
const kinds: Readonly<Record<string, string>> = {
  recognition: t("Transcription"),
  synthesis: t("Speech"),
  "voice-activity": t("Speech detection"),
  "turn-detection": t("End-of-turn detection"),
  "voice-analysis": t("Voice matching"),
};

const tiers: Readonly<Record<string, string>> = {
  fast: t("fast"),
  accurate: t("accurate"),
  fallback: t("fallback"),
};

/** Several at once, or none: of what does not depend on a language. */
const anyLanguage = "mul";
const languageWords = (tags: readonly string[]): string => {
  if (tags.length > shownLanguages)
    return t("{count, plural, one {# language} other {# languages}}", { count: tags.length });
  return tags.map((tag) => (tag === anyLanguage ? t("Any") : languageName(tag))).join(", ");
};
const memoryWords = (megabytes: number | null): string =>
  megabytes === null || megabytes === 0 ? "–" : t("{number} MB", { number: formatNumber(megabytes) });

/** Some models come with the service, so that nothing is downloaded for them. */
const sizeWords = (bytes: number | null): string =>
  bytes === null ? "–" : bytes === 0 ? t("Included") : formatBytes(bytes);

const engineStates: Readonly<Record<Engine["state"], string>> = {
  ready: t("ready"),
  starting: t("starting"),
  unavailable: t("unavailable"),
};

const EngineRow = ({ engine }: { readonly engine: Engine }) => (
  <tr>
    <td className="long" data-label={t("Engine")}>
      <strong>{engine.name}</strong>
      <p className="soft">
        {kinds[engine.kind]}, {tiers[engine.tier] ?? engine.tier}
      </p>
    </td>
    <td data-label={t("Languages")}>{languageWords(engine.languages)}</td>
    <td data-label={t("Memory")}>{memoryWords(engine.memory_mb)}</td>
    <td data-label={t("State")}>
      <span className="badge" data-state={engine.state}>
        {engineStates[engine.state]}
      </span>
      <p className="soft">{t("{count, plural, one {# worker} other {# workers}}", { count: engine.workers })}</p>
      {engine.reason !== null && <p className="reason">{engine.reason}</p>}
      {engine.state === "unavailable" && (
        <p className="soft">{t("Requires: {requirement}", { requirement: engine.requires })}</p>
      )}
    </td>
  </tr>
);

const Engines = ({ engines }: Pick<ModelReport, "engines">) => (
  <section className="card" aria-labelledby="engines-title">
    <h2 id="engines-title">{t("Engines")}</h2>
    <p className="hint">
      {t(
        "What the running workers speak and transcribe with. An idle engine loads its models with the next request. Memory is that of the model and of the process that runs it.",
      )}
    </p>
    {engines.length === 0 ? (
      <EmptyState>{t("No worker is running. Start synthesis and transcription.")}</EmptyState>
    ) : (
      <ResponsiveTable columns={[t("Engine"), t("Languages"), t("Memory"), t("State")]}>
        {engines.map((engine) => (
          <EngineRow key={`${engine.name} ${engine.state} ${engine.reason}`} engine={engine} />
        ))}
      </ResponsiveTable>
    )}
  </section>
);

const stateWords = {
  available: t("not installed"),
  installed: t("installed"),
  outdated: t("outdated"),
  damaged: t("damaged"),
};

const ModelRow = ({
  folder,
  model,
  busy,
}: {
  readonly folder: Folder;
  readonly model: Model;
  readonly busy: boolean;
}) => (
  <tr>
    <td className="long model-cell" data-label={t("Model")}>
      <strong>{model.name}</strong>
      <p className="soft">
        {[
          kinds[model.kind],
          tiers[model.tier] ?? model.tier,
          ...(model.in_catalogue ? [] : [t("not in the catalogue")]),
          ...(model.tried ? [] : [t("untested")]),
        ].join(", ")}
      </p>
      <p className="soft small">{model.licence}</p>
    </td>
    <td data-label={t("Languages")}>{languageWords(model.languages)}</td>
    <td data-label={t("Size")}>
      <p>{sizeWords(model.size_bytes)}</p>
      {model.memory_mb !== null && (
        <p className="soft">{t("{size} in memory", { size: memoryWords(model.memory_mb) })}</p>
      )}
    </td>
    <td data-label={t("State")}>
      <span className="badge" data-state={model.state}>
        {stateWords[model.state]}
      </span>
      {model.configured && <p className="soft">{t("In SPEECH_MODELS")}</p>}
      {model.state === "installed" && !model.configured && (
        <p className="soft">{t("Not used: SPEECH_MODELS does not name it")}</p>
      )}
      {model.problem !== null && <p className="reason">{model.problem}</p>}
    </td>
    <td>
      {folder.writable && model.in_catalogue && model.state !== "installed" && (
        <InstallModel folder={folder} model={model} disabled={busy} />
      )}
    </td>
  </tr>
);

/** True while a model is being installed. */
const isPulled =
  (pulls: ModelReport["pulls"]) =>
  (folder: Folder, model: Model): boolean =>
    pulls.some((pull) => isOpen(pull) && pull.folder_id === folder.folder_id && pull.model === model.name);

const isOpen = ({ status }: ModelReport["pulls"][number]): boolean => status === "queued" || status === "running";

interface FolderProps extends Pick<ModelReport, "pulls"> {
  readonly folder: Folder;
}

const ModelTable = ({ folder, pulls, models }: FolderProps & { readonly models: readonly Model[] }) => (
  <div className="listing">
    <ResponsiveTable columns={[t("Model"), t("Languages"), t("Size"), t("State")]} actions>
      {models.map((model) => (
        <ModelRow key={model.name} folder={folder} model={model} busy={isPulled(pulls)(folder, model)} />
      ))}
    </ResponsiveTable>
  </div>
);

/** The models that could be installed, by their use; each kind is closed until it is looked for. */
const Catalogue = ({ models, ...folder }: FolderProps & { readonly models: readonly Model[] }) => (
  <section className="model-catalogue" aria-label={t("Models that can be installed")}>
    <h3>{t("Not installed")}</h3>
    {[...Map.groupBy(models, ({ kind }) => kind)].map(([kind, ofKind]) => (
      <details key={kind}>
        <summary>
          {kinds[kind]}: {formatCount(ofKind.length, "model")}
        </summary>
        <ModelTable {...folder} models={ofKind} />
      </details>
    ))}
  </section>
);

function FolderCard({ folder, pulls }: FolderProps) {
  const title = t("Models on {host}", { host: folder.host });
  const available = folder.models.filter(({ state }) => state === "available");
  const present = folder.models.filter(({ state }) => state !== "available");
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">
        {rich("{directory}, {free} free", {
          directory: <code>{folder.directory}</code>,
          free: formatBytes(folder.free_bytes),
        })}
      </p>
      {!folder.writable && (
        <p className="notice">
          {rich(
            "The workers cannot change this folder, as in an image. Install models on the machine itself ({command}) or build the image with them.",
            { command: <code>npm run models -- pull</code> },
          )}
        </p>
      )}
      {present.length > 0 && <ModelTable folder={folder} pulls={pulls} models={present} />}
      {available.length > 0 && <Catalogue folder={folder} pulls={pulls} models={available} />}
    </section>
  );
}

const Report = ({ report }: { readonly report: ModelReport }) => (
  <>
    {report.folders.length > 0 && <FindModel report={report} isPulled={isPulled(report.pulls)} />}
    <ModelPulls report={report} />
    <Engines engines={report.engines} />
    {report.folders.map((folder) => (
      <FolderCard key={folder.folder_id} folder={folder} pulls={report.pulls} />
    ))}
  </>
);

/** The models of the workers: engines with their state, the models that are installed, and those that can be. */
export function Models() {
  const report = useApi(
    "GET /v1/admin/models",
    {},
    { refetchInterval: (query) => (query.state.data?.pulls.some(isOpen) ? openMs : idleMs) },
  );
  return (
    <>
      <PageHeading title={t("Models")} />
      <p>
        {rich(
          "Choose a language to see which model to install for it. The workers use the models that {setting} names; after an installation this page shows what to set, and whether to restart them.",
          { setting: <code>SPEECH_MODELS</code> },
        )}
      </p>
      <QueryBoundary query={report}>{(known) => <Report report={known} />}</QueryBoundary>
    </>
  );
}
