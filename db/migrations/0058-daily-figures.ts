import { type Kysely, sql } from "kysely";

/**
 * What the whole installation did on each day (UTC). The maintenance process counts it, so that a report of a year reads a row a
 * day, however many accounts and requests there are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_figures (
      day date primary key,
      sign_ups integer not null,
      active_accounts integer not null,
      active_accounts_7_days integer not null,
      active_accounts_30_days integer not null,
      tts_count bigint not null,
      asr_count bigint not null,
      tts_characters bigint not null,
      asr_seconds bigint not null,
      failures integer not null,
      counted_at timestamptz(3) not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table daily_figures`.execute(db);
}
