import { type Kysely, sql } from "kysely";

const ownTables = ["api_keys", "sessions", "voices", "speech_requests", "feedback", "idempotency_keys"] as const;

/** What must be gone: objects whose rows are gone, and whatever an account would still get after it was closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table object_removals (
      key text primary key,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index object_removals_created_at_idx on object_removals (created_at)`.execute(db);
  // A call that began before its account was closed ends here. It waits for a closing that is under way, and a
  // closing waits for it, so that what it wrote is erased, too.
  await sql`
    create function refuse_closed_account() returns trigger language plpgsql as $$
    declare
      closed timestamptz;
    begin
      select closed_at into closed from users where id = new.user_id for key share;
      if closed is not null then
        raise exception 'The account is closed.' using errcode = 'ACLSD';
      end if;
      return new;
    end $$`.execute(db);
  for (const table of ownTables) {
    await sql`
      create trigger refuse_closed_account before insert on ${sql.table(table)}
      for each row execute function refuse_closed_account()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ownTables) await sql`drop trigger refuse_closed_account on ${sql.table(table)}`.execute(db);
  await sql`drop function refuse_closed_account()`.execute(db);
  await sql`drop table object_removals`.execute(db);
}
