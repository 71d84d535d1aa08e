import { type Kysely, sql } from "kysely";

/** Times until which no object is removed, so that a backup can copy all that its database names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table removal_holds (held_until timestamptz(3) not null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table removal_holds`.execute(db);
}
