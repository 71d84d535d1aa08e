import { type Kysely, sql } from "kysely";

/** Gives the requests that had ended before the value came their options. It rewrites their rows, which takes minutes where there are many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update speech_requests set options = speech_request_options(speech_requests) where options = '{}'`.execute(db);
}

/** The value goes with the migration that added it. */
export const down = (): Promise<void> => Promise.resolve();
