import { type Kysely, sql } from "kysely";

/** Adds files of whole documents and of chapters, which the release before does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_exports (
      id uuid primary key,
      document_id uuid not null references documents (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      format text not null check (format in ('m4b', 'mp3')),
      chapter integer,
      status text not null default 'queued' check (status in ('queued', 'processing', 'completed', 'failed')),
      result_key text,
      bytes bigint,
      duration_seconds double precision,
      error_code text,
      error_message text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz(3)
    )`.execute(db);
  await sql`create index document_exports_document_id_idx on document_exports (document_id, created_at)`.execute(db);
  await sql`create index document_exports_user_id_idx on document_exports (user_id)`.execute(db);
  await sql`create index document_exports_finished_at_idx on document_exports (finished_at)`.execute(db);
  await sql`
    create function list_document_export() returns trigger language plpgsql as $$
    begin
      insert into object_removals (key) values (old.result_key) on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_document_export after delete on document_exports for each row
    when (old.result_key is not null) execute function list_document_export()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from jobs where name = 'export-document'`.execute(db);
  await sql`delete from document_exports`.execute(db);
  await sql`drop table document_exports`.execute(db);
  await sql`drop function list_document_export`.execute(db);
}
