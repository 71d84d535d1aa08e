import { randomUUID } from "node:crypto";
import type { EngineReport } from "#src/domain/engines/manifest.ts";
import { endEngines } from "#src/domain/engines/queries.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Engines that are registered until its disposal. */
export type EngineRegistration = AsyncDisposable;

interface Registering extends Pick<Resources, "db" | "config"> {
  readonly log: Readonly<Record<"info" | "warn", (facts: object, message: string) => void>>;
}

/** The time for which a change of state may go unnoticed. */
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
  const looking = repeat(Math.min(longestLookMs, heartbeatMs), look);
  return {
    [Symbol.asyncDispose]: async () => {
      await looking.stop();
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
