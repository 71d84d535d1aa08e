-- One row for every piece of work that is not done: written with its subject, deleted with its result.
create table jobs (
  subject_id uuid primary key,
  name text not null,
  state text not null default 'queued' check (state in ('queued', 'running')),
  run integer not null default 0,
  failures integer not null default 0,
  crashes integer not null default 0,
  run_at timestamptz(3) not null default now(),
  heartbeat_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  account_id uuid,
  group_key text not null,
  promoted_at timestamptz(3)
);
create index jobs_account_idx on jobs (account_id, name) where account_id is not null;
create index jobs_in_flight_idx on jobs (name, group_key) where state = 'running' or promoted_at is not null;
create index jobs_running_idx on jobs (heartbeat_at) where state = 'running';
create index jobs_waiting_idx on jobs (name, group_key, created_at, subject_id)
  where state = 'queued' and promoted_at is null;

-- The time when a job of a group was begun last: groups of one name take turns.
create table job_groups (
  name text not null,
  group_key text not null,
  served_at timestamptz not null,
  primary key (name, group_key)
);

create table worker_slots (
  worker_id uuid primary key,
  queue text not null,
  slots integer not null check (slots > 0),
  seen_at timestamptz(3) not null default now()
);

-- The lengths of the queues in each minute of the last day. The maintenance process writes it down.
create table queue_samples (
  sampled_at timestamptz(3) not null,
  queue text not null,
  waiting integer not null,
  running integer not null,
  oldest_seconds double precision,
  completed integer not null,
  failed integer not null,
  primary key (sampled_at, queue)
);

-- The engines of the workers. Each worker writes them down and renews them.
create table engines (
  instance_id uuid not null,
  name text not null,
  kind text not null check (kind in ('recognition', 'synthesis')),
  manifest jsonb not null,
  state text not null check (state in ('ready', 'starting', 'unavailable')),
  reason text,
  seen_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (instance_id, name)
);

-- The folders of models on the machines of the workers, which write them down and renew them.
create table model_folders (
  id uuid primary key,
  host text not null,
  directory text not null,
  writable boolean not null,
  free_bytes bigint not null,
  models jsonb not null,
  seen_at timestamptz(3) not null default now()
);

-- The pulls of models that admins have asked for: a worker of the machine of the folder takes them.
create table model_pulls (
  id uuid primary key,
  folder_id uuid not null references model_folders (id) on delete cascade,
  model text not null,
  requested_by uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  attempts integer not null default 0,
  step text,
  done_bytes bigint,
  total_bytes bigint,
  error text,
  created_at timestamptz(3) not null default now(),
  heartbeat_at timestamptz(3),
  finished_at timestamptz(3)
);
create index model_pulls_created_at_idx on model_pulls (created_at desc, id desc);
create unique index model_pulls_open_key on model_pulls (folder_id, model) where status in ('queued', 'running');

-- The notifications that the providers of identities and payments send.
create table webhook_events (
  id uuid primary key,
  provider text not null check (provider in ('identity', 'payment')),
  dedupe_key text not null,
  event_id text not null,
  event_type text not null,
  subject text,
  payload text,
  status text not null check (status in ('queued', 'processed', 'ignored', 'quarantined', 'failed')),
  detail text,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  resolved_at timestamptz(3),
  resolved_by uuid references users (id),
  unique (provider, dedupe_key),
  check (resolved_at is null or status in ('quarantined', 'failed')),
  check (resolved_by is null or resolved_at is not null)
);
create index webhook_events_attention_idx on webhook_events (received_at desc, id desc)
  where status in ('quarantined', 'failed');
create index webhook_events_received_at_idx on webhook_events (received_at desc, id desc);
create index webhook_events_subject_idx on webhook_events (provider, subject);

-- The messages of visitors from the contact form.
create table contact_submissions (
  id uuid primary key,
  name text not null,
  email text not null,
  company text,
  interested_products jsonb,
  how_did_you_hear text,
  status text not null default 'new' check (status in ('new', 'reviewed', 'closed')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  message text
);
create index contact_submissions_closed_at_idx on contact_submissions (closed_at) where closed_at is not null;
create index contact_submissions_created_at_idx on contact_submissions (created_at desc, id desc);
create index contact_submissions_email_idx on contact_submissions (lower(email));

create function note_ticket_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.status = 'closed' then coalesce(old.closed_at, now()) end;
  return new;
end $$;
create trigger note_ticket_closing before update of status on contact_submissions
  for each row execute function note_ticket_closing();
