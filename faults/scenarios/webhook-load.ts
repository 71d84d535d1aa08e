import { quantile } from "#harness/statistics.ts";
import { deliverSteadily, deliveryOf, paymentWebhookPath, type TimedAnswer } from "#faults/deliveries.ts";
import { countEvents, countGrants, listProcessed } from "#faults/event-checks.ts";
import { atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { seedOrders } from "#harness/payments/seed-orders.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";

interface Size {
  readonly seconds: number;
}

const perSecond = 200;
/** Processes that have just started compile their code first, and the load is steady. */
const warmUpSeconds = 2;
const types = ["payment.captured", "order.paid"] as const;
const answeredWithinMs = 500;
const patienceMs = 600_000;
const workers = ["billing", "maintenance"] as const;

/** The provider reports payments all the time, whether or not a worker applies them. */
export const webhookLoad = scenario<Size>({
  name: "webhook-load",
  promise: "webhooks are kept and answered at 200 a second whether workers run or not, and all of them are processed",
  alone: true,
  full: { seconds: 30 },
  quick: { seconds: 5 },
  run: async ({ seconds }, setting) => {
    const { signal } = setting;
    const secret = newPaymentSecret();
    await using service = await startRunningService(["api", ...workers], setting, { PAYMENT_WEBHOOK_SECRET: secret });
    const { resources } = service;
    const events = seconds * perSecond;
    const warmUpEvents = warmUpSeconds * perSecond;
    const load: Load = { secret, events, signal };

    const warmUp = await callSteadily(service, { ...load, events: warmUpEvents });
    await untilProcessed(service, signal);
    const beside = await callSteadily(service, load);
    await untilProcessed(service, signal);
    await Promise.all(workers.map((name) => service.first(name).stop()));
    const alone = await callSteadily(service, load);
    const { queued } = await countEvents(resources);
    const startedAtMs = Date.now();
    await Promise.all(workers.map((name) => service.start(name)));
    await untilProcessed(service, signal);
    const workedSeconds = (Date.now() - startedAtMs) / 1000;

    const accepted = [...warmUp, ...beside, ...alone].filter(({ status }) => status === 200).length;
    const { processed, failed, quarantined } = await countEvents(resources);
    const grants = await countGrants(resources);
    return {
      counts: {
        ...{ submitted: accepted, completed: processed, failed: failed + quarantined, charged: grants.orders },
        ...{ duplicates: grants.duplicates, lost: accepted - processed - failed - quarantined },
        slowestRecoverySeconds: slowestRecoverySeconds([startedAtMs], await listProcessed(resources)),
      },
      checks: [
        ...checksOf("workers running", beside, events),
        ...checksOf("workers stopped", alone, events),
        exactly("events that wait for the workers to be started again", queued, events),
        exactly("events processed in the end", processed, warmUpEvents + 2 * events),
        exactly("orders granted", grants.orders, (warmUpEvents + 2 * events) / types.length),
        exactly("orders granted twice", grants.duplicates, 0),
        exactly("differences of the recount", (await recountCredits(resources)).differences.length, 0),
      ],
      notes: [
        `Workers running: ${timesOf(beside)}.`,
        `Workers stopped: ${timesOf(alone)}.`,
        `Started again, they took ${workedSeconds.toFixed(1)} s for what had waited.`,
      ],
    };
  },
});

interface Load {
  readonly secret: string;
  readonly events: number;
  readonly signal: AbortSignal;
}

/** Calls for events of orders that are new, each its own event. */
async function callSteadily(
  { resources, baseUrl }: RunningService,
  { secret, events, signal }: Load,
): Promise<readonly TimedAnswer[]> {
  const payments = await seedOrders(resources.db, events / types.length);
  const deliveries = payments.flatMap((payment) => types.map((type) => deliveryOf(secret, { type, payment })));
  return deliverSteadily(deliveries, perSecond, { url: `${baseUrl}${paymentWebhookPath}`, signal });
}

async function untilProcessed({ resources }: RunningService, signal: AbortSignal): Promise<void> {
  const none = async (): Promise<boolean> => (await countEvents(resources)).queued === 0;
  await until(none, { withinMs: patienceMs, signal });
}

function checksOf(when: string, answers: readonly TimedAnswer[], events: number): readonly Check[] {
  const p99 = quantile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  return [
    exactly(`${when}: answered 200`, answers.filter(({ status }) => status === 200).length, events),
    exactly(
      `${when}: answered 5xx, or not at all`,
      answers.filter(({ status }) => status === 0 || status >= 500).length,
      0,
    ),
    atMost(`${when}: p99 of the answers`, p99, { limit: answeredWithinMs, unit: "ms" }),
  ];
}

function timesOf(answers: readonly TimedAnswer[]): string {
  const times = answers.map(({ ms }) => ms);
  const named = { median: quantile(times, 0.5), p99: quantile(times, 0.99), longest: quantile(times, 1) };
  return Object.entries(named)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(", ");
}
