import { type Kysely, sql } from "kysely";

/** The e-mails about subscriptions that end, or have ended: one of each kind for each end of what is paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription_reminders (
      subscription_id uuid not null,
      period_end timestamptz(3) not null,
      kind text not null check (kind in ('ending', 'ended')),
      user_id uuid not null,
      attempts integer not null default 0,
      due_at timestamptz(3) not null default now(),
      sent_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (subscription_id, period_end, kind)
    )`.execute(db);
  await sql`create index subscription_reminders_due_idx on subscription_reminders (due_at) where sent_at is null`.execute(
    db,
  );
  await sql`create index subscription_reminders_user_id_idx on subscription_reminders (user_id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on subscription_reminders
    for each row execute function refuse_closed_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table subscription_reminders`.execute(db);
}
