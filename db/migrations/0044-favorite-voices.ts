import { type Kysely, sql } from "kysely";

/** The favorite voices of accounts. A voice that is deleted is one no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorite_voices (
      user_id uuid not null references users (id) on delete cascade,
      voice_id uuid not null references voices (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, voice_id)
    )`.execute(db);
  // For voices that are deleted.
  await sql`create index favorite_voices_voice_id_idx on favorite_voices (voice_id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on favorite_voices
    for each row execute function refuse_closed_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table favorite_voices`.execute(db);
}
