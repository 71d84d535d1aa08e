import { type Kysely, sql } from "kysely";

/** What people write to us, and the keys by which their programs may repeat a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_submissions (
      id uuid primary key,
      name text not null,
      email text not null,
      company text,
      interested_products jsonb,
      how_did_you_hear text,
      status text not null default 'new' check (status in ('new', 'reviewed', 'closed')),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index contact_submissions_created_at_idx on contact_submissions (created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index contact_submissions_email_idx on contact_submissions (lower(email))`.execute(db);
  // Without a reference to the request, which may be removed before what was said about it.
  await sql`
    create table feedback (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      request_id uuid not null,
      request_type text not null check (request_type in ('tts', 'asr')),
      feedback_text text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index feedback_user_id_idx on feedback (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index feedback_created_at_idx on feedback (created_at desc, id desc)`.execute(db);
  await sql`
    create table idempotency_keys (
      user_id uuid not null references users (id) on delete cascade,
      route text not null,
      key text not null,
      fingerprint bytea not null,
      resource_id uuid not null,
      status integer,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, route, key)
    )`.execute(db);
  await sql`create index idempotency_keys_created_at_idx on idempotency_keys (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table idempotency_keys`.execute(db);
  await sql`drop table feedback`.execute(db);
  await sql`drop table contact_submissions`.execute(db);
}
