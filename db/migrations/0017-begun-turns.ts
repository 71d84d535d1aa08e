import { type Kysely, sql } from "kysely";

/** When work of an account was begun last: one whose turn comes again and again is not kept waiting between two of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_turns add column begun_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_turns drop column begun_at`.execute(db);
}
