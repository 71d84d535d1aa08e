import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voices (
      id uuid primary key,
      user_id uuid references users (id) on delete cascade,
      name text not null,
      description text not null default '',
      type text not null check (type in ('builtin', 'custom')),
      language text not null,
      status text not null check (status in ('pending', 'training', 'ready', 'failed')),
      engine text,
      engine_voice text,
      profile jsonb,
      measurement jsonb,
      sample_key text,
      sample_container text,
      error_code text,
      error_message text,
      created_at timestamptz(3) not null default now(),
      check ((type = 'builtin') = (user_id is null)),
      check (status <> 'ready' or (engine is not null and engine_voice is not null))
    )`.execute(db);
  await sql`create index voices_user_id_idx on voices (user_id, created_at desc, id desc)`.execute(db);
  await sql`
    create table speech_requests (
      id uuid primary key,
      user_id uuid references users (id) on delete cascade,
      request_type text not null check (request_type in ('tts', 'asr')),
      is_demo boolean not null,
      status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
      progress integer not null default 0 check (progress between 0 and 100),
      language text not null,
      voice_id uuid,
      input_text text,
      characters integer,
      speed real,
      format text,
      source_key text,
      source_container text,
      result_key text,
      content_type text,
      sample_rate integer,
      duration_seconds double precision,
      transcript jsonb,
      error_code text,
      error_message text,
      error_facts jsonb,
      created_at timestamptz(3) not null default now(),
      started_at timestamptz(3),
      finished_at timestamptz(3),
      check ((status in ('completed', 'failed')) = (finished_at is not null)),
      check ((status = 'failed') = (error_code is not null))
    )`.execute(db);
  await sql`create index speech_requests_user_id_idx on speech_requests (user_id, created_at desc, id desc)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table speech_requests`.execute(db);
  await sql`drop table voices`.execute(db);
}
