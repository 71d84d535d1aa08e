import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type RunningPostgres, startRunningPostgres } from "./running-postgres.ts";

const run = promisify(execFile);

export interface PostgresPair extends AsyncDisposable {
  readonly primary: RunningPostgres;
  readonly standby: RunningPostgres;
  /** Makes the standby a primary; resolves when it takes writes. */
  promote(): Promise<void>;
}

async function query(url: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a primary and a standby with a copy of its data, in step: a commit is acknowledged when both have it.
 * The copy is made while the primary is stopped, since npm brings no `pg_basebackup`.
 */
export async function startPostgresPair(
  directory: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<PostgresPair> {
  await using opened = new AsyncDisposableStack();
  const [own, copy] = [join(directory, "primary"), join(directory, "standby")];
  const primary = opened.adopt(await startRunningPostgres(own), (server) => server.stop());
  await prepare(primary.url);
  const { port, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  await query(primary.url, `alter system set primary_conninfo = '${source}'`);
  await primary.stop();
  await run("cp", ["-a", own, copy]);
  // The server, which is another user, removes it when it is promoted.
  await run("cp", ["-a", join(copy, "data", "PG_VERSION"), join(copy, "data", "standby.signal")]);
  await primary.start();
  const standby = opened.adopt(await startRunningPostgres(copy), (server) => server.stop());
  await query(primary.url, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
  const inStep = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await query(primary.url, inStep)).length === 0) await delay(20);
  const kept = opened.move();
  return {
    primary,
    standby,
    promote: async () => void (await query(standby.url, "select pg_promote()")),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
