import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      email text not null,
      name text not null,
      username text not null,
      role text not null default 'user' check (role in ('user', 'admin')),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);
  await sql`
    create table api_keys (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      description text not null default '',
      key_sha256 bytea not null unique,
      hint text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      revoked_at timestamptz(3)
    )`.execute(db);
  await sql`create index api_keys_user_id_idx on api_keys (user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table api_keys`.execute(db);
  await sql`drop table users`.execute(db);
}
