import { type Kysely, sql } from "kysely";

/** What a visitor writes in the contact form; null where nothing was written, and for tickets of earlier releases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_submissions add column message text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_submissions drop column message`.execute(db);
}
