import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { demoLanes } from "./demo-lanes.ts";
import { type JobTicket, ticketColumns, ticketOf } from "./queries.ts";

/** Whose work is not to be begun now: that of some accounts, that of the demo. */
export interface Withheld {
  readonly accountIds: readonly string[];
  readonly demo: boolean;
}

/** Whether anything of this name that is due is withheld. */
export async function someWaits(db: Kysely<Database>, name: string, { accountIds, demo }: Withheld): Promise<boolean> {
  if (accountIds.length === 0 && !demo) return false;
  const withheld = db
    .selectFrom("jobs")
    .select("subject_id")
    .where((eb) =>
      eb.or([
        eb("account_id", "=", sql<string>`any(${accountIds}::uuid[])`),
        ...(demo ? [eb("lane", "like", sql.lit(demoLanes))] : []),
      ]),
    );
  const due = withheld
    .where("name", "=", name)
    .where("state", "=", "queued")
    // What is due by the clock of the queue is due here at the latest then.
    .where("run_at", "<=", sql<Date>`now() + interval '2 seconds'`);
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

/** The work of this name without an account that has its lane free and has waited longest; null when there is none. */
export async function findNobodysJob(db: Kysely<Database>, name: string): Promise<JobTicket | null> {
  const waiting = db.selectFrom("jobs").select(ticketColumns).where("name", "=", name).where("account_id", "is", null);
  const due = waiting
    .where("state", "=", "queued")
    .where("run_at", "<=", sql<Date>`now()`)
    .where(
      sql<boolean>`not exists (select from jobs as other where other.lane = jobs.lane and other.state = 'running')`,
    );
  const row = await due.orderBy("created_at").orderBy("subject_id").limit(1).executeTakeFirst();
  return row === undefined ? null : ticketOf(row);
}
