import { type Kysely, sql } from "kysely";

/** What voice matching has reached, how far a training is, the consent of who is heard, and what a voice was used for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voices
      add column match jsonb,
      add column progress integer not null default 0,
      add column consent_statement text,
      add column consent_given_by text,
      add column consent_at timestamptz(3),
      add column sample_sha256 text`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table voices add constraint voices_progress_check check (progress between 0 and 100) not valid`.execute(db);
  // Without a reference to voices: what was done with a voice is known after it was deleted, as long as there is the account.
  await sql`
    create table voice_uses (
      id bigint generated always as identity primary key,
      voice_id uuid not null,
      user_id uuid not null references users (id) on delete cascade,
      action text not null check (action in ('created', 'trained', 'spoken', 'sample_deleted', 'deleted')),
      request_id uuid,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index voice_uses_voice_id_idx on voice_uses (voice_id, id desc)`.execute(db);
  await sql`create index voice_uses_user_id_idx on voice_uses (user_id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on voice_uses
    for each row execute function refuse_closed_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table voice_uses`.execute(db);
  await sql`
    alter table voices
      drop column match,
      drop column progress,
      drop column consent_statement,
      drop column consent_given_by,
      drop column consent_at,
      drop column sample_sha256`.execute(db);
}
