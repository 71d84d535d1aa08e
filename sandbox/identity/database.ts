import pg from "pg";

export type Pool = pg.Pool;
/** One connection, in a transaction. */
export type Transaction = pg.PoolClient;

/** Any number will do: it keeps two processes from making the tables at the same time. */
const lockKey = 7_305_215;

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

/** A pool of connections to the sandbox's own schema, which is made when it is missing. */
export async function openDatabase(url: string): Promise<Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 5, application_name: "sandbox-identity" });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  await inTransaction(pool, async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await transaction.query(tables);
  });
  return pool;
}

/** Commits what `work` has done, or nothing of it when it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
