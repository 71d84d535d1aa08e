import { type Kysely, sql } from "kysely";

/**
 * What is bought. An order is one cycle of a subscription: its id is the `cycle_id` of the credits that it grants.
 * Orders and payments keep amounts, and no person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What a plan may be at most, so that its price in paise and the sum of two balances are integers of the database.
  await sql`
    alter table plans add constraint plans_sellable_check check (
      price_inr <= 10000000 and tts_credits_per_cycle <= 1000000000 and asr_credits_per_cycle <= 1000000000
    )`.execute(db);
  // Changing a balance twice in one transaction checks the key again, and so waits for an erasure under way, which may
  // wait for the hold that this transaction has locked. Accounts are never removed.
  await sql`alter table credit_accounts drop constraint credit_accounts_user_id_fkey`.execute(db);
  await sql`
    create table subscriptions (
      id uuid primary key,
      user_id uuid not null references users (id),
      plan_id text not null references plans (id),
      status text not null check (status in ('pending', 'active', 'past_due', 'cancelled', 'expired')),
      anchor_at timestamptz(3),
      paid_months integer not null default 0 check (paid_months >= 0),
      current_period_start timestamptz(3),
      current_period_end timestamptz(3),
      order_id text,
      created_at timestamptz(3) not null default now(),
      check (status in ('pending', 'cancelled') or (anchor_at is not null and current_period_end is not null))
    )`.execute(db);
  await sql`
    create unique index subscriptions_live_key on subscriptions (user_id)
    where status in ('active', 'past_due')`.execute(db);
  await sql`
    create unique index subscriptions_pending_key on subscriptions (user_id, plan_id)
    where status = 'pending'`.execute(db);
  await sql`create index subscriptions_user_id_idx on subscriptions (user_id, current_period_end desc)`.execute(db);
  await sql`
    create index subscriptions_ending_idx on subscriptions (current_period_end)
    where status in ('active', 'past_due')`.execute(db);
  await sql`
    create table payment_orders (
      id text primary key,
      request_id uuid not null unique,
      user_id uuid not null references users (id),
      subscription_id uuid not null references subscriptions (id),
      plan_id text not null references plans (id),
      status text not null check (status in ('open', 'abandoned', 'paid', 'refunded')),
      amount integer not null check (amount > 0),
      currency text not null,
      months integer not null check (months > 0),
      tts_credits integer not null check (tts_credits >= 0),
      asr_credits integer not null check (asr_credits >= 0),
      paid_at timestamptz(3),
      period_start timestamptz(3),
      period_end timestamptz(3),
      started_at timestamptz(3),
      ended_at timestamptz(3),
      asked_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      check (status <> 'paid' or (paid_at is not null and period_start is not null and period_end is not null))
    )`.execute(db);
  await sql`
    create unique index payment_orders_open_key on payment_orders (user_id, plan_id) where status = 'open'`.execute(db);
  await sql`create index payment_orders_user_id_idx on payment_orders (user_id)`.execute(db);
  await sql`create index payment_orders_subscription_id_idx on payment_orders (subscription_id)`.execute(db);
  await sql`create index payment_orders_asked_at_idx on payment_orders (asked_at)
    where status in ('open', 'abandoned') or (status = 'paid' and ended_at is null)`.execute(db);
  await sql`
    create index payment_orders_waiting_idx on payment_orders (period_start)
    where status = 'paid' and started_at is null and ended_at is null`.execute(db);
  await sql`
    create index payment_orders_running_idx on payment_orders (period_end)
    where started_at is not null and ended_at is null`.execute(db);
  await sql`alter table credit_accounts add column cycle_ends_at timestamptz(3)`.execute(db);
  await sql`
    create table payments (
      id text primary key,
      order_id text not null references payment_orders (id),
      status text not null check (status in ('failed', 'authorized', 'captured')),
      amount integer not null check (amount >= 0),
      refunded integer not null default 0 check (refunded >= 0),
      made_at timestamptz(3),
      captured_at timestamptz,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index payments_order_id_idx on payments (order_id)`.execute(db);
  for (const table of ["subscriptions", "payment_orders"]) {
    await sql`
      create trigger refuse_closed_account before insert on ${sql.table(table)}
      for each row execute function refuse_closed_account()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_accounts drop column cycle_ends_at`.execute(db);
  await sql`
    alter table credit_accounts add constraint credit_accounts_user_id_fkey
    foreign key (user_id) references users (id)`.execute(db);
  await sql`alter table plans drop constraint plans_sellable_check`.execute(db);
  await sql`drop table payments`.execute(db);
  await sql`drop table payment_orders`.execute(db);
  await sql`drop table subscriptions`.execute(db);
}
