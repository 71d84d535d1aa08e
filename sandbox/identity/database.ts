import { openDatabase, type Pool } from "#sandbox/database.ts";

const tables = `
  create schema if not exists sandbox_identity;
  create table if not exists sandbox_identity.accounts (
    id uuid primary key default gen_random_uuid(),
    email text not null unique,
    name text not null,
    username text,
    password_salt bytea not null,
    password_hash bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create table if not exists sandbox_identity.artifacts (
    model text not null,
    id text not null,
    payload jsonb not null,
    expires_at timestamptz,
    primary key (model, id)
  );
  create index if not exists artifacts_grant on sandbox_identity.artifacts ((payload ->> 'grantId'));
  create index if not exists artifacts_uid on sandbox_identity.artifacts ((payload ->> 'uid'));
  create index if not exists artifacts_account on sandbox_identity.artifacts ((payload ->> 'accountId'));
  create index if not exists artifacts_expiry on sandbox_identity.artifacts (expires_at);
  create table if not exists sandbox_identity.secrets (
    name text primary key,
    value jsonb not null
  );
  create table if not exists sandbox_identity.webhooks (
    id uuid primary key default gen_random_uuid(),
    position bigint generated always as identity,
    account_id uuid not null,
    body text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now()
  );
`;

/** The people of the sandbox and what oidc-provider keeps of them. */
export const openIdentityDatabase = (url: string): Promise<Pool> =>
  openDatabase({ url, name: "sandbox-identity", tables });
