import { type Kysely, sql } from "kysely";

/**
 * Jobs of accounts take turns. The columns have defaults, so that an earlier release goes on writing rows: these have no
 * account and are begun in the order of the queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs
    add column account_id uuid,
    add column turn bigint not null default 0,
    add column ticket text`.execute(db);
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
      primary key (account_id, name)
    )`.execute(db);
  await sql`create index job_turns_turn_idx on job_turns (name, turn)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table job_turns`.execute(db);
  await sql`drop index jobs_ticket_idx, jobs_account_idx, jobs_turn_idx`.execute(db);
  await sql`alter table jobs drop column account_id, drop column turn, drop column ticket`.execute(db);
}
