import { type Kysely, sql } from "kysely";

/** Lets each account choose from what use on it is alerted; the release before alerts at 80 % as it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column alert_percent integer not null default 80 check (alert_percent between 1 and 99)`.execute(
    db,
  );
  await sql`
    alter table credit_alerts drop constraint credit_alerts_threshold_check,
      add constraint credit_alerts_threshold_check check (threshold between 1 and 100)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from credit_alerts where threshold not in (80, 100)`.execute(db);
  await sql`
    alter table credit_alerts drop constraint credit_alerts_threshold_check,
      add constraint credit_alerts_threshold_check check (threshold in (80, 100))`.execute(db);
  await sql`alter table users drop column alert_percent`.execute(db);
}
