import { type Kysely, sql } from "kysely";

/**
 * The counters of `RateLimiterPostgres`, with the columns in its order. They are not logged: after a crash callers are
 * counted from zero, for no longer than the window of a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limits (
      key text primary key,
      points integer not null default 0,
      expire bigint
    ) with (fillfactor = 50)`.execute(db);
  // How much of an account is not done yet is asked before every speech request.
  await sql`
    create index speech_requests_unfinished_idx on speech_requests (user_id)
    where finished_at is null and not is_demo`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index speech_requests_unfinished_idx`.execute(db);
  await sql`drop table rate_limits`.execute(db);
}
