import { type Kysely, sql } from "kysely";

/** The ID token by which a session began: shown to the provider at sign-out, so that it does not ask a second time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column id_token text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop column id_token`.execute(db);
}
