import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * Addresses that have received the free credits, as hashes that outlive their accounts; the words about people in
 * accounts that are erased already go. Nothing here keeps anybody from the tables in use, however long it takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table installation_keys (name text primary key, secret bytea not null)`.execute(db);
  await sql`insert into installation_keys (name, secret) values ('addresses', ${randomBytes(32)})`.execute(db);
  // One person's spellings of one mailbox hash alike: case, spaces around it, what follows a plus sign, and the dots of
  // Gmail. Without the key it cannot be told whether a given address is among the hashes.
  await sql`
    create function hash_address(email text) returns bytea stable language plpgsql as $$
    declare
      address text := lower(btrim(email));
      mailbox text := regexp_replace(address, '@[^@]*$', '');
      host text := coalesce(substring(address from '@([^@]*)$'), '');
    begin
      mailbox := coalesce(nullif(split_part(mailbox, '+', 1), ''), mailbox);
      if host in ('gmail.com', 'googlemail.com') then
        mailbox := replace(mailbox, '.', '');
        host := 'gmail.com';
      end if;
      return sha256((select secret from installation_keys where name = 'addresses')
        || convert_to(mailbox || '@' || host, 'UTF8'));
    end $$`.execute(db);
  await sql`
    create table free_credit_addresses (
      address_hash bytea primary key,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    insert into free_credit_addresses (address_hash)
    select hash_address(email) from users
    where email <> '' and exists (
      select 1 from credit_ledger as entry
      where entry.user_id = users.id and entry.kind = 'grant' and entry.order_id is null)
    on conflict do nothing`.execute(db);
  // Of accounts that were erased before this release.
  await sql`
    update credit_ledger as entry set reason = null from users
    where users.id = entry.user_id and users.closed_at is not null
      and entry.kind = 'correction' and entry.reason is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table free_credit_addresses`.execute(db);
  await sql`drop function hash_address(text)`.execute(db);
  await sql`drop table installation_keys`.execute(db);
}
