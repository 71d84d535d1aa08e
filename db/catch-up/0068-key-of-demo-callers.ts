import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** A secret of the installation by which the callers of the demo are told apart without their addresses being written down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into installation_keys (name, secret) values ('demo callers', ${randomBytes(32)})`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from installation_keys where name = 'demo callers'`.execute(db);
}
