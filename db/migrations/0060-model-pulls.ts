import { type Kysely, sql } from "kysely";

/**
 * The folders of models on the machines of the workers, which they write down and renew, and the pulls that admins have asked for: a
 * worker of the folder's machine takes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table model_folders (
      id uuid primary key,
      host text not null,
      directory text not null,
      writable boolean not null,
      free_bytes bigint not null,
      models jsonb not null,
      seen_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create table model_pulls (
      id uuid primary key,
      folder_id uuid not null references model_folders (id) on delete cascade,
      model text not null,
      requested_by uuid not null,
      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      attempts integer not null default 0,
      step text,
      done_bytes bigint,
      total_bytes bigint,
      error text,
      created_at timestamptz(3) not null default now(),
      heartbeat_at timestamptz(3),
      finished_at timestamptz(3)
    )`.execute(db);
  await sql`
    create unique index model_pulls_open_key on model_pulls (folder_id, model)
    where status in ('queued', 'running')`.execute(db);
  await sql`create index model_pulls_created_at_idx on model_pulls (created_at desc, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table model_pulls`.execute(db);
  await sql`drop table model_folders`.execute(db);
}
