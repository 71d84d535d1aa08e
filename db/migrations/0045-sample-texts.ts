import { type Kysely, sql } from "kysely";

/** What is said in the sample of a voice, where its owner has written it down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices add column sample_text text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices drop column sample_text`.execute(db);
}
