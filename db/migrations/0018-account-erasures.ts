import { type Kysely, sql } from "kysely";

/** The tables of an account that the release before could still write to after it was closed. */
const tables = ["uploads", "key_term_lists", "pronunciation_dictionaries"] as const;

/** Lists accounts that were closed and whose data waits to be erased, which the release before leaves to this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_erasures (
      user_id uuid primary key references users (id) on delete cascade,
      due_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  for (const table of tables)
    await sql`
      create trigger refuse_closed_account before insert on ${sql.table(table)}
      for each row execute function refuse_closed_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await sql`drop trigger refuse_closed_account on ${sql.table(table)}`.execute(db);
  await sql`drop table account_erasures`.execute(db);
}
