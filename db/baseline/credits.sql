-- The credits of accounts. For each account and pool `subscription + permanent + held = sum of the ledger`. Only `holds` has a
-- foreign key here, and nothing to accounts: checking one would wait for an erasure, which waits for the jobs.
create table balances (
  user_id uuid not null,
  pool text not null check (pool in ('tts', 'asr')),
  subscription integer not null default 0 check (subscription >= 0),
  cycle_id text,
  permanent integer not null default 0 check (permanent >= 0),
  cycle_ends_at timestamptz(3),
  primary key (user_id, pool)
);

create table holds (
  request_id uuid primary key,
  user_id uuid not null,
  pool text not null check (pool in ('tts', 'asr')),
  from_subscription integer not null check (from_subscription >= 0),
  from_permanent integer not null check (from_permanent >= 0),
  cycle_id text,
  created_at timestamptz(3) not null default now(),
  api_key_id uuid,
  delivered integer not null default 0 check (delivered >= 0),
  foreign key (user_id, pool) references balances (user_id, pool)
);
create index holds_api_key_id_idx on holds (api_key_id) where api_key_id is not null;
create index holds_user_id_idx on holds (user_id);

-- The changes of balances, each with its reason. Rows are only added.
create table credit_ledger (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  pool text not null check (pool in ('tts', 'asr')),
  kind text not null check (kind in ('grant', 'usage', 'expiry', 'withdrawal', 'correction')),
  credits integer not null,
  request_id uuid unique,
  order_id text,
  reason text,
  created_at timestamptz(3) not null default now()
);
create unique index credit_ledger_granted_key on credit_ledger (order_id, pool)
  where kind = 'grant' and order_id is not null;
create index credit_ledger_order_id_idx on credit_ledger (order_id) where order_id is not null;
create index credit_ledger_user_id_idx on credit_ledger (user_id, pool, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only added to.';
end $$;
create trigger refuse_ledger_change before delete or truncate on credit_ledger
  for each statement execute function refuse_ledger_change();

-- The reason of a correction is free text, perhaps about a person, and can be erased.
create function refuse_ledger_update() returns trigger language plpgsql as $$
declare
  blanked credit_ledger := old;
begin
  blanked.reason := null;
  if old.kind <> 'correction' or new is distinct from blanked then
    raise exception 'The ledger is only added to.';
  end if;
  return new;
end $$;
create trigger refuse_ledger_update before update on credit_ledger
  for each row execute function refuse_ledger_update();

-- The e-mails about credits that are nearly or wholly used: one for each grant and threshold.
create table credit_alerts (
  grant_id bigint not null,
  threshold integer not null check (threshold in (80, 100)),
  user_id uuid not null,
  pool text not null check (pool in ('tts', 'asr')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (grant_id, threshold)
);
create index credit_alerts_due_idx on credit_alerts (due_at) where sent_at is null;
create index credit_alerts_user_id_idx on credit_alerts (user_id);
create trigger refuse_closed_account before insert on credit_alerts
  for each row execute function refuse_closed_account();
