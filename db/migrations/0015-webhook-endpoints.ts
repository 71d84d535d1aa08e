import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** Adds the addresses of customers that are called when something happens, and each call of them, which is written down before it is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      id uuid primary key,
      user_id uuid not null,
      url text,
      description text not null default '',
      events text[] not null,
      include text[] not null,
      state text not null default 'enabled' check (state in ('enabled', 'disabled')),
      secret bytea not null,
      former_secret bytea,
      former_secret_until timestamptz(3),
      failures integer not null default 0,
      failing_since timestamptz(3),
      disabled_reason text check (disabled_reason in ('account', 'gone', 'failures')),
      disabled_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index webhook_endpoints_user_id_idx on webhook_endpoints (user_id)`.execute(db);
  await sql`create unique index webhook_endpoints_default_idx on webhook_endpoints (user_id) where url is null`.execute(
    db,
  );
  await sql`
    create trigger refuse_closed_account before insert on webhook_endpoints
    for each row execute function refuse_closed_account()`.execute(db);
  await sql`
    create table webhook_endpoint_notices (
      endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
      disabled_at timestamptz(3) not null,
      user_id uuid not null,
      attempts integer not null default 0,
      due_at timestamptz(3) not null default now(),
      sent_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (endpoint_id, disabled_at)
    )`.execute(db);
  await sql`create index webhook_endpoint_notices_user_id_idx on webhook_endpoint_notices (user_id)`.execute(db);
  await sql`
    create index webhook_endpoint_notices_due_at_idx on webhook_endpoint_notices (due_at) where sent_at is null`.execute(
    db,
  );
  await createDeliveries(db);
  await sql`insert into installation_keys (name, secret) values ('webhook secrets', ${randomBytes(32)})`.execute(db);
  await queueSubscriptionEvents(db);
  await forgetEndpoints(db);
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
      event_id uuid not null,
      type text,
      subject_id uuid,
      payload text,
      url text,
      form text not null default 'standard',
      method text not null default 'POST',
      sealed_headers bytea,
      options jsonb,
      status text not null default 'pending' check (status in ('waiting', 'pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz(3),
      sending_until timestamptz(3),
      last_status integer,
      last_error text,
      last_attempt_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      unique (endpoint_id, event_id)
    )`.execute(db);
  await sql`
    create index webhook_deliveries_pending_idx on webhook_deliveries (endpoint_id, next_at)
    where status = 'pending'`.execute(db);
  await sql`
    create index webhook_deliveries_sending_idx on webhook_deliveries (endpoint_id)
    where sending_until is not null`.execute(db);
  await sql`
    create index webhook_deliveries_waiting_idx on webhook_deliveries (subject_id) where status = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_list_idx on webhook_deliveries (endpoint_id, created_at, id)`.execute(db);
  await sql`
    create index webhook_deliveries_ended_idx on webhook_deliveries (created_at)
    where status in ('delivered', 'failed') and type <> 'credits.low'`.execute(db);
}

/** The state of a subscription is changed in many places, for many subscriptions at once, and by the previous release. */
async function queueSubscriptionEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function queue_subscription_event() returns trigger language plpgsql as $$
    declare
      event_type constant text := 'subscription.' || case new.status when 'active' then 'activated' else new.status end;
      event uuid := gen_random_uuid();
    begin
      insert into webhook_deliveries (id, endpoint_id, event_id, type, subject_id, payload, next_at)
      select gen_random_uuid(), id, event, event_type, new.id, json_build_object(
          'type', event_type,
          'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'data', json_build_object('subscription_id', new.id, 'plan_id', new.plan_id, 'status', new.status)
        )::text, now()
      from webhook_endpoints
      where user_id = new.user_id and state = 'enabled' and event_type = any (events)
      for key share;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger queue_subscription_event after update of status on subscriptions for each row
    when (old.status is distinct from new.status and (old.status <> 'pending' or new.status = 'active'))
    execute function queue_subscription_event()`.execute(db);
}

/** Has the endpoints of an account removed when a release that does not know the table closes it. */
async function forgetEndpoints(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_webhook_endpoints() returns trigger language plpgsql as
    $$ begin delete from webhook_endpoints where user_id = new.id; return null; end $$`.execute(db);
  await sql`
    create trigger forget_webhook_endpoints after update of closed_at on users for each row
    when (old.closed_at is null and new.closed_at is not null)
    execute function forget_webhook_endpoints()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_webhook_endpoints on users`.execute(db);
  await sql`drop function forget_webhook_endpoints`.execute(db);
  await sql`drop trigger queue_subscription_event on subscriptions`.execute(db);
  await sql`drop function queue_subscription_event`.execute(db);
  await sql`delete from installation_keys where name = 'webhook secrets'`.execute(db);
  await sql`drop table webhook_deliveries, webhook_endpoint_notices, webhook_endpoints`.execute(db);
}
