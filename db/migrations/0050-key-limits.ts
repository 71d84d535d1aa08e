import { type Kysely, sql } from "kysely";

/** How many credits a key may use in a month, and for which key credits are held. The previous release holds them for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add column monthly_credit_limit integer check (monthly_credit_limit > 0)`.execute(db);
  await sql`alter table credit_holds add column api_key_id uuid`.execute(db);
  await sql`
    create index credit_holds_api_key_id_idx on credit_holds (api_key_id) where api_key_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_holds drop column api_key_id`.execute(db);
  await sql`alter table api_keys drop column monthly_credit_limit`.execute(db);
}
