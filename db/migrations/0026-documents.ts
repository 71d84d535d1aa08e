import { type Kysely, sql } from "kysely";

/** Lets an account keep documents, which are spoken paragraph by paragraph, and which the release before does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      title text not null,
      author text not null,
      language text,
      voice_id uuid,
      speed double precision not null,
      speakers jsonb not null,
      chapters jsonb not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index documents_user_id_idx on documents (user_id, created_at, id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on documents
    for each row execute function refuse_closed_account()`.execute(db);
  await sql`
    create table document_paragraphs (
      id uuid primary key,
      document_id uuid not null references documents (id) on delete cascade,
      position integer not null,
      chapter integer not null,
      text text not null,
      voice_id uuid,
      request_id uuid,
      spoken_as text,
      unique (document_id, position)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table document_paragraphs, documents`.execute(db);
}
