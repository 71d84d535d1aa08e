import { type Kysely, sql } from "kysely";

/** How far the search for a better voice is; null where none was asked for, or it has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices add column search jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices drop column search`.execute(db);
}
