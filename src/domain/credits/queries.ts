import { CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { creditPools } from "#db/billing-schema.ts";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";

export type CreditPool = (typeof creditPools)[number];

/** Names a balance. */
export interface BalanceKey {
  readonly userId: string;
  readonly pool: CreditPool;
}

const holdColumns = [
  ...(["request_id", "user_id", "pool", "from_subscription", "from_permanent", "cycle_id", "api_key_id"] as const),
  ...(["delivered", "price_percent"] as const),
] as const;

/** Credits that are set aside for a request. */
export type Hold = Pick<Selectable<Database["holds"]>, (typeof holdColumns)[number]>;

/** A hold that is being written. */
export type NewHold = Omit<Hold, "delivered">;

/** The parts of an amount by the grants that they come from, or go to. */
export type CreditSplit = Pick<Hold, "from_subscription" | "from_permanent">;

/** The credits left of a cycle; 0 of one that has ended. */
export const live = sql<number>`case when cycle_ends_at <= now() then 0 else subscription end`;

/** Finds the credits that an account may spend, by pool. */
export async function findBalances(db: Db, userId: string): Promise<Readonly<Record<CreditPool, number>>> {
  const rows = await db
    .selectFrom("balances")
    .select(["pool", sql<number>`(${live})::float8 + permanent`.as("credits")])
    .where("user_id", "=", userId)
    .execute();
  const of = (pool: CreditPool): number => rows.find((row) => row.pool === pool)?.credits ?? 0;
  return { tts: of("tts"), asr: of("asr") };
}

/** The credits granted and not withdrawn of a balance's cycle, by its own orders and by those whose credits it carries. */
export const grantedTo = (cycleId: RawBuilder<unknown>, pool: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(part.credits), 0)::float8 from payment_orders as paid
  join credit_ledger as part on part.order_id = paid.id
  where (paid.id = ${cycleId} or paid.carried_into = ${cycleId}) and part.pool = ${pool}
    and part.kind in ('grant', 'withdrawal'))`;

/** The present paid cycle of an account: the credits of each pool that it has granted, those left, and its end. */
export interface PaidCycle {
  readonly granted: Readonly<Record<CreditPool, number>>;
  readonly remaining: Readonly<Record<CreditPool, number>>;
  readonly endsAt: Date | null;
}

/** @returns null when no paid cycle runs */
export async function findPaidCycle(db: Db, userId: string): Promise<PaidCycle | null> {
  const rows = await db
    .selectFrom("balances as balance")
    .select(["balance.pool", "balance.subscription as remaining", "balance.cycle_ends_at"])
    .select(grantedTo(sql.ref("balance.cycle_id"), sql.ref("balance.pool")).as("granted"))
    .where("balance.cycle_id", "is not", null)
    .where("balance.user_id", "=", userId)
    .where((eb) => eb.or([eb("cycle_ends_at", "is", null), eb("cycle_ends_at", ">", sql<Date>`now()`)]))
    .execute();
  const of = (name: "granted" | "remaining", pool: CreditPool): number =>
    rows.find((row) => row.pool === pool)?.[name] ?? 0;
  const both = (name: "granted" | "remaining") => ({ tts: of(name, "tts"), asr: of(name, "asr") });
  const [any] = rows;
  return any === undefined
    ? null
    : { granted: both("granted"), remaining: both("remaining"), endsAt: any.cycle_ends_at };
}

/** Locks a balance, for a statement that computes with what it was: where it waits by itself, it may read it as of its beginning. */
const lockOf = ({ userId, pool }: BalanceKey) => ({
  name: "lock-balance",
  text: "select from balances where user_id = $1 and pool = $2 for no key update",
  values: [userId, pool],
});

/** Takes credits out of an account, subscription credits first. @returns null when there are too few */
export async function takeCredits(
  db: Db,
  { userId, pool, credits }: BalanceKey & { readonly credits: number },
): Promise<(CreditSplit & Pick<Hold, "cycle_id">) | null> {
  const { rows } = await sql<CreditSplit & Pick<Hold, "cycle_id">>`
    update balances as balance
    set subscription = balance.subscription - before.from_subscription,
      permanent = balance.permanent - (${credits}::int - before.from_subscription)
    from (
      select user_id, pool, least(${live}, ${credits}::int) as from_subscription from balances
      where user_id = ${userId} and pool = ${pool}
    ) as before
    where balance.user_id = before.user_id and balance.pool = before.pool
      and (case when balance.cycle_ends_at <= now() then 0 else balance.subscription end)::bigint + balance.permanent
        >= ${credits}::int
    returning before.from_subscription, ${credits}::int - before.from_subscription as from_permanent, balance.cycle_id`
    .withPlugin(prepared("take-credits", { first: lockOf({ userId, pool }) }))
    .execute(db);
  return rows[0] ?? null;
}

/** Returns a part of a hold to the balance; credits of a cycle that has since ended expire instead. */
export async function returnCredits(db: Db, hold: Hold, part: CreditSplit): Promise<void> {
  if (part.from_subscription + part.from_permanent === 0) return;
  // Locked by a statement of its own, so that the next one sees where the credits of an earlier cycle were carried over meanwhile.
  if (part.from_subscription > 0) await lockBalance(db, { userId: hold.user_id, pool: hold.pool });
  const isCurrent = sql<boolean>`(cycle_id is not distinct from ${hold.cycle_id}
    or cycle_id = (select carried_into from payment_orders where payment_orders.id = ${hold.cycle_id}))`;
  const { is_current: isCurrentCycle } = await db
    .updateTable("balances")
    .set((eb) => ({
      permanent: eb("permanent", "+", part.from_permanent),
      subscription: sql<number>`subscription + case when ${isCurrent} then ${part.from_subscription}::int else 0 end`,
    }))
    .where("user_id", "=", hold.user_id)
    .where("pool", "=", hold.pool)
    .returning(isCurrent.as("is_current"))
    .executeTakeFirstOrThrow();
  if (isCurrentCycle || part.from_subscription === 0) return;
  const reason = "Given back after the cycle had ended.";
  await insertLedgerEntry(db, { ...ownerOf(hold), kind: "expiry", credits: -part.from_subscription, reason });
}

/** Locks a balance until the transaction ends. */
const lockBalance = (db: Db, key: BalanceKey): Promise<unknown> =>
  db.executeQuery(CompiledQuery.raw(lockOf(key).text, lockOf(key).values));

/** A paid cycle of an account's balance. */
export type SubscriptionCredits = Pick<Selectable<Database["balances"]>, "subscription" | "cycle_id">;
/** The same with its end; null for one that does not end by itself. */
type NextCycle = SubscriptionCredits & Pick<Selectable<Database["balances"]>, "cycle_ends_at">;

/** Replaces the current cycle of a balance. @returns the previous one; null when the account has no such balance */
export async function replaceSubscriptionCredits(
  db: Db,
  { userId, pool }: BalanceKey,
  next: NextCycle,
): Promise<SubscriptionCredits | null> {
  await lockBalance(db, { userId, pool });
  const { rows } = await sql<SubscriptionCredits>`
    update balances as balance set subscription = ${next.subscription}, cycle_id = ${next.cycle_id},
      cycle_ends_at = ${next.cycle_ends_at}
    from (
      select user_id, pool, subscription, cycle_id from balances
      where user_id = ${userId} and pool = ${pool}
    ) as before
    where balance.user_id = before.user_id and balance.pool = before.pool
    returning before.subscription, before.cycle_id`.execute(db);
  return rows[0] ?? null;
}

/** The cycle of an account's balance; null when it has none. */
export async function findSubscriptionCredits(db: Db, { userId, pool }: BalanceKey): Promise<string | null> {
  const balance = db.selectFrom("balances").select("cycle_id");
  const row = await balance.where("user_id", "=", userId).where("pool", "=", pool).executeTakeFirst();
  return row?.cycle_id ?? null;
}

const ownerOf = ({ user_id, pool }: Hold) => ({ user_id, pool });

/** Adds to the ledger, which is never changed. */
export async function insertLedgerEntry(db: Db, entry: Insertable<Database["credit_ledger"]>): Promise<void> {
  await db.insertInto("credit_ledger").values(entry).execute();
}

/** The correction that a call has made; null when it has made none. */
export async function findCorrection(db: Db, requestId: string) {
  const row = await db
    .selectFrom("credit_ledger")
    .select(["user_id", "pool", "credits", "reason", "created_at"])
    .where("request_id", "=", requestId)
    .where("kind", "=", "correction")
    .executeTakeFirst();
  return row ?? null;
}

export async function writeHold(db: Db, hold: NewHold): Promise<void> {
  const { from_subscription, from_permanent, cycle_id } = hold;
  await db
    .insertInto("holds")
    .values(hold)
    .onConflict((conflict) =>
      conflict.column("request_id").doUpdateSet({ from_subscription, from_permanent, cycle_id }),
    )
    .withPlugin(prepared("write-hold"))
    .execute();
}

/**
 * Notes that so many characters of a stream are sent, if more than before; a crash of the database may undo it.
 * @returns the most that was noted; null when there is no hold (any more)
 */
export async function noteDelivered(db: Db, requestId: string, characters: number): Promise<number | null> {
  const row = await db
    .updateTable("holds")
    .set({ delivered: sql<number>`greatest(delivered, ${characters}::int)` })
    .where("request_id", "=", requestId)
    .returning("delivered")
    .returning(asynchronousCommit)
    .withPlugin(prepared("note-delivered"))
    .executeTakeFirst();
  return row?.delivered ?? null;
}

/** The hold of a request, locked until the transaction ends; null when there is none (any more). */
export async function lockHold(db: Db, requestId: string): Promise<Hold | null> {
  const row = await db
    .selectFrom("holds")
    .select(holdColumns)
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a hold; only one of several callers succeeds. @returns what was held; null when there is no hold (any more) */
export async function deleteHold(db: Db, requestId: string): Promise<Hold | null> {
  const row = await db
    .deleteFrom("holds")
    .where("request_id", "=", requestId)
    .returning(holdColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Requests with a hold that ended without it, or are gone. */
export async function findOrphanedHolds(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("holds as hold")
    .leftJoin("speech_requests as request", "request.id", "hold.request_id")
    .select("hold.request_id")
    .where((eb) => eb.or([eb("request.id", "is", null), eb("request.finished_at", "is not", null)]))
    .orderBy("hold.created_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.request_id);
}

/** Deletes all holds of an account. @returns what was held */
export const deleteHoldsOf = (db: Db, userId: string): Promise<readonly Hold[]> =>
  db.deleteFrom("holds").where("user_id", "=", userId).returning(holdColumns).execute();
