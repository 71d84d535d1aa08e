import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { type PaymentNews, storePaymentEvent } from "#harness/payments/payment-events.ts";
import { seedOrders } from "#harness/payments/seed-orders.ts";
import { granted } from "#harness/payments/payment-for.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { shuffled } from "#harness/shuffled.ts";

/** The repair of lost work in seconds instead of half minutes. */
const impatient = { SWEEP_INTERVAL_MS: "200", REQUEUE_AFTER_MS: "1000", HEARTBEAT_MS: "200", LEASE_EXPIRES_MS: "2000" };

/** Three deliveries of one payment, the last with another event id than the first one of the same. */
const deliveriesOf = (payment: Payment): readonly PaymentNews[] => [
  { type: "payment.captured", payment },
  { type: "order.paid", payment },
  { type: "payment.captured", payment },
];

/** Stores events, twenty at once. */
async function storeAll(service: TestService, news: readonly PaymentNews[]): Promise<void> {
  const rest = news.values();
  const sender = async (): Promise<void> => {
    for (const one of rest) await storePaymentEvent(service.resources, one, `evt_${randomUUID()}`);
  };
  await Promise.all(Array.from({ length: 20 }, sender));
}

async function countEvents({ resources: { db } }: TestService) {
  const rows = db.selectFrom("webhook_events").select((eb) => ["status", eb.fn.countAll<string>().as("n")]);
  const found = await rows.groupBy("status").execute();
  return Object.fromEntries(found.map(({ status, n }) => [status, Number(n)]));
}

async function untilProcessed(service: TestService, count: number): Promise<void> {
  while (((await countEvents(service))["processed"] ?? 0) < count) await delay(50);
}

/** How many grants there are, of how many orders, and how often a pool has what one order gives. */
async function grantsOf({ resources: { db } }: TestService) {
  const { rows } = await sql<{ grants: number; orders: number }>`
    select count(*)::int as grants, count(distinct order_id)::int as orders from credit_ledger
    where kind = 'grant' and order_id is not null`.execute(db);
  const { rows: balances } = await sql<{ pool: string; subscription: number; n: number }>`
    select pool, subscription, count(*)::int as n from balances group by pool, subscription order by pool`.execute(db);
  return { ...rows[0], balances };
}

const grantedTo = (count: number) => ({
  ...{ grants: 2 * count, orders: count },
  balances: [
    { pool: "asr", subscription: granted.asr, n: count },
    { pool: "tts", subscription: granted.tts, n: count },
  ],
});

test("200 payments, each reported three times in any order, twenty in parallel: 200 grants", async (t) => {
  await using service = await startService({ env: { BILLING_CONCURRENCY: "8" } });
  for (const name of ["billing", "maintenance"] as const) await service.startWorker(name);
  const payments = await seedOrders(service.resources.db, 200);
  const started = performance.now();
  await storeAll(service, shuffled(payments.flatMap(deliveriesOf)));
  await untilProcessed(service, 600);
  t.log(`${Math.round(performance.now() - started)} ms`);
  t.deepEqual(await countEvents(service), { processed: 600 });
  t.deepEqual(await grantsOf(service), grantedTo(200));
  t.deepEqual((await recountCredits(service.resources)).differences, []);
});

test("a billing worker that is killed twice while 100 events wait loses none and applies none twice", async (t) => {
  await using service = await startService({ env: impatient });
  await service.startWorker("maintenance");
  const payments = await seedOrders(service.resources.db, 100);
  // Waits for the lock of one buyer, so that the kill finds it in the middle of its work.
  const [stuck] = payments;
  const holding = await service.resources.db.startTransaction().execute();
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(holding);
  await holding
    .selectFrom("payment_orders")
    .select("id")
    .where("id", "=", stuck?.orderId ?? "")
    .forUpdate()
    .execute();
  await storeAll(
    service,
    payments.map((payment) => ({ type: "order.paid", payment })),
  );
  for (const count of [20, 60]) {
    const worker = await service.startWorker("billing");
    await untilProcessed(service, count);
    await worker.kill();
  }
  await holding.commit().execute();
  await service.startWorker("billing");
  await untilProcessed(service, 100);
  t.deepEqual(await countEvents(service), { processed: 100 });
  t.deepEqual(await grantsOf(service), grantedTo(100));
  t.deepEqual((await recountCredits(service.resources)).differences, []);
});
