import type { EngineReport } from "#src/domain/engines/manifest.ts";
import type { Metrics } from "#src/platform/metrics/metrics.ts";
import type { EngineStatus } from "#workers/speech/engine.ts";
import { residentBytesOf } from "#workers/speech/process/resident-memory.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import type { EngineSnapshot } from "#workers/speech/recognizer.ts";

const states: readonly EngineStatus["state"][] = ["starting", "ready", "idle", "unavailable"];
const toTenth = (seconds: number): number => Math.round(10 * seconds) / 10;

interface Observing {
  readonly metrics: Metrics;
  readonly log: { info(facts: object, message: string): unknown };
}

/** Counts what happens to the processes of engines, and logs when one is ready or has ended. */
export const processObserver =
  ({ metrics: { engines }, log }: Observing): ObserveProcesses =>
  (engine, event) => {
    if (event.kind === "started") engines.countStart(engine);
    else if (event.kind === "served") engines.observeRequest(engine, event);
    else if (event.kind === "ready") {
      log.info(
        { engine, engine_pid: event.pid, load_seconds: toTenth(event.loadSeconds) },
        "an engine process is ready",
      );
    } else {
      const { pid, ending: reason, detail, aliveSeconds } = event;
      engines.countEnd(engine, reason);
      const lasted = { alive_seconds: toTenth(aliveSeconds), ...(detail !== "" && { detail }) };
      log.info({ engine, engine_pid: pid, reason, ...lasted }, "an engine process has ended");
    }
  };

/** Reports state and memory of the engines to the metrics from now on. */
export function measureEngines(
  { metrics }: Pick<Observing, "metrics">,
  engines: { readonly snapshots: () => readonly EngineSnapshot[] },
): void {
  metrics.engines.watch(states, () =>
    Promise.all(
      engines.snapshots().map(async ({ manifest, state, pids }) => {
        return { engine: manifest.name, state, residentBytes: await residentBytesOf(pids) };
      }),
    ),
  );
}

/** An idle engine is ready for work: it loads its models with it. */
export const reportOf = ({ manifest, state, reason }: EngineSnapshot): EngineReport => ({
  manifest,
  state: state === "idle" ? "ready" : state,
  ...(reason !== undefined && { reason }),
});
