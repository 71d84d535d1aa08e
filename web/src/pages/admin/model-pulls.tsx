import type { ModelReport } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatBytes, formatRecent } from "#web/format.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { rich, t } from "#web/messages/translate.ts";

type Pull = ModelReport["pulls"][number];

const shown = 5;

const statuses: Readonly<Record<Pull["status"], string>> = {
  queued: t("queued"),
  running: t("running"),
  completed: t("completed"),
  failed: t("failed"),
  cancelled: t("cancelled"),
};

/** How far a pull is, in words. */
function stepWords({ status, step, done_bytes: done, total_bytes: total }: Pull): string {
  if (status === "queued") return t("Waiting for a worker…");
  if (step === null) return t("Starting…");
  if (done === null) return step;
  if (total === null) return `${step}: ${formatBytes(done)}`;
  return t("{step}: {done} of {total}", { step, done: formatBytes(done), total: formatBytes(total) });
}

function Running({ pull }: { readonly pull: Pull }) {
  const { mutate, error, isPending } = useApiMutation("DELETE /v1/admin/models/pulls/{pull_id}", [
    "GET /v1/admin/models",
  ]);
  const { done_bytes: done, total_bytes: total } = pull;
  return (
    <>
      <ProgressBar share={done === null || total === null || total === 0 ? 0 : done / total} />
      <p className="soft">{stepWords(pull)}</p>
      <div className="row">
        <button
          type="button"
          className="button quiet"
          disabled={isPending}
          aria-label={t("Cancel the installation of {model}", { model: pull.model })}
          onClick={() => mutate({ path: { pull_id: pull.pull_id } })}
        >
          {t("Cancel")}
        </button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The steps after which an installed model is used. */
function NextStep({ pull, report }: { readonly pull: Pull; readonly report: ModelReport }) {
  const folder = report.folders.find((one) => one.folder_id === pull.folder_id);
  const isConfigured = folder?.models.some((model) => model.name === pull.model && model.configured) ?? false;
  if (report.engines.some(({ name }) => name === pull.model)) return <p>{t("It is used within some seconds.")}</p>;
  const names = folder?.models.filter((model) => model.configured).map(({ name }) => name) ?? [];
  return isConfigured ? (
    <p>{t("Restart the workers to use it. With npm start, stop it and start it again.")}</p>
  ) : (
    <p>
      {rich("To use it, set {setting} and restart the workers. With npm start, stop it and start it again.", {
        setting: <code>SPEECH_MODELS={[...names, pull.model].join(",")}</code>,
      })}
    </p>
  );
}

const OnePull = ({ pull, report }: { readonly pull: Pull; readonly report: ModelReport }) => (
  <li>
    <p>
      <strong>{pull.model}</strong>{" "}
      <span className="badge" data-state={pull.status}>
        {statuses[pull.status]}
      </span>{" "}
      <span className="soft">{formatRecent(pull.finished_at ?? pull.created_at)}</span>
    </p>
    {(pull.status === "queued" || pull.status === "running") && <Running pull={pull} />}
    {pull.status === "completed" && <NextStep pull={pull} report={report} />}
    {pull.error !== null && <p className="reason">{pull.error}</p>}
  </li>
);

/** The models that were asked for last, and how far they are. */
export const ModelPulls = ({ report }: { readonly report: ModelReport }) =>
  report.pulls.length > 0 && (
    <section className="card" aria-labelledby="pulls-title">
      <h2 id="pulls-title">{t("Installations")}</h2>
      <ul className="pulls" aria-live="polite">
        {report.pulls.slice(0, shown).map((pull) => (
          <OnePull key={pull.pull_id} pull={pull} report={report} />
        ))}
      </ul>
    </section>
  );
