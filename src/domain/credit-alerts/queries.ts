import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { canReceiveMail } from "#src/domain/account-mails/queries.ts";
import { type CreditPool, grantedTo } from "#src/domain/credits/queries.ts";

/** A grant of which so much is used that its account is to know. */
export interface CreditAlert {
  readonly grantId: string;
  readonly pool: CreditPool;
  /** The percentage from whose use on the account is alerted; 100 where all of it is used. */
  readonly threshold: number;
  readonly granted: number;
  /** The credits left of it, those that are held among them. */
  readonly remaining: number;
  /** The credits of the pool that the account may spend, of whatever grant. */
  readonly spendable: number;
  /** For subscription credits, the end of their cycle, null for one that does not end by itself; undefined for permanent ones. */
  readonly cycleEndsAt: Date | null | undefined;
}

/** The condition on the accounts whose alerts are looked for. */
type Accounts = RawBuilder<boolean>;

/**
 * The alerts of accounts: for each pool, how much is used of the credits of the paid cycle or, where none runs, of the latest
 * grant of permanent credits, be it the free plan or a top-up. Credits that are held are not used yet.
 */
export const alertsOf = (accounts: Accounts) => sql`
  select balance.user_id, balance.pool, allowance.id as grant_id, allowance.credits as granted, used.remaining,
    (balance.live + balance.permanent)::float8 as spendable, balance.is_cycle, balance.cycle_ends_at,
    balance.alert_percent, case when used.remaining = 0 then 100 else balance.alert_percent end as threshold
  from (
    select balances.*, cycle_id is not null and coalesce(cycle_ends_at > now(), true) as is_cycle,
      case when cycle_ends_at <= now() then 0 else subscription end::bigint as live,
      (select alert_percent from users where users.id = balances.user_id) as alert_percent
    from balances where ${accounts}
  ) as balance
  cross join lateral (
    select entry.id, ${grantedTo(sql.ref("balance.cycle_id"), sql.ref("balance.pool"))} as credits
    from credit_ledger as entry
    where balance.is_cycle and entry.order_id = balance.cycle_id and entry.pool = balance.pool and entry.kind = 'grant'
    union all
    (select entry.id, entry.credits from credit_ledger as entry
    where not balance.is_cycle and entry.user_id = balance.user_id and entry.pool = balance.pool
      and entry.kind = 'grant' and entry.order_id is null
    union all
    select entry.id, entry.credits
    from payment_orders as pack join credit_ledger as entry on entry.order_id = pack.id
    where not balance.is_cycle and pack.user_id = balance.user_id and pack.pack_id is not null and pack.status = 'paid'
      and entry.pool = balance.pool and entry.kind = 'grant' and entry.credits > 0
    order by id desc limit 1)
  ) as allowance
  cross join lateral (
    select greatest(0, case when balance.is_cycle then balance.subscription else balance.permanent end + coalesce(sum(
      case when balance.is_cycle then case when hold.cycle_id = balance.cycle_id then hold.from_subscription else 0 end
      else hold.from_permanent end), 0))::float8 as remaining
    from holds as hold where hold.user_id = balance.user_id and hold.pool = balance.pool
  ) as used
  where allowance.credits > 0 and used.remaining * 100 <= allowance.credits::bigint * (100 - balance.alert_percent)`;

/** Lists the credit alerts of an account now. */
export async function listCreditAlerts(db: Db, userId: string): Promise<readonly CreditAlert[]> {
  const { rows } = await sql<AlertRow>`${alertsOf(sql`balances.user_id = ${userId}`)} order by pool desc`.execute(db);
  return rows.map(alertOf);
}

interface AlertRow extends Omit<CreditAlert, "grantId" | "cycleEndsAt"> {
  readonly grant_id: string;
  readonly is_cycle: boolean;
  readonly cycle_ends_at: Date | null;
}

const alertOf = ({
  grant_id,
  pool,
  threshold,
  granted,
  remaining,
  spendable,
  is_cycle,
  cycle_ends_at,
}: AlertRow): CreditAlert => ({
  grantId: grant_id,
  pool,
  threshold,
  granted,
  remaining,
  spendable,
  cycleEndsAt: is_cycle ? cycle_ends_at : undefined,
});

/**
 * Writes down the alerts of accounts that have used something since yesterday (UTC): one for each grant and threshold, and
 * none for a lower threshold than before.
 */
export async function insertAlerts(db: Db, to: { readonly unverified: boolean }): Promise<void> {
  const active = sql<boolean>`balances.user_id in (
    select users.id from usage_totals join users on users.id = usage_totals.user_id
    where day >= (now() at time zone 'utc')::date - 1 and ${canReceiveMail(to)})`;
  await sql`
    insert into credit_alerts (grant_id, threshold, user_id, pool)
    select grant_id, threshold, user_id, pool from (${alertsOf(active)}) as alert
    where not exists (
      select from credit_alerts as known
      where known.grant_id = alert.grant_id and known.threshold >= alert.threshold)
    on conflict do nothing`.execute(db);
}

/** The columns that tell alerts apart. */
export interface AlertKey {
  readonly grant_id: string;
  readonly threshold: number;
}

/** Finds what an account is to know of a grant now; null when so much of it is not used any more: more was granted since, or given back. */
export async function findCreditAlert(
  db: Db,
  { user_id: userId, grant_id: grantId, threshold }: AlertKey & { readonly user_id: string },
): Promise<CreditAlert | null> {
  const alerts = await listCreditAlerts(db, userId);
  const isUsed = ({ granted, remaining }: CreditAlert): boolean => (granted - remaining) * 100 >= granted * threshold;
  return alerts.find((alert) => alert.grantId === grantId && isUsed(alert)) ?? null;
}
