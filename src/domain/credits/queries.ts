import { type Insertable, type Selectable, sql } from "kysely";
import type { creditPools } from "#db/billing-schema.ts";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";

export type CreditPool = (typeof creditPools)[number];

/** Whose credits of which kind. */
export interface CreditAccountName {
  readonly userId: string;
  readonly pool: CreditPool;
}

const holdColumns = ["request_id", "user_id", "pool", "from_cycle", "from_lasting", "cycle_id", "api_key_id"] as const;

/** Credits that are set aside for a request. */
export type Hold = Pick<Selectable<Database["credit_holds"]>, (typeof holdColumns)[number]>;

/** Where credits came from, or go to. */
export type CreditSplit = Pick<Hold, "from_cycle" | "from_lasting">;

/** What is left of a cycle, and nothing of one that has ended. */
const live = sql<number>`case when cycle_ends_at <= now() then 0 else cycle end`;

/** What an account may spend, by pool. */
export async function findBalances(db: Db, userId: string): Promise<Readonly<Record<CreditPool, number>>> {
  const rows = await db
    .selectFrom("credit_accounts")
    .select(["pool", sql<number>`(${live})::float8 + lasting`.as("credits")])
    .where("user_id", "=", userId)
    .execute();
  const of = (pool: CreditPool): number => rows.find((row) => row.pool === pool)?.credits ?? 0;
  return { tts: of("tts"), asr: of("asr") };
}

/** What the present paid cycle of an account has granted of each pool, what is left of it, and until when. */
export interface PaidCycle {
  readonly granted: Readonly<Record<CreditPool, number>>;
  readonly remaining: Readonly<Record<CreditPool, number>>;
  readonly endsAt: Date | null;
}

/** @returns null when no paid cycle runs */
export async function findPaidCycle(db: Db, userId: string): Promise<PaidCycle | null> {
  const rows = await db
    .selectFrom("credit_accounts as account")
    .innerJoin("credit_ledger as entry", (join) =>
      join
        .onRef("entry.order_id", "=", "account.cycle_id")
        .onRef("entry.pool", "=", "account.pool")
        .on("entry.kind", "=", "grant"),
    )
    .select(["account.pool", "account.cycle as remaining", "account.cycle_ends_at", "entry.credits as granted"])
    .where("account.user_id", "=", userId)
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

/** Takes credits out of an account, subscription credits first. @returns null when there are too few */
export async function takeCredits(
  db: Db,
  { userId, pool, credits }: CreditAccountName & { readonly credits: number },
): Promise<(CreditSplit & Pick<Hold, "cycle_id">) | null> {
  const { rows } = await sql<CreditSplit & Pick<Hold, "cycle_id">>`
    update credit_accounts as account
    set cycle = account.cycle - before.from_cycle, lasting = account.lasting - (${credits}::int - before.from_cycle)
    from (
      select user_id, pool, least(${live}, ${credits}::int) as from_cycle from credit_accounts
      where user_id = ${userId} and pool = ${pool} for no key update
    ) as before
    where account.user_id = before.user_id and account.pool = before.pool
      and (case when account.cycle_ends_at <= now() then 0 else account.cycle end)::bigint + account.lasting
        >= ${credits}::int
    returning before.from_cycle, ${credits}::int - before.from_cycle as from_lasting, account.cycle_id`
    .withPlugin(prepared("take-credits"))
    .execute(db);
  return rows[0] ?? null;
}

/** Puts a part of a hold back into the account; what is of a cycle that has ended since expires instead. */
export async function returnCredits(db: Db, hold: Hold, part: CreditSplit): Promise<void> {
  if (part.from_cycle + part.from_lasting === 0) return;
  const isCurrent = sql<boolean>`cycle_id is not distinct from ${hold.cycle_id}`;
  const { is_current: isCurrentCycle } = await db
    .updateTable("credit_accounts")
    .set((eb) => ({
      lasting: eb("lasting", "+", part.from_lasting),
      cycle: sql<number>`cycle + case when ${isCurrent} then ${part.from_cycle}::int else 0 end`,
    }))
    .where("user_id", "=", hold.user_id)
    .where("pool", "=", hold.pool)
    .returning(isCurrent.as("is_current"))
    .executeTakeFirstOrThrow();
  if (isCurrentCycle || part.from_cycle === 0) return;
  const reason = "Given back after the cycle had ended.";
  await insertLedgerEntry(db, { ...ownerOf(hold), kind: "expiry", credits: -part.from_cycle, reason });
}

/** A paid cycle of an account's balance. */
export type SubscriptionCredits = Pick<Selectable<Database["credit_accounts"]>, "cycle" | "cycle_id">;
/** The same with its end; null for one that does not end by itself. */
type NextCycle = SubscriptionCredits & Pick<Selectable<Database["credit_accounts"]>, "cycle_ends_at">;

/** Makes another cycle that of the account. @returns the one before; null when the account has no such balance */
export async function replaceSubscriptionCredits(
  db: Db,
  { userId, pool }: CreditAccountName,
  next: NextCycle,
): Promise<SubscriptionCredits | null> {
  const { rows } = await sql<SubscriptionCredits>`
    update credit_accounts as account set cycle = ${next.cycle}, cycle_id = ${next.cycle_id},
      cycle_ends_at = ${next.cycle_ends_at}
    from (
      select user_id, pool, cycle, cycle_id from credit_accounts
      where user_id = ${userId} and pool = ${pool} for no key update
    ) as before
    where account.user_id = before.user_id and account.pool = before.pool
    returning before.cycle, before.cycle_id`.execute(db);
  return rows[0] ?? null;
}

/** The cycle of an account's balance; null when it has none. */
export async function findSubscriptionCredits(db: Db, { userId, pool }: CreditAccountName): Promise<string | null> {
  const account = db.selectFrom("credit_accounts").select("cycle_id");
  const row = await account.where("user_id", "=", userId).where("pool", "=", pool).executeTakeFirst();
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

export async function writeHold(db: Db, hold: Hold): Promise<void> {
  const { from_cycle, from_lasting, cycle_id } = hold;
  await db
    .insertInto("credit_holds")
    .values(hold)
    .onConflict((conflict) => conflict.column("request_id").doUpdateSet({ from_cycle, from_lasting, cycle_id }))
    .withPlugin(prepared("write-hold"))
    .execute();
}

/** The hold of a request, locked until the transaction ends; null when there is none (any more). */
export async function lockHold(db: Db, requestId: string): Promise<Hold | null> {
  const row = await db
    .selectFrom("credit_holds")
    .select(holdColumns)
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a hold away, which only one caller can. @returns what was held; null when there is no hold (any more) */
export async function deleteHold(db: Db, requestId: string): Promise<Hold | null> {
  const row = await db
    .deleteFrom("credit_holds")
    .where("request_id", "=", requestId)
    .returning(holdColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Requests with a hold that ended without it, or are gone. */
export async function findOrphanedHolds(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("credit_holds as hold")
    .leftJoin("speech_requests as request", "request.id", "hold.request_id")
    .select("hold.request_id")
    .where((eb) => eb.or([eb("request.id", "is", null), eb("request.finished_at", "is not", null)]))
    .orderBy("hold.created_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.request_id);
}

/** Takes all holds of an account away. @returns what was held */
export const deleteHoldsOf = (db: Db, userId: string): Promise<readonly Hold[]> =>
  db.deleteFrom("credit_holds").where("user_id", "=", userId).returning(holdColumns).execute();
