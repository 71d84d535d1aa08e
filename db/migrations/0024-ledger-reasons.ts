import { type Kysely, sql } from "kysely";

/** A ledger whose words about a person can be erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger refuse_ledger_change on credit_ledger`.execute(db);
  await sql`
    create trigger refuse_ledger_change before delete or truncate on credit_ledger
    for each statement execute function refuse_ledger_change()`.execute(db);
  // The reason of a correction is free text, perhaps about a person; everything else stays as it was written.
  await sql`
    create function refuse_ledger_update() returns trigger language plpgsql as $$
    declare
      blanked credit_ledger := old;
    begin
      blanked.reason := null;
      if old.kind <> 'correction' or new is distinct from blanked then
        raise exception 'The ledger is only added to.';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger refuse_ledger_update before update on credit_ledger
    for each row execute function refuse_ledger_update()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger refuse_ledger_update on credit_ledger`.execute(db);
  await sql`drop function refuse_ledger_update()`.execute(db);
  await sql`drop trigger refuse_ledger_change on credit_ledger`.execute(db);
  await sql`
    create trigger refuse_ledger_change before update or delete or truncate on credit_ledger
    for each statement execute function refuse_ledger_change()`.execute(db);
}
