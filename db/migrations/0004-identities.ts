import { type Kysely, sql } from "kysely";

/** Who people are: identities of a provider, their sessions, and the notifications that the provider sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column oidc_issuer text,
      add column oidc_subject text,
      add column email_verified boolean not null default false,
      add column identity_updated_at timestamptz(3),
      add column closed_at timestamptz(3),
      add check ((oidc_issuer is null) = (oidc_subject is null))`.execute(db);
  await sql`drop index users_email_key`.execute(db);
  // One account without an identity for an address; people who sign in may share one that nobody has verified.
  await sql`create unique index users_email_key on users (lower(email)) where oidc_subject is null and closed_at is null`.execute(
    db,
  );
  await sql`create index users_email_idx on users (lower(email))`.execute(db);
  await sql`create unique index users_identity_key on users (oidc_issuer, oidc_subject)`.execute(db);
  await sql`create index users_created_at_idx on users (created_at desc, id desc)`.execute(db);
  await sql`alter table api_keys add column expires_at timestamptz(3)`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      token_sha256 bytea not null unique,
      user_agent text not null default '',
      created_at timestamptz(3) not null default now(),
      last_seen_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index sessions_user_id_idx on sessions (user_id)`.execute(db);
  await sql`create index sessions_expires_at_idx on sessions (expires_at)`.execute(db);
  await sql`
    create table sign_ins (
      token_sha256 bytea primary key,
      state text not null,
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index sign_ins_created_at_idx on sign_ins (created_at)`.execute(db);
  await sql`
    create table webhook_events (
      id uuid primary key,
      provider text not null check (provider in ('identity', 'payment')),
      dedupe_key text not null,
      event_id text not null,
      event_type text not null,
      subject text,
      payload text,
      status text not null check (status in ('queued', 'processed', 'ignored', 'quarantined', 'failed')),
      detail text,
      received_at timestamptz(3) not null default now(),
      processed_at timestamptz(3),
      unique (provider, dedupe_key)
    )`.execute(db);
  await sql`create index webhook_events_received_at_idx on webhook_events (received_at desc, id desc)`.execute(db);
  await sql`create index webhook_events_subject_idx on webhook_events (provider, subject)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table webhook_events`.execute(db);
  await sql`drop table sign_ins`.execute(db);
  await sql`drop table sessions`.execute(db);
  await sql`alter table api_keys drop column expires_at`.execute(db);
  await sql`drop index users_created_at_idx`.execute(db);
  await sql`drop index users_identity_key`.execute(db);
  await sql`drop index users_email_idx`.execute(db);
  await sql`drop index users_email_key`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);
  await sql`
    alter table users
      drop column oidc_issuer,
      drop column oidc_subject,
      drop column email_verified,
      drop column identity_updated_at,
      drop column closed_at`.execute(db);
}
