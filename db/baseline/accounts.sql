create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  username text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz(3) not null default now(),
  oidc_issuer text,
  oidc_subject text,
  email_verified boolean not null default false,
  identity_updated_at timestamptz(3),
  closed_at timestamptz(3),
  keep_recordings boolean not null default true,
  role_source text not null default 'default'
    check (role_source in ('default', 'provider', 'email_list', 'sandbox', 'operator')),
  checklist_hidden_at timestamptz(3),
  check ((oidc_issuer is null) = (oidc_subject is null))
);
create index users_created_at_idx on users (created_at desc, id desc);
create index users_email_idx on users (lower(email));
-- One account without an identity has an address; people who sign in may share one that is not verified.
create unique index users_email_key on users (lower(email)) where oidc_subject is null and closed_at is null;
create unique index users_identity_key on users (oidc_issuer, oidc_subject);

-- A call that began before its account was closed ends here. It waits for a closing that is under way, and a
-- closing waits for it, so that what it wrote is erased, too.
create function refuse_closed_account() returns trigger language plpgsql as $$
declare
  closed timestamptz;
begin
  select closed_at into closed from users where id = new.user_id for key share;
  if closed is not null then
    raise exception 'The account is closed.' using errcode = 'ACLSD';
  end if;
  return new;
end $$;

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  description text not null default '',
  key_sha256 bytea not null unique,
  hint text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  expires_at timestamptz(3),
  scopes text[] not null default array['speech', 'voices', 'usage', 'keys', 'billing']
    check (scopes <@ array['speech', 'voices', 'usage', 'keys', 'billing', 'admin']),
  created_by_key_id uuid references api_keys (id) on delete set null,
  replaces_key_id uuid references api_keys (id) on delete set null,
  monthly_credit_limit integer check (monthly_credit_limit > 0)
);
create index api_keys_created_by_key_id_idx on api_keys (created_by_key_id) where created_by_key_id is not null;
create unique index api_keys_replaces_key_id_key on api_keys (replaces_key_id) where replaces_key_id is not null;
create index api_keys_user_id_idx on api_keys (user_id);
create trigger refuse_closed_account before insert on api_keys
  for each row execute function refuse_closed_account();

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_sha256 bytea not null unique,
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  id_token text
);
create index sessions_expires_at_idx on sessions (expires_at);
create index sessions_user_id_idx on sessions (user_id);
create trigger refuse_closed_account before insert on sessions
  for each row execute function refuse_closed_account();

-- Sign-ins that have not come back from the identity provider yet.
create table sign_ins (
  token_sha256 bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz(3) not null default now()
);
create index sign_ins_created_at_idx on sign_ins (created_at);

-- Tokens that stand for an API key for up to an hour.
create table temporary_tokens (
  token_sha256 bytea primary key,
  api_key_id uuid not null references api_keys (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index temporary_tokens_api_key_id_idx on temporary_tokens (api_key_id);
create index temporary_tokens_expires_at_idx on temporary_tokens (expires_at);

-- Requests of programs for an API key, until the program has fetched the key or the request expires.
create table device_authorizations (
  device_code_sha256 bytea primary key,
  user_code text not null unique,
  client_name text not null,
  scopes text[] not null check (scopes <@ array['speech', 'voices', 'usage', 'keys', 'billing']),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  user_id uuid references users (id),
  approved_by_key_id uuid references api_keys (id) on delete cascade,
  polled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((status = 'approved') = (user_id is not null)),
  check (user_id is not null or approved_by_key_id is null)
);
create index device_authorizations_created_at_idx on device_authorizations (created_at);
create index device_authorizations_key_idx on device_authorizations (approved_by_key_id);
create index device_authorizations_user_id_idx on device_authorizations (user_id);

-- The keys by which programs may repeat a call.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  resource_id uuid not null,
  status integer,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
create trigger refuse_closed_account before insert on idempotency_keys
  for each row execute function refuse_closed_account();

-- The counters of `RateLimiterPostgres`, with the columns in its order. They are not logged: after a crash callers are
-- counted from zero, for no longer than the window of a minute.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);

-- The secrets of this installation; the baseline inserts them.
create table installation_keys (
  name text primary key,
  secret bytea not null
);

-- Addresses that have received the free credits, as hashes that outlive their accounts.
create table free_credit_addresses (
  address_hash bytea primary key,
  created_at timestamptz(3) not null default now()
);

-- The spellings of one mailbox hash alike: case, spaces around it, what follows a plus sign, and the dots of Gmail.
-- Without the key it cannot be told whether a given address is among the hashes.
create function hash_address(email text) returns bytea language plpgsql stable as $$
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
end $$;
