import { type Kysely, sql } from "kysely";

/**
 * How many bytes are stored for each account. An object is written down here by the transaction that writes the row which
 * names it; a trigger forgets it when it is listed for removal, whichever release lists it. Objects that were stored
 * before, or by an earlier release, count as nothing. Without foreign keys to accounts, as the tables of credits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column keep_recordings boolean not null default true`.execute(db);
  await sql`
    create table stored_objects (
      key text primary key,
      user_id uuid not null,
      bytes bigint not null check (bytes >= 0)
    )`.execute(db);
  await sql`create table storage_totals (user_id uuid primary key, bytes bigint not null)`.execute(db);
  // In the order of the accounts, so that two sweeps never wait for each other.
  await sql`
    create function count_stored_bytes() returns trigger language plpgsql as $$
    begin
      insert into storage_totals as total (user_id, bytes)
      select user_id, case tg_op when 'INSERT' then sum(bytes) else -sum(bytes) end
      from changed group by user_id order by user_id
      on conflict (user_id) do update set bytes = total.bytes + excluded.bytes;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_stored_bytes after insert on stored_objects referencing new table as changed
    for each statement execute function count_stored_bytes()`.execute(db);
  await sql`
    create trigger take_stored_bytes after delete on stored_objects referencing old table as changed
    for each statement execute function count_stored_bytes()`.execute(db);
  await sql`
    create function forget_stored_objects() returns trigger language plpgsql as $$
    begin
      delete from stored_objects where key in (select key from listed);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_stored_objects after insert on object_removals referencing new table as listed
    for each statement execute function forget_stored_objects()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_stored_objects on object_removals`.execute(db);
  await sql`drop function forget_stored_objects()`.execute(db);
  await sql`drop table stored_objects`.execute(db);
  await sql`drop function count_stored_bytes()`.execute(db);
  await sql`drop table storage_totals`.execute(db);
  await sql`alter table users drop column keep_recordings`.execute(db);
}
