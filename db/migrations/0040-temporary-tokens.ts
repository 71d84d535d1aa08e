import { type Kysely, sql } from "kysely";

/** Tokens that stand for an API key for up to an hour. The previous release knows nothing of them, and refuses them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table temporary_tokens (
      token_sha256 bytea primary key,
      api_key_id uuid not null references api_keys (id) on delete cascade,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index temporary_tokens_api_key_id_idx on temporary_tokens (api_key_id)`.execute(db);
  await sql`create index temporary_tokens_expires_at_idx on temporary_tokens (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table temporary_tokens`.execute(db);
}
