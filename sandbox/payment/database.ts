import { openDatabase, type Pool } from "#sandbox/database.ts";

/** Amounts in paise; `delivery` has one row; webhooks with the same `order_key` are sent in order. */
const tables = `
  create schema if not exists sandbox_payment;
  create table if not exists sandbox_payment.orders (
    id text primary key,
    amount integer not null,
    amount_paid integer not null default 0,
    receipt text,
    notes text not null,
    status text not null default 'created',
    attempts integer not null default 0,
    created_at timestamptz not null default now()
  );
  create table if not exists sandbox_payment.payments (
    id text primary key,
    position bigint generated always as identity,
    order_id text not null references sandbox_payment.orders,
    amount integer not null,
    amount_refunded integer not null default 0,
    status text not null,
    capture_at timestamptz,
    created_at timestamptz not null default now()
  );
  create index if not exists payments_order on sandbox_payment.payments (order_id, position);
  create index if not exists payments_capture on sandbox_payment.payments (capture_at) where status = 'authorized';
  create table if not exists sandbox_payment.refunds (
    id text primary key,
    payment_id text not null references sandbox_payment.payments,
    amount integer not null,
    receipt text,
    notes text not null,
    created_at timestamptz not null default now()
  );
  create table if not exists sandbox_payment.delivery (
    id boolean primary key default true check (id),
    deliveries integer not null default 1,
    shuffled boolean not null default false,
    sent boolean not null default true,
    late_capture_seconds integer not null default 10
  );
  insert into sandbox_payment.delivery default values on conflict do nothing;
  do $$ begin
    -- The name of an earlier release.
    alter table sandbox_payment.webhooks rename column lane to order_key;
  exception when undefined_table or undefined_column then null;
  end $$;
  create table if not exists sandbox_payment.webhooks (
    id uuid primary key default gen_random_uuid(),
    position bigint generated always as identity,
    event_id text not null,
    order_key text not null,
    body text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now()
  );
`;

/** The orders of the sandbox, their payments, and the notifications to send. */
export const openPaymentDatabase = (url: string): Promise<Pool> =>
  openDatabase({ url, name: "sandbox-payment", tables });
