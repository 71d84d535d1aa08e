import { type Kysely, sql } from "kysely";

/** Lets an account keep pronunciation dictionaries, which the release before does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pronunciation_dictionaries (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      description text not null default '',
      always boolean not null,
      entries jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index pronunciation_dictionaries_user on pronunciation_dictionaries (user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pronunciation_dictionaries`.execute(db);
}
