import { type Kysely, sql } from "kysely";

/** Keeps when the first sound of a streamed text was there. Workers of the release before write none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column first_sound_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column first_sound_at`.execute(db);
}
