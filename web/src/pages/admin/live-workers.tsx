import type { LiveReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatCount, formatNumber, formatRecent } from "#web/format.ts";

const refetchMs = 3_000;
type Worker = LiveReport["workers"][number];

/** The state of a process, with the look of its badge. */
function stateOf({ alive, draining }: Worker): readonly [look: string, label: string] {
  if (!alive) return ["failed", "No heartbeat"];
  return draining ? ["pending", "Stopping"] : ["ready", "Running"];
}

/** The most languages that are shown by their tags. */
const mostTags = 8;

const languagesOf = ({ languages }: Worker): string =>
  languages.length > mostTags ? `${languages.length} languages` : languages.join(", ") || "–";

function Row({ worker }: { readonly worker: Worker }) {
  const [look, label] = stateOf(worker);
  return (
    <tr data-testid="live-worker">
      <td className="long" data-label="Process">
        <code className="small">{worker.address}</code>
        {worker.version !== null && <p className="soft">Version {worker.version}</p>}
      </td>
      <td data-label="State">
        <span className="badge" data-state={look}>
          {label}
        </span>
      </td>
      <td data-label="Sessions">
        {formatNumber(worker.used)} of {formatNumber(worker.capacity)}
        <p className="soft">{worker.lag_seconds.toFixed(1)} s behind</p>
      </td>
      <td className="long" data-label="Models">
        {worker.models.join(", ") || "–"}
      </td>
      <td data-label="Languages" title={worker.languages.join(", ")}>
        {languagesOf(worker)}
      </td>
      <td data-label="Last heartbeat">{formatRecent(worker.heartbeat_at)}</td>
    </tr>
  );
}

const columns = ["Process", "State", "Sessions", "Models", "Languages", "Last heartbeat"];

/** The processes that transcribe live, as they change. */
export function LiveWorkers() {
  const query = useApi("GET /v1/admin/live", {}, { refetchInterval: refetchMs });
  return (
    <section className="card" aria-labelledby="live-title">
      <h2 id="live-title">Live transcription</h2>
      <QueryBoundary query={query}>
        {({ workers, sessions }) => (
          <>
            <p>{sessions === 0 ? "No open sessions." : `${formatCount(sessions, "open session")}.`}</p>
            {workers.length === 0 ? (
              <EmptyState>No process transcribes live.</EmptyState>
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
