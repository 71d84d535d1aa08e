import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EngineReport } from "#src/domain/engines/manifest.ts";
import { endEngines } from "#src/domain/engines/queries.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Engines that are registered until its disposal. */
export type EngineRegistration = AsyncDisposable;

/**
 * Registers the engines of this process, repeats it with every heartbeat, and notes the end of the process on disposal.
 * While the database does not answer it is only logged: work that is there can be done all the same.
 */
export async function openEngineRegistration(
  { db, log, config }: Pick<Resources, "db" | "log" | "config">,
  report: () => readonly EngineReport[],
): Promise<EngineRegistration> {
  const instanceId = randomUUID();
  const ended = new AbortController();
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "the registry of engines cannot be written"));
  const register = (): Promise<void> => attempt(registerEngines({ db }, instanceId, report()));
  await register();
  const repeat = async (): Promise<void> => {
    for (;;) {
      await sleep(config.jobs.heartbeatMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      await register();
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
