import { type Kysely, sql } from "kysely";

/** Lets admins block accounts and write notes about them; the release before ignores both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column blocked_at timestamptz(3)`.execute(db);
  await sql`
    create table account_notes (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      author_id uuid references users (id) on delete set null,
      kind text not null check (kind in ('note', 'blocked', 'unblocked')),
      text text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index account_notes_user_id_idx on account_notes (user_id, created_at desc)`.execute(db);
  await sql`create index account_notes_author_id_idx on account_notes (author_id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on account_notes
    for each row execute function refuse_closed_account()`.execute(db);
  // The release before closes accounts, too, and does not know the table.
  await sql`
    create function forget_account_notes() returns trigger language plpgsql as $$
    begin
      delete from account_notes where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_account_notes after update of closed_at on users
    for each row when (old.closed_at is null and new.closed_at is not null)
    execute function forget_account_notes()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_account_notes on users`.execute(db);
  await sql`drop function forget_account_notes()`.execute(db);
  await sql`drop table account_notes`.execute(db);
  await sql`alter table users drop column blocked_at`.execute(db);
}
