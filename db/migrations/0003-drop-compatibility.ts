import { type Kysely, sql } from "kysely";

/**
 * Drops what databases from before the baseline have for releases that are older than it: the triggers that added up use, and
 * the views with the former names of balances and holds. The locks are taken in the order in which use is added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger if exists add_usage_key on speech_requests`.execute(db);
  for (const name of ["add_usage_total", "add_usage_month", "take_usage_month"]) {
    await sql`drop trigger if exists ${sql.ref(name)} on usage_days`.execute(db);
  }
  for (const name of ["add_usage_latency", "delete_usage_latency"]) {
    await sql`drop trigger if exists ${sql.ref(name)} on usage_keys`.execute(db);
  }
  await sql`
    drop function if exists add_usage_key(), add_usage_total(), add_usage_month(), take_usage_month(),
      add_usage_latency(), delete_usage_latency()`.execute(db);
  await sql`drop view if exists credit_holds, credit_accounts`.execute(db);
}

/** The previous release needs none of it. */
export const down = (): Promise<void> => Promise.resolve();
