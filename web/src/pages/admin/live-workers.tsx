import type { LiveReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatNumber, formatRecent } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

const refetchMs = 3_000;
type Worker = LiveReport["workers"][number];

/** The state of a process, with the look of its badge. */
function stateOf({ alive, draining }: Worker): readonly [look: string, label: string] {
  if (!alive) return ["failed", t("No heartbeat")];
  return draining ? ["pending", t("Stopping")] : ["ready", t("Running")];
}

/** The most languages that are shown by their tags. */
const mostTags = 8;

const languagesOf = ({ languages }: Worker): string =>
  languages.length > mostTags
    ? t("{count, plural, one {# language} other {# languages}}", { count: languages.length })
    : languages.join(", ") || "–";

function Row({ worker }: { readonly worker: Worker }) {
  const [look, label] = stateOf(worker);
  return (
    <tr data-testid="live-worker">
      <td className="long" data-label={t("Process")}>
        <code className="small">{worker.address}</code>
        {worker.version !== null && <p className="soft">{t("Version {version}", { version: worker.version })}</p>}
      </td>
      <td data-label={t("State")}>
        <span className="badge" data-state={look}>
          {label}
        </span>
      </td>
      <td data-label={t("Sessions")}>
        {t("{used} of {limit}", { used: formatNumber(worker.used), limit: formatNumber(worker.capacity) })}
        <p className="soft">{t("{seconds} s behind", { seconds: worker.lag_seconds.toFixed(1) })}</p>
      </td>
      <td className="long" data-label={t("Models")}>
        {worker.models.join(", ") || "–"}
      </td>
      <td data-label={t("Languages")} title={worker.languages.join(", ")}>
        {languagesOf(worker)}
      </td>
      <td data-label={t("Last heartbeat")}>{formatRecent(worker.heartbeat_at)}</td>
    </tr>
  );
}

const columns = [t("Process"), t("State"), t("Sessions"), t("Models"), t("Languages"), t("Last heartbeat")];

/** The processes that transcribe live, as they change. */
export function LiveWorkers() {
  const query = useApi("GET /v1/admin/live", {}, { refetchInterval: refetchMs });
  return (
    <section className="card" aria-labelledby="live-title">
      <h2 id="live-title">{t("Live transcription")}</h2>
      <QueryBoundary query={query}>
        {({ workers, sessions }) => (
          <>
            <p>
              {t("{count, plural, =0 {No open sessions.} one {# open session.} other {# open sessions.}}", {
                count: sessions,
              })}
            </p>
            {workers.length === 0 ? (
              <EmptyState>{t("No process transcribes live.")}</EmptyState>
            ) : (
              <ResponsiveTable columns={columns}>
                {workers.map((worker) => (
                  <Row key={worker.worker_id} worker={worker} />
                ))}
              </ResponsiveTable>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
