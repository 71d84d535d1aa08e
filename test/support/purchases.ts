import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { applyPayment } from "#src/domain/payments/apply-payment.ts";
import { insertOrder } from "#src/domain/payments/queries.ts";
import { reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { seededPlans } from "#src/domain/plans/seeded-plans.ts";
import { ensurePendingSubscription, findLiveSubscription, setCurrentOrder } from "#src/domain/subscriptions/queries.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { insertSynthesisRequest } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { granted, paymentFor, price } from "#harness/payments/payment-for.ts";
import { createTestDatabase } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

/** The credits that every account has once, of the free plan. */
export const free = { tts: seededPlans[0].tts_credits_per_cycle, asr: seededPlans[0].asr_credits_per_cycle } as const;

/** A database of its own whose time can be made to stand still. */
export interface TestCheckout extends AsyncDisposable {
  readonly db: Db;
  /** Makes it this time in the database; before the first call it is the time of the machine, which goes on. */
  readonly at: (time: string) => Promise<void>;
  /** Further connections, whose sessions are in this time zone. */
  readonly inZone: (timeZone: string) => Db & AsyncDisposable;
}

/** Our `now()` is found before the one of PostgreSQL; the defaults of columns keep to theirs. */
const searchPath = "-c search_path=clock,pg_catalog,public";

export async function openShop(): Promise<TestCheckout> {
  await using opened = new AsyncDisposableStack();
  const { clusterUrl, redisUrl } = testEnvironment();
  const database = opened.adopt(await createTestDatabase(clusterUrl, redisUrl), (part) => part.drop());
  const open = (options: string) => {
    const url = new URL(database.url);
    url.searchParams.set("options", options);
    const pool = openPostgres({ url: url.href, poolSize: 20, name: "test" });
    return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.destroy() });
  };
  const db = opened.use(open(searchPath));
  await sql`create schema clock`.execute(db);
  await sql`create table clock.present (at timestamptz)`.execute(db);
  await sql`
    create function clock.now() returns timestamptz stable language sql
    as 'select coalesce((select at from clock.present), pg_catalog.now())'`.execute(db);
  const kept = opened.move();
  return {
    db,
    at: async (time) => {
      await sql`with gone as (delete from clock.present) insert into clock.present values (${time})`.execute(db);
    },
    inZone: (timeZone) => open(`${searchPath} -c timezone=${timeZone}`),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** A new account that may buy. @returns the id of the account */
export const newCustomer = (db: Db): Promise<string> =>
  ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });

/** The purchase that is made: a month of the starter plan, unless told otherwise. */
export interface Wish {
  readonly planId?: string;
  readonly months?: number;
  /** Paise. */
  readonly amount?: number;
}

/** An order as checking out leaves it, for another period of the plan that the account has, or for a new one. */
export async function placeOrder(db: Db, userId: string, wish: Wish = {}): Promise<string> {
  const { planId = "starter", months = 1, amount = price.amount } = wish;
  const id = `order_${randomBytes(7).toString("hex")}`;
  const owner = { user_id: userId, plan_id: planId };
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const live = await findLiveSubscription(trx, userId);
    const isMore = live !== null && live.plan_id === planId;
    const subscription = isMore ? live.id : await ensurePendingSubscription(trx, { id: randomUUID(), ...owner });
    const offer = { tts_credits: granted.tts, asr_credits: granted.asr, months, ...price, amount };
    const ids = { ...orderIds(id), request_id: randomUUID(), subscription_id: subscription };
    await insertOrder(trx, { ...ids, ...owner, ...offer });
    await setCurrentOrder(trx, subscription, id);
  });
  return id;
}

/** The ids of an order that Razorpay has made. */
export const orderIds = (id: string) => ({ id, provider: "razorpay", provider_order_id: id });

/** Tells of a payment. @returns what became of it */
export const tellOf = (db: Db, payment: Payment, provider = "razorpay") =>
  db.transaction().execute((trx) => applyPayment(trx, provider, payment));

/** Tells that all of a payment was given back. */
export const giveBack = (db: Db, payment: Payment) => tellOf(db, { ...payment, refunded: payment.amount });

/** Buys something. @returns the payment */
export async function buy(db: Db, userId: string, wish: Wish = {}): Promise<Payment> {
  const orderId = await placeOrder(db, userId, wish);
  const payment = paymentFor(orderId, wish.amount === undefined ? {} : { amount: wish.amount });
  const { status } = await tellOf(db, payment);
  if (status !== "processed") throw new Error(`A payment was ${status}.`);
  return payment;
}

/** The subscription credits and the permanent credits of an account. */
export async function partsOf(db: Db, userId: string, pool: "tts" | "asr" = "tts") {
  const rows = db.selectFrom("balances").select(["subscription", "permanent"]).where("user_id", "=", userId);
  const { subscription, permanent } = await rows.where("pool", "=", pool).executeTakeFirstOrThrow();
  return [subscription, permanent];
}

/** The subscriptions of an account, in the order in which they were made. */
export const subscriptionsOf = (db: Db, userId: string) =>
  db.selectFrom("subscriptions").selectAll().where("user_id", "=", userId).orderBy("created_at").execute();

/** Reads the state of an order. */
export const orderOf = (db: Db, id: string) =>
  db.selectFrom("payment_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Reads the entries of the ledger for the orders of an account, in TTS credits, one after the other. */
export async function ledgerOf(db: Db, userId: string): Promise<readonly string[]> {
  const rows = db.selectFrom("credit_ledger").select(["kind", "credits"]).where("user_id", "=", userId);
  const found = await rows.where("pool", "=", "tts").where("order_id", "is not", null).orderBy("id").execute();
  return found.map(({ kind, credits }) => `${kind} ${credits}`);
}

/** Asks for something that costs so many TTS credits, which are held for it. @returns the id of the request */
export async function hold(db: Db, userId: string, credits: number): Promise<string> {
  const requestId = randomUUID();
  const request = { id: requestId, userId, isDemo: false, source: "api_key", language: "en", text: "a" } as const;
  const how = { characters: credits, voiceId: builtinVoices[0]?.id ?? "", options: synthesisOptions.parse({}) };
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    await reserveCredits(trx, { requestId, userId, pool: "tts", credits });
    await insertSynthesisRequest(trx, { ...request, ...how });
  });
  return requestId;
}
