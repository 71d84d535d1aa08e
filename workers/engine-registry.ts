import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EngineReport } from "#src/domain/engines/manifest.ts";
import { endEngines } from "#src/domain/engines/queries.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Engines that are registered until its disposal. */
export type EngineRegistration = AsyncDisposable;

interface Registering extends Pick<Resources, "db" | "config"> {
  readonly log: Readonly<Record<"info" | "warn", (facts: object, message: string) => void>>;
}

/** How long a change of state may go unnoticed. */
const longestLookMs = 1_000;

/**
 * Registers the engines of this process, repeats it with every heartbeat and when the state of one has changed, and notes the
 * end of the process on disposal. While the database does not answer it is only logged: work that is there can be done all the
 * same.
 */
export async function openEngineRegistration(
  { db, log, config }: Registering,
  report: () => readonly EngineReport[],
): Promise<EngineRegistration> {
  const instanceId = randomUUID();
  const ended = new AbortController();
  const { heartbeatMs } = config.jobs;
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "the registry of engines cannot be written"));
  const logChanges = changeLogger(log);
  let [last, dueMs] = ["", 0];
  const look = async (): Promise<void> => {
    const reports = report();
    const known = JSON.stringify(reports);
    if (known === last && performance.now() < dueMs) return;
    [last, dueMs] = [known, performance.now() + heartbeatMs];
    logChanges(reports);
    await attempt(registerEngines({ db }, instanceId, reports));
  };
  await look();
  const repeat = async (): Promise<void> => {
    for (;;) {
      const lookMs = Math.min(longestLookMs, heartbeatMs);
      await sleep(lookMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      await look();
    }
  };
  const repeating = repeat();
  return {
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await repeating;
      await attempt(endEngines(db, instanceId));
    },
  };
}

/** Logs once that an engine has become unavailable, with the reason, and once that it is back. */
function changeLogger(log: Registering["log"]): (reports: readonly EngineReport[]) => void {
  const unavailable = new Set<string>();
  return (reports) => {
    for (const { manifest, state, reason } of reports) {
      const { name: engine } = manifest;
      if (state === "unavailable" && !unavailable.has(engine)) {
        unavailable.add(engine);
        log.warn({ engine, reason }, "an engine is unavailable");
      }
      // One that only starts again may fail again.
      if (state === "ready" && unavailable.delete(engine)) log.info({ engine }, "an engine is available again");
    }
  };
}
