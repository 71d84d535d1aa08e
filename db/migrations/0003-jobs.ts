import { type Kysely, sql } from "kysely";

/** One row for every piece of work that is not done: written with its subject, deleted with its result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      subject_id uuid primary key,
      name text not null,
      priority integer not null default 0,
      state text not null default 'queued' check (state in ('queued', 'running')),
      generation integer not null default 1,
      run integer not null default 0,
      failures integer not null default 0,
      crashes integer not null default 0,
      run_at timestamptz(3) not null default now(),
      enqueued_at timestamptz(3) not null default now(),
      heartbeat_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index jobs_queued_idx on jobs (enqueued_at) where state = 'queued'`.execute(db);
  await sql`create index jobs_running_idx on jobs (heartbeat_at) where state = 'running'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table jobs`.execute(db);
}
