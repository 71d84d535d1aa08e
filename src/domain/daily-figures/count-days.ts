import type { Db } from "#db/schema.ts";
import { countDay, listDaysToCount } from "./queries.ts";

/** Counts today, and the days before that are not counted to their end. */
export async function countDays({ db }: { readonly db: Db }, signal: AbortSignal): Promise<void> {
  for (const day of await listDaysToCount(db)) {
    if (signal.aborted) return;
    await countDay(db, day);
  }
}
