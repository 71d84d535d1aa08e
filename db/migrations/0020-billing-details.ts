import { type Kysely, sql } from "kysely";

/** Keeps what an account wants on its receipts, which the release before leaves out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_details (
      user_id uuid primary key references users (id) on delete cascade,
      company text not null,
      address text not null,
      tax_number text not null,
      updated_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert or update on billing_details
    for each row execute function refuse_closed_account()`.execute(db);
  // The release before closes accounts, too, and does not know the table.
  await sql`
    create function forget_billing_details() returns trigger language plpgsql as $$
    begin
      delete from billing_details where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_billing_details after update of closed_at on users
    for each row when (old.closed_at is null and new.closed_at is not null)
    execute function forget_billing_details()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_billing_details on users`.execute(db);
  await sql`drop function forget_billing_details()`.execute(db);
  await sql`drop table billing_details`.execute(db);
}
