import { type Kysely, sql } from "kysely";

/** Requests of programs for an API key, until the program has fetched the key or the request expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_authorizations (
      device_code_sha256 bytea primary key,
      user_code text not null unique,
      client_name text not null,
      scopes text[] not null check (scopes <@ array['speech', 'voices', 'usage', 'keys', 'billing']),
      status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
      user_id uuid references users (id),
      approved_by_key_id uuid references api_keys (id) on delete cascade,
      polled_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      check ((status = 'approved') = (user_id is not null)),
      check (user_id is not null or approved_by_key_id is null)
    )`.execute(db);
  await sql`create index device_authorizations_created_at_idx on device_authorizations (created_at)`.execute(db);
  await sql`create index device_authorizations_user_id_idx on device_authorizations (user_id)`.execute(db);
  await sql`create index device_authorizations_key_idx on device_authorizations (approved_by_key_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device_authorizations`.execute(db);
}
