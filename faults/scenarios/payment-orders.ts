import { sql } from "kysely";
import { mapConcurrently } from "#faults/calls.ts";
import { deliver, deliveryOf, paymentWebhookPath } from "#faults/deliveries.ts";
import { countEvents, countGrants } from "#faults/event-checks.ts";
import { type OpenOrder, openOrders } from "#faults/open-orders.ts";
import { orderingsOf } from "#faults/orderings.ts";
import { exactly } from "#faults/outcome.ts";
import type { Scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { PaymentNews } from "#harness/payments/payment-events.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";

const callsAtOnce = 20;
const patienceMs = 120_000;
const types = ["payment.authorized", "payment.captured", "payment.failed", "order.paid", "refund.processed"] as const;
/** News of which one has to come before the refund for the money to be known as ours meanwhile. */
const tellsOfMoney: ReadonlySet<PaymentNews["type"]> = new Set(["payment.captured", "order.paid"]);
const orderings = orderingsOf(types);
/** As every order has to end. */
const finalState = "order refunded, payment captured and given back, subscription cancelled and over, 0 credits";

/** The five events of one payment, in each of the 120 orders in which they can come. */
export const paymentOrders: Scenario = {
  name: "payment-orders",
  promise: "the events of a payment have the same end in whatever order they come",
  needsServices: false,
  alone: false,
  run: async (setting) => {
    const { signal } = setting;
    const secret = newPaymentSecret();
    await using provider = await startPaymentProvider();
    const settings = { ...provider.env, PAYMENT_WEBHOOK_SECRET: secret };
    await using service = await startRunningService(["api", "billing", "maintenance"], setting, settings);
    const { resources } = service;
    const orders = await openOrders(service, { accounts: orderings.length, plans: 1 }, signal);
    const answers = await tellInEveryOrder(service, { orders, secret, signal });
    const events = await countEvents(resources);
    const grants = await countGrants(resources);
    const states = await finalStates(resources);
    const asWanted = states.filter((state) => state === finalState).length;
    const subscribed = await countSubscribed(service, orders, signal);
    const broken = events.failed + events.quarantined;
    return {
      counts: {
        ...{ submitted: orders.length, completed: asWanted, failed: broken, charged: grants.orders },
        ...{ duplicates: grants.duplicates, lost: orders.length - asWanted, slowestRecoverySeconds: null },
      },
      checks: [
        exactly("different orders of the events", new Set(orderings.map(String)).size, 120),
        exactly("deliveries answered 200", answers.filter((status) => status === 200).length, 5 * orders.length),
        exactly("events processed", events.processed, 5 * orders.length),
        exactly("events failed or quarantined", broken, 0),
        exactly("different final states", new Set(states).size, 1),
        exactly(`orders that ended so (${finalState})`, asWanted, orders.length),
        exactly("accounts that have a subscription by the API", subscribed, 0),
        exactly("orders whose credits were granted and withdrawn", grants.orders, orderings.filter(isPaidFirst).length),
        exactly("orders granted twice", grants.duplicates, 0),
        exactly("differences of the recount", (await recountCredits(resources)).differences.length, 0),
      ],
      notes: [...new Set(states)].filter((state) => state !== finalState).map((state) => `Some ended so: ${state}.`),
    };
  },
};

/** Whether the payment was reported before its refund. */
const isPaidFirst = (ordering: readonly PaymentNews["type"][]): boolean =>
  ordering.slice(0, ordering.indexOf("refund.processed")).some((type) => tellsOfMoney.has(type));

/** The payment as it stands at the time of an event. */
function newsOf({ payment }: OpenOrder, type: PaymentNews["type"]): PaymentNews {
  if (type === "payment.authorized") return { type, payment: { ...payment, status: "authorized" } };
  if (type === "payment.failed") return { type, payment: { ...payment, status: "failed" } };
  if (type === "refund.processed") return { type, payment: { ...payment, refunded: payment.amount } };
  return { type, payment };
}

interface Telling {
  readonly orders: readonly OpenOrder[];
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** Tells each order's events in an ordering of its own; the next only when that before was done. @returns the statuses */
async function tellInEveryOrder(
  { baseUrl, resources }: RunningService,
  { orders, secret, signal }: Telling,
): Promise<readonly number[]> {
  const to = { url: `${baseUrl}${paymentWebhookPath}`, signal };
  const answers: number[] = [];
  for (const position of types.keys()) {
    const news = orders.flatMap((order, index) => {
      const type = orderings[index]?.[position];
      return type === undefined ? [] : [newsOf(order, type)];
    });
    answers.push(...(await mapConcurrently(news, callsAtOnce, (one) => deliver(deliveryOf(secret, one), to))));
    const allEnded = async (): Promise<boolean> => (await countEvents(resources)).queued === 0;
    await until(allEnded, { withinMs: patienceMs, signal });
  }
  return answers;
}

/** Tells how each order stands, as a sentence. */
async function finalStates({ db }: Resources): Promise<readonly string[]> {
  const { rows } = await sql<{ state: string }>`
    select concat(
      'order ', orders.status,
      ', payment ', payment.status, case when payment.refunded = payment.amount then ' and given back' end,
      ', subscription ', subscription.status,
      case when coalesce(subscription.current_period_end, now()) <= now() then ' and over' end,
      ', ', (select coalesce(sum(credits), 0) from credit_ledger where order_id = orders.id)
        + (select sum(subscription) from balances where balances.user_id = orders.user_id), ' credits'
    ) as state
    from payment_orders as orders
    left join payments as payment on payment.order_id = orders.id
    left join subscriptions as subscription on subscription.id = orders.subscription_id`.execute(db);
  return rows.map(({ state }) => state);
}

async function countSubscribed(
  { baseUrl }: RunningService,
  orders: readonly OpenOrder[],
  signal: AbortSignal,
): Promise<number> {
  const statuses = await mapConcurrently(orders, callsAtOnce, async ({ account: { key } }) => {
    const response = await fetch(`${baseUrl}/v1/subscriptions/current`, { headers: { "x-api-key": key }, signal });
    await response.arrayBuffer();
    return response.status;
  });
  return statuses.filter((status) => status !== 404).length;
}
