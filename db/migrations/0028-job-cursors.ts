import { type Kysely, sql } from "kysely";

/** Lets a promotion go on where the last one stopped; that of the release before looks at all groups that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_cursors (name text primary key, group_key text not null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table job_cursors`.execute(db);
}
