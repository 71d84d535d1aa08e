import type { Db } from "#db/schema.ts";
import { registeredManifest, type RegisteredManifest, type EngineState } from "./manifest.ts";
import { type EngineAges, selectEngines } from "./queries.ts";

/** An engine of one worker process, as the registry knows it. */
export interface RegisteredEngine {
  readonly manifest: RegisteredManifest;
  readonly state: EngineState;
  /** Why it is unavailable, and what to do. */
  readonly reason: string | null;
  /** Its process was seen a moment ago, and has not ended. */
  readonly isAlive: boolean;
  /** It is alive, or has been lately: work may wait for it to come back. */
  readonly isExpected: boolean;
}

/** Lists the registered engines, the latest first. A manifest that this release cannot read is left out. */
export async function listEngines({ db }: { readonly db: Db }, ages: EngineAges): Promise<readonly RegisteredEngine[]> {
  const rows = await selectEngines(db, ages);
  return rows.flatMap((row) => {
    const manifest = registeredManifest.safeParse(row.manifest);
    return manifest.success ? [{ ...row, manifest: manifest.data }] : [];
  });
}
