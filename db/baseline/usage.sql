-- The charges of a day (UTC), by voice.
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

-- The charges of a month by voice, so that the report of a long time reads a few rows a month and the days at its ends.
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

-- The charges of a day by key, with the latencies.
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

-- The number of requests of a month with each latency, by key. Cancelled requests, bucket 0 of `usage_keys`, have none.
create table usage_latencies (
  user_id uuid not null,
  month date not null,
  api_key_id text not null,
  request_type text not null check (request_type in ('tts', 'asr')),
  bucket integer not null check (bucket > 0),
  requests integer not null,
  primary key (user_id, month, api_key_id, request_type, bucket)
);

-- The failures of a day, by key.
create table usage_errors (
  user_id uuid not null,
  day date not null,
  api_key_id text not null,
  error_code text not null,
  requests integer not null,
  primary key (user_id, day, api_key_id, error_code)
);

-- The figures of the whole installation for each day (UTC). The maintenance process counts it, so that a report of a year reads a row
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
