import { type Kysely, sql } from "kysely";

/**
 * What work costs and who may have it. For each account and pool `cycle + lasting + held = sum of the ledger`.
 * What a running transaction writes about an account for which it holds a job has no foreign key to it: checking one
 * would wait for an erasure, which waits for the jobs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      id text primary key,
      display_name text not null,
      price_inr integer not null check (price_inr >= 0),
      billing_cycle text not null check (billing_cycle in ('monthly', 'yearly')),
      tts_credits_per_cycle integer not null check (tts_credits_per_cycle >= 0),
      asr_credits_per_cycle integer not null check (asr_credits_per_cycle >= 0),
      is_active boolean not null default true,
      position integer not null
    )`.execute(db);
  await sql`
    create table credit_accounts (
      user_id uuid not null references users (id),
      pool text not null check (pool in ('tts', 'asr')),
      cycle integer not null default 0 check (cycle >= 0),
      cycle_id text,
      lasting integer not null default 0 check (lasting >= 0),
      primary key (user_id, pool)
    )`.execute(db);
  await sql`
    create table credit_holds (
      request_id uuid primary key,
      user_id uuid not null,
      pool text not null check (pool in ('tts', 'asr')),
      from_cycle integer not null check (from_cycle >= 0),
      from_lasting integer not null check (from_lasting >= 0),
      cycle_id text,
      created_at timestamptz(3) not null default now(),
      foreign key (user_id, pool) references credit_accounts (user_id, pool)
    )`.execute(db);
  await sql`create index credit_holds_user_id_idx on credit_holds (user_id)`.execute(db);
  await sql`
    create table credit_ledger (
      id bigint generated always as identity primary key,
      user_id uuid not null,
      pool text not null check (pool in ('tts', 'asr')),
      kind text not null check (kind in ('grant', 'usage', 'expiry', 'withdrawal', 'correction')),
      credits integer not null,
      request_id uuid unique,
      order_id text,
      reason text,
      created_at timestamptz(3) not null default now(),
      unique (order_id, pool, kind)
    )`.execute(db);
  await sql`create index credit_ledger_user_id_idx on credit_ledger (user_id, pool, id)`.execute(db);
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The ledger is only added to.';
    end $$`.execute(db);
  await sql`
    create trigger refuse_ledger_change before update or delete or truncate on credit_ledger
    for each statement execute function refuse_ledger_change()`.execute(db);
  await sql`
    create table usage_days (
      user_id uuid not null,
      day date not null,
      source text not null check (source in ('web', 'api_key')),
      voice_id text not null,
      voice_label text not null,
      tts_count integer not null,
      asr_count integer not null,
      tts_characters integer not null,
      asr_seconds integer not null,
      credits integer not null,
      primary key (user_id, day, source, voice_id)
    )`.execute(db);
  await sql`alter table speech_requests
    add column source text check (source in ('web', 'api_key')),
    add column credits integer`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column source, drop column credits`.execute(db);
  await sql`drop table usage_days`.execute(db);
  await sql`drop table credit_ledger`.execute(db);
  await sql`drop function refuse_ledger_change()`.execute(db);
  await sql`drop table credit_holds`.execute(db);
  await sql`drop table credit_accounts`.execute(db);
  await sql`drop table plans`.execute(db);
}
