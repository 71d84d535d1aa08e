-- Objects whose rows are gone.
create table object_removals (
  key text primary key,
  created_at timestamptz(3) not null default now()
);
create index object_removals_created_at_idx on object_removals (created_at);

-- Objects that are being written and that no row names yet.
create table pending_objects (
  key text primary key,
  created_at timestamptz not null default now()
);

-- The bytes that are stored for each account. The transaction that writes the row which names an object writes it down here; a
-- trigger forgets it when it is listed for removal. Like the tables of credits it has no foreign key to accounts.
create table stored_objects (
  key text primary key,
  user_id uuid not null,
  bytes bigint not null check (bytes >= 0)
);

create table storage_totals (
  user_id uuid primary key,
  bytes bigint not null
);

-- The totals are locked in the order of the accounts, so that two sweeps never wait for each other.
create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into storage_totals as total (user_id, bytes)
  select user_id, case tg_op when 'INSERT' then sum(bytes) else -sum(bytes) end
  from changed group by user_id order by user_id
  on conflict (user_id) do update set bytes = total.bytes + excluded.bytes;
  return null;
end $$;
create trigger add_stored_bytes after insert on stored_objects referencing new table as changed
  for each statement execute function count_stored_bytes();
create trigger take_stored_bytes after delete on stored_objects referencing old table as changed
  for each statement execute function count_stored_bytes();

create function forget_stored_objects() returns trigger language plpgsql as $$
begin
  delete from stored_objects where key in (select key from listed);
  return null;
end $$;
create trigger forget_stored_objects after insert on object_removals referencing new table as listed
  for each statement execute function forget_stored_objects();

create function forget_synthesis_results() returns trigger language plpgsql as $$
begin
  -- In one order, so that two removals never wait for each other.
  delete from synthesis_cache where cache_key in (
    select cache_key from synthesis_cache where result_key in (select key from listed) order by cache_key for update
  );
  return null;
end $$;
-- Triggers fire in the order of their names: this one after `forget_stored_objects`, so that a removal locks the totals of
-- accounts before entries, as completing a synthesis does.
create trigger forget_synthesis_results after insert on object_removals referencing new table as listed
  for each statement execute function forget_synthesis_results();

-- Times until which no object is removed, so that a backup can copy all that its database names.
create table removal_holds (
  held_until timestamptz(3) not null
);
