import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Dispatcher } from "#src/platform/dispatcher.ts";
import { takeNextOfLane } from "./queries.ts";

/** Queues the work that has waited longest for a lane in which a run has ended. */
export async function passLane(
  { db, dispatcher }: { readonly db: Kysely<Database>; readonly dispatcher: Dispatcher },
  lane: string,
): Promise<void> {
  const ticket = await takeNextOfLane(db, lane);
  if (ticket !== null) await dispatcher.dispatch(ticket);
}
