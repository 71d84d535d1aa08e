create table plans (
  id text primary key,
  display_name text not null,
  price_inr integer not null check (price_inr >= 0),
  billing_cycle text not null check (billing_cycle in ('monthly', 'yearly')),
  tts_credits_per_cycle integer not null check (tts_credits_per_cycle >= 0),
  asr_credits_per_cycle integer not null check (asr_credits_per_cycle >= 0),
  is_active boolean not null default true,
  position integer not null,
  -- So the price in paise and the sum of two balances are integers of the database.
  constraint plans_sellable_check check (
    price_inr <= 10000000 and tts_credits_per_cycle <= 1000000000 and asr_credits_per_cycle <= 1000000000
  )
);

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
);
create index subscriptions_ending_idx on subscriptions (current_period_end) where status in ('active', 'past_due');
create unique index subscriptions_live_key on subscriptions (user_id) where status in ('active', 'past_due');
create unique index subscriptions_pending_key on subscriptions (user_id, plan_id) where status = 'pending';
create index subscriptions_user_id_idx on subscriptions (user_id, current_period_end desc);
create trigger refuse_closed_account before insert on subscriptions
  for each row execute function refuse_closed_account();

-- The e-mails about subscriptions that end, or have ended: one of each kind for each end of what is paid.
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
);
create index subscription_reminders_due_idx on subscription_reminders (due_at) where sent_at is null;
create index subscription_reminders_user_id_idx on subscription_reminders (user_id);
create trigger refuse_closed_account before insert on subscription_reminders
  for each row execute function refuse_closed_account();

create function forget_subscription_reminders() returns trigger language plpgsql as $$
begin
  delete from subscription_reminders where user_id = new.id;
  return null;
end $$;
create trigger forget_subscription_reminders after update of closed_at on users
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function forget_subscription_reminders();

-- An order buys either a cycle of a subscription, and its id is then the `cycle_id` of the credits that it grants, or a pack of
-- permanent credits. Orders and payments keep amounts, and no person. The receipt says what the order was when it was
-- paid, whatever changes later. `carried_into` names the cycle that took over the unused credits.
create table payment_orders (
  id text primary key,
  request_id uuid not null unique,
  user_id uuid not null references users (id),
  subscription_id uuid references subscriptions (id),
  plan_id text references plans (id),
  status text not null check (status in ('open', 'abandoned', 'paid', 'refunded')),
  amount integer not null check (amount > 0),
  currency text not null,
  months integer not null,
  tts_credits integer not null check (tts_credits >= 0),
  asr_credits integer not null check (asr_credits >= 0),
  paid_at timestamptz(3),
  period_start timestamptz(3),
  period_end timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  receipt_number integer unique,
  receipt jsonb,
  pack_id text,
  carried_into text,
  check (status <> 'paid' or (paid_at is not null and period_start is not null and period_end is not null)),
  check ((receipt_number is null) = (receipt is null)),
  constraint payment_orders_kind_check check (
    case
      when pack_id is null then subscription_id is not null and plan_id is not null and months > 0
      else subscription_id is null and plan_id is null and months = 0 and (status <> 'paid' or ended_at is not null)
    end
  )
);
create index payment_orders_asked_at_idx on payment_orders (asked_at)
  where status in ('open', 'abandoned') or (status = 'paid' and ended_at is null);
create index payment_orders_carried_into_idx on payment_orders (carried_into) where carried_into is not null;
create unique index payment_orders_open_key on payment_orders (user_id, plan_id) where status = 'open';
create unique index payment_orders_open_pack_key on payment_orders (user_id, pack_id)
  where status = 'open' and pack_id is not null;
create index payment_orders_paid_packs_idx on payment_orders (asked_at) where status = 'paid' and pack_id is not null;
create index payment_orders_receipts_idx on payment_orders (paid_at, id)
  where paid_at is not null and receipt_number is null;
create index payment_orders_running_idx on payment_orders (period_end) where started_at is not null and ended_at is null;
create index payment_orders_subscription_id_idx on payment_orders (subscription_id);
create index payment_orders_user_id_idx on payment_orders (user_id);
create index payment_orders_waiting_idx on payment_orders (period_start)
  where status = 'paid' and started_at is null and ended_at is null;
create trigger refuse_closed_account before insert on payment_orders
  for each row execute function refuse_closed_account();

create table payments (
  id text primary key,
  order_id text not null references payment_orders (id),
  status text not null check (status in ('failed', 'authorized', 'captured')),
  amount integer not null check (amount >= 0),
  refunded integer not null default 0 check (refunded >= 0),
  made_at timestamptz(3),
  captured_at timestamptz,
  created_at timestamptz(3) not null default now()
);
create index payments_order_id_idx on payments (order_id);

-- Receipts as they were drawn last. The digest is that of everything that the drawing shows, so that a change is drawn anew.
create table drawn_receipts (
  order_id text primary key references payment_orders (id) on delete cascade,
  digest bytea not null,
  content bytea not null
);
