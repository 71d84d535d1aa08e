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
  // The release before does not know the table when it closes an account.
  await sql`
    create function forget_subscription_reminders() returns trigger language plpgsql as
    $$ begin delete from subscription_reminders where user_id = new.id; return null; end $$`.execute(db);
  await sql`
    create trigger forget_subscription_reminders after update of closed_at on users for each row
    when (old.closed_at is null and new.closed_at is not null)
    execute function forget_subscription_reminders()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_subscription_reminders on users`.execute(db);
  await sql`drop function forget_subscription_reminders`.execute(db);
  await sql`drop table subscription_reminders`.execute(db);
}
