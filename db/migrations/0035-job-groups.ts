import { type Kysely, sql } from "kysely";

/** Groups of jobs, their promotion, and the slots of workers. All new columns are nullable, so that the previous release can insert rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column group_key text, add column promoted_at timestamptz(3)`.execute(db);
  await sql`
    create index jobs_waiting_idx on jobs (name, group_key, created_at, subject_id)
    where state = 'queued' and promoted_at is null`.execute(db);
  await sql`
    create index jobs_in_flight_idx on jobs (name, group_key)
    where state = 'running' or promoted_at is not null`.execute(db);
  await sql`
    create table job_groups (
      name text not null,
      group_key text not null,
      served_at timestamptz not null,
      primary key (name, group_key)
    )`.execute(db);
  await sql`
    create table worker_slots (
      worker_id uuid primary key,
      queue text not null,
      slots integer not null check (slots > 0),
      seen_at timestamptz(3) not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table worker_slots, job_groups`.execute(db);
  await sql`drop index jobs_in_flight_idx, jobs_waiting_idx`.execute(db);
  await sql`alter table jobs drop column group_key, drop column promoted_at`.execute(db);
}
