import type { Db } from "#db/schema.ts";
import type { EngineReport } from "./manifest.ts";
import { deleteOtherEngines, upsertEngines } from "./queries.ts";

/** Writes down which engines a worker process has, in place of what it had written before. To be repeated while it lives. */
export async function registerEngines(
  { db }: { readonly db: Db },
  instanceId: string,
  reports: readonly EngineReport[],
): Promise<void> {
  // Calls reach only the first of two engines with one name.
  const byName = new Map(reports.toReversed().map((report) => [report.manifest.name, report]));
  await upsertEngines(db, instanceId, [...byName.values()]);
  await deleteOtherEngines(db, instanceId, [...byName.keys()]);
}
