import { type Kysely, sql } from "kysely";

/** Keeps how many requests of a day were cancelled, apart from its failures. Days that are counted already have both in their failures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table daily_figures add column cancelled integer not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table daily_figures drop column cancelled`.execute(db);
}
