import { type Kysely, sql } from "kysely";

/** Whether the times of the words of a text are asked for, and what they are: `{ source, words: [{ word, start, end }] }`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table speech_requests
      add column word_timestamps boolean not null default false,
      add column spoken_words jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column word_timestamps, drop column spoken_words`.execute(db);
}
