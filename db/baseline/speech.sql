-- Built-in voices, which the seed writes, and custom voices.
create table voices (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  name text not null,
  description text not null default '',
  type text not null check (type in ('builtin', 'custom')),
  language text not null,
  status text not null check (status in ('pending', 'training', 'ready', 'failed')),
  engine text,
  engine_voice text,
  profile jsonb,
  measurement jsonb,
  sample_key text,
  sample_container text,
  error_code text,
  error_message text,
  created_at timestamptz(3) not null default now(),
  gender text check (gender in ('female', 'male')),
  accent text,
  quality text check (quality in ('natural', 'standard', 'basic')),
  licence text,
  deprecated boolean not null default false,
  match jsonb,
  progress integer not null default 0 check (progress between 0 and 100),
  consent_statement text,
  consent_given_by text,
  consent_at timestamptz(3),
  sample_sha256 text,
  search jsonb,
  sample_text text,
  failed_at timestamptz(3),
  check ((type = 'builtin') = (user_id is null)),
  check (status <> 'ready' or (engine is not null and engine_voice is not null))
);
create index voices_user_id_idx on voices (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on voices
  for each row execute function refuse_closed_account();

-- The favorite voices of accounts. A deleted voice is one no longer.
create table favorite_voices (
  user_id uuid not null references users (id) on delete cascade,
  voice_id uuid not null references voices (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, voice_id)
);
create index favorite_voices_voice_id_idx on favorite_voices (voice_id);
create trigger refuse_closed_account before insert on favorite_voices
  for each row execute function refuse_closed_account();

-- The log of uses of a voice. It has no foreign key to voices: this is known after a voice was deleted, as long as there is
-- the account.
create table voice_uses (
  id bigint generated always as identity primary key,
  voice_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  action text not null check (action in ('created', 'trained', 'spoken', 'sample_deleted', 'deleted')),
  request_id uuid,
  created_at timestamptz(3) not null default now()
);
create index voice_uses_user_id_idx on voice_uses (user_id);
create index voice_uses_voice_id_idx on voice_uses (voice_id, id desc);
create trigger refuse_closed_account before insert on voice_uses
  for each row execute function refuse_closed_account();

create table speech_requests (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  request_type text not null check (request_type in ('tts', 'asr')),
  is_demo boolean not null,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  language text not null,
  voice_id uuid,
  input_text text,
  characters integer,
  speed real,
  format text check (format in ('wav', 'mp3', 'ogg', 'flac', 'aac', 'pcm', 'mulaw', 'alaw')),
  source_key text,
  source_container text,
  result_key text,
  content_type text,
  sample_rate integer,
  duration_seconds double precision,
  transcript jsonb,
  error_code text,
  error_message text,
  error_facts jsonb,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  source text check (source in ('web', 'api_key')),
  credits integer,
  requested_model text not null default 'auto',
  language_tag text,
  model text,
  confidence_source text check (confidence_source in ('model', 'alignment', 'none')),
  transcript_format text not null default 'smart' check (transcript_format in ('smart', 'verbatim')),
  input_type text not null default 'text' check (input_type in ('text', 'ssml')),
  cached boolean not null default false,
  word_timestamps boolean not null default false,
  spoken_words jsonb,
  requested_sample_rate integer,
  requested_bit_rate integer,
  is_streamed boolean not null default false,
  api_key_id uuid,
  file_name text,
  check ((status in ('completed', 'failed')) = (finished_at is not null)),
  check ((status = 'failed') = (error_code is not null))
);
create index speech_requests_failed_idx on speech_requests (finished_at desc, id desc) where status = 'failed';
-- The calls of the demo, which have no account.
create index speech_requests_strangers_idx on speech_requests (finished_at) where is_demo and user_id is null;
-- The number of unfinished requests of an account is asked before every speech request.
create index speech_requests_unfinished_idx on speech_requests (user_id) where finished_at is null and not is_demo;
create index speech_requests_user_id_idx on speech_requests (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on speech_requests
  for each row execute function refuse_closed_account();

-- The words by which a request is found, for an index. Each begins with eight digits of the id of the account, so that a search
-- reads the words of one account, however many others have the same ones. Words are cut to 40 characters, and the text to
-- 150,000, so that the result stays below the limit of a tsvector, 1 MiB. ASCII and CJK punctuation separates words;
-- without it `minutes_2026-05.mp3` would be one word. Chinese and Japanese, which have no spaces, are searched by
-- their characters.
create function speech_search_words(account uuid, input text, file_name text, transcript jsonb) returns tsvector
language sql immutable cost 5000 parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(account::text, 8) || left(word, 40)), '{}'))
  from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', regexp_replace(
    translate(
      lower(left(
        coalesce(input, '') || ' ' || coalesce(file_name, '') || ' ' || coalesce(transcript ->> 'text', ''), 150000)),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~，。！？、；：「」『』（）“”‘’…—–¿¡«»·।',
      '                                                          '),
    '([\u3041-\u30ff\u3400-\u9fff])', '\1 ', 'g')))) as word
$$;

create function speech_search_query(account uuid, content text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
  from unnest(tsvector_to_array(speech_search_words(account, content, null, null))) as word
$$;

-- The audio of streams until two minutes after their end. A crash of the database empties the table: the caller then
-- gets the rest from the stored object.
create unlogged table speech_chunks (
  request_id uuid not null,
  run integer not null,
  position integer not null check (position >= 0),
  sentence integer not null,
  characters integer not null check (characters >= 0),
  content bytea not null,
  words jsonb,
  primary key (request_id, run, position)
);
-- Audio is compressed already, or hardly compressible.
alter table speech_chunks alter column content set storage external;

-- The finished synthesis that has the audio for an input. An entry names audio that a request of an account keeps and has no
-- object of its own. It has no foreign key to requests, so that removing many of them stays fast.
create table synthesis_cache (
  cache_key bytea primary key,
  request_id uuid not null,
  result_key text not null unique,
  custom_voice_id uuid,
  used_at timestamptz(3) not null default now()
);

-- The feedback on requests. It has no foreign key to the request, which may be removed before.
create table feedback (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  request_id uuid not null,
  request_type text not null check (request_type in ('tts', 'asr')),
  feedback_text text not null,
  created_at timestamptz(3) not null default now()
);
create index feedback_created_at_idx on feedback (created_at desc, id desc);
create index feedback_request_id_idx on feedback (request_id);
create index feedback_user_id_idx on feedback (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on feedback
  for each row execute function refuse_closed_account();
