import type { Db } from "#db/schema.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { TtlCache } from "#src/platform/async/ttl-cache.ts";
import { listEngines } from "./list-engines.ts";
import { type EngineUnion, offeredEngines } from "./offered-engines.ts";
import type { InstallableModel } from "./pull-advice.ts";
import type { EngineAges } from "./queries.ts";

/** The longest time for which the list of engines is kept, in milliseconds. */
const knownForMs = 5_000;

/** The offer of the engines of all workers, as a process of the API sees it. */
export interface EngineDirectory {
  /** At most some seconds old; what was known last while the database does not answer. */
  current(): Promise<EngineUnion>;
}

export interface EngineDirectoryOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly answers: TtlCache<EngineUnion>;
  readonly ages: EngineAges;
  readonly installable?: readonly InstallableModel[];
}

/** Opens a directory that caches the registry for five seconds. */
export function openEngineDirectory({
  db,
  log,
  answers,
  ages,
  installable = [],
}: EngineDirectoryOptions): EngineDirectory {
  let last = offeredEngines([], installable);
  const ask = async (): Promise<EngineUnion> => {
    try {
      last = offeredEngines(await listEngines({ db }, ages), installable);
    } catch (error) {
      log.warn({ error: String(error) }, "the engines cannot be read; the last known ones are offered");
    }
    return last;
  };
  return { current: () => answers.get("engines", knownForMs, ask) };
}
