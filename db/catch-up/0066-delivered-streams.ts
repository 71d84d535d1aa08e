import { type Kysely, sql } from "kysely";

/**
 * Adds the number of characters of a streamed text that were sent, the most over all callers and API processes: it is charged when the stream ends
 * early. The previous release counts in the memory of one process and leaves the column at 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table holds add column delivered integer not null default 0 check (delivered >= 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table holds drop column delivered`.execute(db);
}
