import { type Kysely, sql } from "kysely";

/**
 * Drops the columns and the table by which jobs were ordered before they had groups. Jobs that are older than groups get
 * one here, so that upgrading from then, with a pause, loses none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update jobs set group_key = coalesce(
      case when lane like 'suspects: %' then 'quarantine: ' || name else lane end, account_id::text, name
    )
    where group_key is null`.execute(db);
  await sql`drop table job_turns`.execute(db);
  await sql`drop index jobs_queued_idx, jobs_lane_idx, jobs_turn_idx, jobs_account_idx, jobs_ticket_idx`.execute(db);
  await sql`
    alter table jobs
      alter column group_key set not null,
      drop column lane,
      drop column priority,
      drop column generation,
      drop column enqueued_at,
      drop column turn,
      drop column ticket`.execute(db);
  await sql`create index jobs_account_idx on jobs (account_id, name) where account_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index jobs_account_idx`.execute(db);
  await sql`
    alter table jobs
      alter column group_key drop not null,
      add column lane text,
      add column priority integer not null default 0,
      add column generation integer not null default 1,
      add column enqueued_at timestamptz(3) not null default now(),
      add column turn bigint not null default 0,
      add column ticket text`.execute(db);
  await sql`create index jobs_queued_idx on jobs (enqueued_at) where state = 'queued'`.execute(db);
  await sql`create index jobs_lane_idx on jobs (lane, created_at) where lane is not null`.execute(db);
  await sql`
    create index jobs_turn_idx on jobs (name, turn, created_at, subject_id)
    where state = 'queued' and lane is null and account_id is not null`.execute(db);
  await sql`create index jobs_account_idx on jobs (account_id, name, turn) where account_id is not null`.execute(db);
  await sql`create index jobs_ticket_idx on jobs (ticket) where state = 'running'`.execute(db);
  await sql`
    create table job_turns (
      account_id uuid not null,
      name text not null,
      turn bigint not null,
      begun_at timestamptz,
      primary key (account_id, name)
    )`.execute(db);
  await sql`create index job_turns_turn_idx on job_turns (name, turn)`.execute(db);
}
