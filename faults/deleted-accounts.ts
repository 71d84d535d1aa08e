import { sql } from "kysely";
import type { Resources } from "#src/platform/resources.ts";

const ownTables = ["speech_requests", "voices", "feedback", "idempotency_keys", "sessions", "holds"] as const;

const countOf = async (db: Resources["db"], query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]?.n ?? NaN;

/** Counts those of these requests that a worker is running. */
export const countRunsOf = ({ db }: Resources, requestIds: readonly string[]): Promise<number> =>
  countOf(
    db,
    sql`select count(*)::int as n from jobs where state = 'running' and subject_id = any(${requestIds}::uuid[])`,
  );

/** Counts those of these accounts that are closed and hold no personal data. */
export const countTombstones = ({ db }: Resources, userIds: readonly string[]): Promise<number> =>
  countOf(
    db,
    sql`select count(*)::int as n from users where id = any(${userIds}::uuid[])
      and closed_at is not null and email = '' and name = '' and username = ''`,
  );

/** Counts the accounts, closed ones included. */
export const countAccounts = ({ db }: Resources): Promise<number> =>
  countOf(db, sql`select count(*)::int as n from users`);

/** Counts the jobs. */
export const countJobs = ({ db }: Resources): Promise<number> => countOf(db, sql`select count(*)::int as n from jobs`);

/** Counts the notifications that still have their payload. */
export const countPayloads = ({ db }: Resources): Promise<number> =>
  countOf(db, sql`select count(*)::int as n from webhook_events where payload is not null`);

/** Counts the notifications that have failed or are still queued. */
export const countUnapplied = ({ db }: Resources): Promise<number> =>
  countOf(db, sql`select count(*)::int as n from webhook_events where status not in ('processed', 'ignored')`);

/** Counts the rows that these accounts have in the tables of their data. */
export async function countRows({ db }: Resources, userIds: readonly string[]): Promise<number> {
  const counts = ownTables.map((table) =>
    countOf(db, sql`select count(*)::int as n from ${sql.table(table)} where user_id = any(${userIds}::uuid[])`),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Counts those of these requests that were charged. */
export const chargedAmong = ({ db }: Resources, requestIds: readonly string[]): Promise<number> =>
  countOf(
    db,
    sql`select count(distinct request_id)::int as n from credit_ledger
      where kind = 'usage' and request_id = any(${requestIds}::uuid[])`,
  );
