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
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_notes`.execute(db);
  await sql`alter table users drop column blocked_at`.execute(db);
}
