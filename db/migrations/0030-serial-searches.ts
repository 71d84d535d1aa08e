import { type Kysely, sql } from "kysely";

/**
 * Has no search of requests divided among processes of the database, which take longer to start than the search: the planner expects more
 * of it, since it knows nothing of the words of one account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function speech_search_query(uuid, text) parallel unsafe`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter function speech_search_query(uuid, text) parallel safe`.execute(db);
}
