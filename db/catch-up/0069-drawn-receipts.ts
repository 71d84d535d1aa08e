import { type Kysely, sql } from "kysely";

/** Receipts as they were drawn last. The digest is that of everything that the drawing shows, so that a change is drawn anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table drawn_receipts (
      order_id text primary key references payment_orders (id) on delete cascade,
      digest bytea not null,
      content bytea not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table drawn_receipts`.execute(db);
}
