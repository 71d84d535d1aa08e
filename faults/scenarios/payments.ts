import { sql } from "kysely";
import { countRunning } from "#faults/ledger-checks.ts";
import { mapConcurrently } from "#faults/calls.ts";
import { deliver, type Delivery, deliveryOf, paymentWebhookPath } from "#faults/deliveries.ts";
import { countEvents, countGrants, listProcessed } from "#faults/event-checks.ts";
import { openOrders, orderCredits } from "#faults/open-orders.ts";
import { exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { listAccountsWithDueCycles } from "#src/domain/payments/cycle-queries.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ServiceProcess } from "#harness/service/service-process.ts";
import { shuffled } from "#harness/shuffled.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";

interface Size {
  readonly accounts: number;
}

const plans = 5;
const deliveriesAtOnce = 20;
/** Each kill comes when so large a part of the events has been processed. */
const killedAfter = [1 / 20, 2 / 20] as const;
const patienceMs = 300_000;

/**
 * One payment is reported four times, in any order, to a worker that dies meanwhile. Of the plans that an account pays for at once, which
 * cost the same, the first begins and the others follow it, month by month.
 */
export const payments = scenario<Size>({
  name: "payments",
  promise: "a payment that is reported four times, to a worker that dies by kill -9, is granted once",
  full: { accounts: 200 },
  quick: { accounts: 40 },
  run: async ({ accounts }, setting) => {
    const { signal } = setting;
    const secret = newPaymentSecret();
    await using provider = await startPaymentProvider();
    const settings = { ...provider.env, PAYMENT_WEBHOOK_SECRET: secret };
    await using service = await startRunningService(["api", "maintenance"], setting, settings);
    const { resources } = service;
    const orders = await openOrders(service, { accounts, plans }, signal);
    const deliveries = shuffled(orders.flatMap(({ payment }) => deliveriesOf(payment, secret)));
    const told = new Set(deliveries).size;
    const to = { url: `${service.baseUrl}${paymentWebhookPath}`, signal };
    const worker = await service.start("billing");
    const [answers, kills] = await Promise.all([
      mapConcurrently(deliveries, deliveriesAtOnce, (one) => deliver(one, to)),
      killRepeatedly(service, { worker, events: told, signal }),
    ]);

    const allEnded = async (): Promise<boolean> => (await countEvents(resources)).queued === 0;
    await until(allEnded, { withinMs: patienceMs, signal });
    const begun = (await countGrants(resources)).orders;
    await letMonthsPass(resources, plans - 1);
    await until(async () => (await listAccountsWithDueCycles(resources.db, 1)).length === 0, {
      withinMs: patienceMs,
      signal,
    });
    const [events, grants, standing] = [
      await countEvents(resources),
      await countGrants(resources),
      await standingOf(resources),
    ];
    const broken = events.failed + events.quarantined;
    const killedAtMs = kills.map(({ atMs }) => atMs);
    const processed = await listProcessed(resources);
    const restMs = (processed.at(-1)?.atMs ?? NaN) - (killedAtMs.at(-1) ?? NaN);
    return {
      counts: {
        ...{ submitted: orders.length, completed: standing.paid, failed: broken, charged: grants.orders },
        ...{ duplicates: grants.duplicates, lost: orders.length - grants.orders },
        slowestRecoverySeconds: slowestRecoverySeconds(killedAtMs, processed),
      },
      checks: [
        exactly(
          "kills of a worker that had work in hand",
          kills.filter(({ runs }) => runs > 0).length,
          killedAfter.length,
        ),
        exactly("deliveries answered 200", answers.filter((status) => status === 200).length, deliveries.length),
        exactly("events processed", events.processed, told),
        exactly("events failed or quarantined", broken, 0),
        exactly("orders whose month began at once, one of each account", begun, accounts),
        exactly("grants of TTS credits", grants.tts, orders.length),
        exactly("grants of ASR credits", grants.asr, orders.length),
        exactly("payments granted twice", grants.duplicates, 0),
        exactly("payments without a grant", orders.length - grants.orders, 0),
        exactly("credits granted", grants.credits, orders.length * (orderCredits.tts + orderCredits.asr)),
        exactly("orders paid", standing.paid, orders.length),
        exactly("months paid for", standing.months, orders.length),
        exactly("accounts with one active subscription", standing.subscribed, accounts),
        exactly("differences of the recount", (await recountCredits(resources)).differences.length, 0),
      ],
      notes: [
        `Runs that each kill broke off: ${kills.map(({ runs }) => runs).join(", ")}.`,
        `Events that had come by then: ${kills.map((kill) => kill.events).join(", ")}.`,
        `The last event was processed ${(restMs / 1000).toFixed(1)} s after the last kill.`,
      ],
    };
  },
});

/** Moves all that was paid so many months and a day into the past, where the last month that an account paid for has just begun. */
async function letMonthsPass({ db }: Resources, months: number): Promise<void> {
  const time = sql`make_interval(months => ${months}::int, days => 1)`;
  await sql`
    with moved as (
      update subscriptions set anchor_at = anchor_at - ${time}, current_period_start = current_period_start - ${time},
        current_period_end = current_period_end - ${time}
    )
    update payment_orders set period_start = period_start - ${time}, period_end = period_end - ${time}`.execute(db);
}

/** The first comes once more as it was, and once more as if it were another event: the id is not signed. */
function deliveriesOf(payment: Payment, secret: string): readonly Delivery[] {
  const captured = deliveryOf(secret, { type: "payment.captured", payment });
  const paid = deliveryOf(secret, { type: "order.paid", payment });
  return [captured, captured, paid, deliveryOf(secret, { type: "payment.captured", payment })];
}

interface Kill {
  readonly atMs: number;
  /** That it broke off. */
  readonly runs: number;
  /** That had come by then. */
  readonly events: number;
}

interface Killing {
  readonly worker: ServiceProcess;
  /** The number that there will be. */
  readonly events: number;
  readonly signal: AbortSignal;
}

/** Kills the billing worker in the middle of its work, and starts it again as a supervisor does. */
async function killRepeatedly(service: RunningService, { worker, events, signal }: Killing): Promise<readonly Kill[]> {
  const { resources } = service;
  const patience = { withinMs: patienceMs, signal };
  const kills: Kill[] = [];
  let running = worker;
  for (const share of killedAfter) {
    const sinceMs = kills.at(-1)?.atMs ?? 0;
    await until(async () => (await countEvents(resources)).processed >= share * events, patience);
    await until(() => isCaughtAtWork(running, () => countRunning(resources, sinceMs)), patience);
    await running.kill();
    const atMs = Date.now();
    const { stored } = await countEvents(resources);
    kills.push({ atMs, runs: await countRunning(resources, sinceMs), events: stored });
    running = await service.start("billing");
  }
  return kills;
}

/** Freezes a worker; one that has nothing in hand goes on. */
async function isCaughtAtWork(worker: ServiceProcess, countRuns: () => Promise<number>): Promise<boolean> {
  worker.freeze();
  const hasWork = (await countRuns()) > 0;
  if (!hasWork) worker.thaw();
  return hasWork;
}

interface Standing {
  /** Orders. */
  readonly paid: number;
  /** The paid months of all subscriptions. */
  readonly months: number;
  /** Accounts with one active subscription. */
  readonly subscribed: number;
}

async function standingOf({ db }: Resources): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (select count(*)::int from payment_orders where status = 'paid') as paid,
      (select sum(paid_months)::int from subscriptions) as months,
      (select count(*)::int from (
        select user_id from subscriptions where status = 'active' group by user_id having count(*) = 1
      ) as one) as subscribed`.execute(db);
  return rows[0] ?? { paid: 0, months: 0, subscribed: 0 };
}
