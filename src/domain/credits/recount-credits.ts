import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { CreditPool } from "./queries.ts";

const timeoutMs = 5 * 60_000;

/** An account whose sums do not agree; in others `balance + held = ledger` and `charged = used`. */
export interface CreditDifference {
  readonly user_id: string;
  readonly pool: CreditPool;
  readonly balance: number;
  readonly held: number;
  /** The sum of all entries. */
  readonly ledger: number;
  /** The credits that the ledger charged for requests. */
  readonly charged: number;
  /** The sum of the usage report. */
  readonly used: number;
}

export interface Recount {
  /** The number of balances. */
  readonly balances: number;
  readonly differences: readonly CreditDifference[];
}

/**
 * Counts again what every account owns, as of one moment: its balances and holds against the ledger, and the ledger
 * against the usage report, which closed accounts have none of.
 */
export const recountCredits = ({ db }: { readonly db: Db }): Promise<Recount> =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx);
    const { rows } = await sql<CreditDifference>`${bookkeeping}
      select total.* from total left join users on users.id = total.user_id
      where balance + held <> ledger or used <> case when users.closed_at is null then charged else 0 end
      order by user_id, pool`.execute(trx);
    const counted = trx.selectFrom("balances").select((eb) => eb.fn.countAll<string>().as("balances"));
    return { balances: Number((await counted.executeTakeFirstOrThrow()).balances), differences: rows };
  });

const bookkeeping = sql`
  with book as (
    select user_id, pool, subscription::bigint + permanent as balance, 0 as held, 0 as ledger, 0 as charged, 0 as used
    from balances
    union all
    select user_id, pool, 0, from_subscription::bigint + from_permanent, 0, 0, 0 from holds
    union all
    select user_id, pool, 0, 0, credits, case kind when 'usage' then -credits else 0 end, 0 from credit_ledger
    union all
    select user_id, 'tts', 0, 0, 0, 0, credits from usage_days where voice_id <> ''
    union all
    select user_id, 'asr', 0, 0, 0, 0, -credits from usage_months
    union all
    select user_id, 'asr', 0, 0, 0, 0, credits from usage_totals
  ), total as (
    select user_id, pool, sum(balance)::float8 as balance, sum(held)::float8 as held,
      sum(ledger)::float8 as ledger, sum(charged)::float8 as charged, sum(used)::float8 as used
    from book group by user_id, pool
  )`;
