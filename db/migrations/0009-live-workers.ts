import { type Kysely, sql } from "kysely";

/** Adds the processes that transcribe while people speak, with the slots of each. The previous release knows no such thing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_workers (
      id uuid primary key,
      address text not null,
      capacity integer not null check (capacity >= 0),
      used integer not null default 0 check (used >= 0),
      languages text[] not null,
      models text[] not null,
      heartbeat_at timestamptz not null default now(),
      taken_at timestamptz,
      draining boolean not null default false
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table live_workers`.execute(db);
}
