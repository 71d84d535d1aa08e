import { type Kysely, sql } from "kysely";

/** Adds batches of recordings with their items, and the price of a hold, by which a request of a batch costs less. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table speech_batches (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      source text not null,
      api_key_id uuid,
      language text not null,
      is_language_assumed boolean not null,
      options jsonb not null,
      price_percent integer not null,
      item_count integer not null,
      counts jsonb,
      archive_key text,
      started_at timestamptz(3) default now(),
      cancelled_at timestamptz(3),
      finished_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on speech_batches
    for each row execute function refuse_closed_account()`.execute(db);
  await sql`create index speech_batches_user_id_idx on speech_batches (user_id, created_at, id)`.execute(db);
  await sql`create index speech_batches_open_idx on speech_batches (created_at) where finished_at is null`.execute(db);
  await sql`create index speech_batches_finished_at_idx on speech_batches (finished_at)`.execute(db);
  await sql`
    create table speech_batch_items (
      batch_id uuid not null references speech_batches (id) on delete cascade,
      position integer not null,
      request_id uuid not null unique,
      custom_id text,
      name text,
      source jsonb,
      state text not null check (state in ('waiting', 'submitted', 'completed', 'failed', 'cancelled')),
      error_code text,
      error_message text,
      credits integer not null default 0,
      primary key (batch_id, position)
    )`.execute(db);
  await sql`
    create index speech_batch_items_waiting_idx on speech_batch_items (batch_id, position)
    where state = 'waiting'`.execute(db);
  await sql`
    create index speech_batch_items_submitted_idx on speech_batch_items (batch_id) where state = 'submitted'`.execute(
    db,
  );
  await forgetBatches(db);
  await listArchives(db);
  await listUploads(db);
  // Calls take a hold last, too, when they have the locks of all else.
  await sql`alter table holds add column price_percent integer not null default 100`.execute(db);
}

/** Has the batches of an account removed when a release that does not know the table closes it. */
async function forgetBatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_speech_batches() returns trigger language plpgsql as
    $$ begin
      delete from speech_batches where user_id = new.id;
      -- The archives of these are stored no more, after all else of the account.
      delete from storage_totals where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_speech_batches after update of closed_at on users for each row
    when (old.closed_at is null and new.closed_at is not null)
    execute function forget_speech_batches()`.execute(db);
}

/** Has the archive of a batch that is deleted before its end removed, by whichever release deletes it. */
async function listArchives(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_batch_archive() returns trigger language plpgsql as $$
    begin
      insert into object_removals (key) values (old.archive_key) on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_batch_archive after delete on speech_batches for each row
    when (old.archive_key is not null) execute function list_batch_archive()`.execute(db);
}

/** Has the upload of an item removed that is deleted, ends before it is submitted, or gets another one. A request that is submitted takes it over. */
async function listUploads(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_batch_upload() returns trigger language plpgsql as $$
    begin
      insert into object_removals (key) values (old.source #>> '{upload,key}') on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_batch_upload after delete on speech_batch_items for each row
    when (old.source #>> '{upload,key}' is not null) execute function list_batch_upload()`.execute(db);
  await sql`
    create trigger list_former_batch_upload after update of source on speech_batch_items for each row
    when (old.source #>> '{upload,key}' is not null and new.state <> 'submitted'
      and old.source #>> '{upload,key}' is distinct from new.source #>> '{upload,key}')
    execute function list_batch_upload()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_speech_batches on users`.execute(db);
  await sql`drop function forget_speech_batches`.execute(db);
  await sql`delete from speech_batches`.execute(db);
  await sql`drop table speech_batch_items, speech_batches`.execute(db);
  await sql`drop function list_batch_archive, list_batch_upload`.execute(db);
  await sql`alter table holds drop column price_percent`.execute(db);
}
