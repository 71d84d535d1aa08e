import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { EngineReport } from "./manifest.ts";
import { deleteOtherEngines, upsertEngines } from "./queries.ts";

/** Writes down which engines a worker process has, in place of what it had written before. To be repeated while it lives. */
export async function registerEngines(
  { db }: { readonly db: Kysely<Database> },
  instanceId: string,
  reports: readonly EngineReport[],
): Promise<void> {
  await upsertEngines(db, instanceId, reports);
  await deleteOtherEngines(
    db,
    instanceId,
    reports.map(({ manifest }) => manifest.name),
  );
}
