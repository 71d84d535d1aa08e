-- What was charged on a day (UTC), by voice.
create table usage_days (
  user_id uuid not null,
  day date not null,
  source text not null check (source in ('web', 'api_key')),
  voice_id text not null,
  voice_label text not null,
  tts_count integer not null,
  asr_count integer not null,
  tts_characters integer not null,
  asr_seconds integer not null,
  credits integer not null,
  primary key (user_id, day, source, voice_id)
);

-- The same whatever the voice, so that a report without voices reads a few rows a day.
create table usage_totals (
  user_id uuid not null,
  day date not null,
  source text not null check (source in ('web', 'api_key')),
  tts_count integer not null,
  asr_count integer not null,
  tts_characters integer not null,
  asr_seconds integer not null,
  credits integer not null,
  primary key (user_id, day, source)
);

-- What was charged in a month by voice, so that the report of a long time reads a few rows a month and the days at its ends.
create table usage_months (
  user_id uuid not null,
  month date not null,
  source text not null check (source in ('web', 'api_key')),
  voice_id text not null,
  voice_label text not null,
  tts_count bigint not null,
  credits bigint not null,
  primary key (user_id, month, source, voice_id)
);

-- What was charged on a day by key, with how long it took.
create table usage_keys (
  user_id uuid not null,
  day date not null,
  api_key_id text not null,
  request_type text not null check (request_type in ('tts', 'asr')),
  requests integer not null,
  credits integer not null,
  latencies integer[] not null,
  primary key (user_id, day, api_key_id, request_type)
);

-- How many requests of a month had which latency, by key. Cancelled requests, bucket 0 of `usage_keys`, have none.
create table usage_latencies (
  user_id uuid not null,
  month date not null,
  api_key_id text not null,
  request_type text not null check (request_type in ('tts', 'asr')),
  bucket integer not null check (bucket > 0),
  requests integer not null,
  primary key (user_id, month, api_key_id, request_type, bucket)
);

-- What failed on a day, by key.
create table usage_errors (
  user_id uuid not null,
  day date not null,
  api_key_id text not null,
  error_code text not null,
  requests integer not null,
  primary key (user_id, day, api_key_id, error_code)
);

-- What the whole installation did on each day (UTC). The maintenance process counts it, so that a report of a year reads a row
-- a day, however many accounts and requests there are.
create table daily_figures (
  day date primary key,
  sign_ups integer not null,
  active_accounts integer not null,
  active_accounts_7_days integer not null,
  active_accounts_30_days integer not null,
  tts_count bigint not null,
  asr_count bigint not null,
  tts_characters bigint not null,
  asr_seconds bigint not null,
  failures integer not null,
  counted_at timestamptz(3) not null
);

create function latency_bucket(latency interval) returns integer language sql immutable parallel safe as $$
  select least(ceil(ln(greatest(extract(epoch from latency)::float8 * 1000, 1.1)) / ln(1.1)), 250)::int
$$;

-- The triggers below add to the sums what the previous release charges, which runs beside this one during an upgrade. This
-- release adds it itself, and says so with settings of its transaction.

create function add_usage_total() returns trigger language plpgsql as $$
begin
  if current_setting('speech.usage_sums', true) = 'written' then return null; end if;
  insert into usage_totals as total (user_id, day, source, tts_count, asr_count, tts_characters, asr_seconds, credits)
  values (new.user_id, new.day, new.source, new.tts_count - coalesce(old.tts_count, 0),
    new.asr_count - coalesce(old.asr_count, 0), new.tts_characters - coalesce(old.tts_characters, 0),
    new.asr_seconds - coalesce(old.asr_seconds, 0), new.credits - coalesce(old.credits, 0))
  on conflict (user_id, day, source) do update set tts_count = total.tts_count + excluded.tts_count,
    asr_count = total.asr_count + excluded.asr_count,
    tts_characters = total.tts_characters + excluded.tts_characters,
    asr_seconds = total.asr_seconds + excluded.asr_seconds, credits = total.credits + excluded.credits;
  return null;
end $$;
create trigger add_usage_total after insert or update on usage_days
  for each row execute function add_usage_total();

create function add_usage_month() returns trigger language plpgsql as $$
begin
  if current_setting('speech.usage_sums', true) = 'written' then return null; end if;
  insert into usage_months as sum (user_id, month, source, voice_id, voice_label, tts_count, credits)
  values (new.user_id, date_trunc('month', new.day::timestamp)::date, new.source, new.voice_id, new.voice_label,
    new.tts_count - coalesce(old.tts_count, 0), new.credits - coalesce(old.credits, 0))
  on conflict (user_id, month, source, voice_id) do update set
    voice_label = coalesce(nullif(excluded.voice_label, ''), sum.voice_label),
    tts_count = sum.tts_count + excluded.tts_count,
    credits = sum.credits + excluded.credits;
  return null;
end $$;
create trigger add_usage_month after insert or update on usage_days
  for each row when (new.voice_id <> '') execute function add_usage_month();

create function take_usage_month() returns trigger language plpgsql as $$
declare first date := date_trunc('month', old.day::timestamp)::date;
begin
  update usage_months set tts_count = tts_count - old.tts_count, credits = credits - old.credits
  where user_id = old.user_id and month = first and source = old.source and voice_id = old.voice_id;
  delete from usage_months
  where user_id = old.user_id and month = first and source = old.source and voice_id = old.voice_id
    and tts_count = 0 and credits = 0;
  return null;
end $$;
create trigger take_usage_month after delete on usage_days
  for each row when (old.voice_id <> '') execute function take_usage_month();

create function add_usage_key() returns trigger language plpgsql as $$
declare bucket integer := latency_bucket(now() - new.created_at);
begin
  if current_setting('speech.usage_keys', true) = 'written' then return null; end if;
  insert into usage_keys as sum (user_id, day, api_key_id, request_type, requests, credits, latencies)
  values (new.user_id, (now() at time zone 'utc')::date, coalesce(new.api_key_id::text, ''), new.request_type, 1,
    new.credits, array_fill(1, array[1], array[bucket]))
  on conflict (user_id, day, api_key_id, request_type) do update set requests = sum.requests + 1,
    credits = sum.credits + excluded.credits, latencies[bucket] = coalesce(sum.latencies[bucket], 0) + 1;
  return null;
end $$;
create trigger add_usage_key after update of credits on speech_requests
  for each row when (new.credits is not null and new.user_id is not null) execute function add_usage_key();

create function add_usage_latency() returns trigger language plpgsql as $$
begin
  if current_setting('speech.usage_latencies', true) = 'written' then return null; end if;
  insert into usage_latencies as sum (user_id, month, api_key_id, request_type, bucket, requests)
  select new.user_id, date_trunc('month', new.day::timestamp)::date, new.api_key_id, new.request_type, bucket,
    new.latencies[bucket] - coalesce(old.latencies[bucket], 0)
  from generate_subscripts(new.latencies, 1) as bucket
  where bucket > 0 and new.latencies[bucket] is distinct from old.latencies[bucket]
  on conflict (user_id, month, api_key_id, request_type, bucket) do update
  set requests = sum.requests + excluded.requests;
  return null;
end $$;
create trigger add_usage_latency after insert or update of latencies on usage_keys
  for each row execute function add_usage_latency();

create function delete_usage_latency() returns trigger language plpgsql as $$
begin
  delete from usage_latencies where user_id = old.user_id and month = date_trunc('month', old.day::timestamp)::date
    and api_key_id = old.api_key_id and request_type = old.request_type;
  return null;
end $$;
create trigger delete_usage_latency after delete on usage_keys
  for each row execute function delete_usage_latency();
