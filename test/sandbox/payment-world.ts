import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { paymentSandboxEnvironment, type SandboxPayment, startSandboxPayment } from "#test/support/payment-sandbox.ts";
import { type Arrival, openReceiver } from "./receiver.ts";

const seconds = z.int().min(1_600_000_000);
const paymentSchema = z.looseObject({
  id: z.string().regex(/^pay_[A-Za-z0-9]{14}$/),
  entity: z.literal("payment"),
  amount: z.int(),
  currency: z.literal("INR"),
  status: z.enum(["authorized", "captured", "refunded", "failed"]),
  order_id: z.string(),
  amount_refunded: z.int(),
  captured: z.boolean(),
  created_at: seconds,
});
const orderSchema = z.looseObject({ id: z.string(), entity: z.literal("order"), status: z.string() });
const refundSchema = z.looseObject({ id: z.string(), entity: z.literal("refund"), amount: z.int() });
const eventBody = z.strictObject({
  entity: z.literal("event"),
  account_id: z.string().regex(/^acc_[A-Za-z0-9]{14}$/),
  event: z.string(),
  contains: z.array(z.string()),
  payload: z.strictObject({
    payment: z.strictObject({ entity: paymentSchema }),
    order: z.strictObject({ entity: orderSchema }).optional(),
    refund: z.strictObject({ entity: refundSchema }).optional(),
  }),
  created_at: seconds,
});

/** An event whose signature was right. */
export type ReceivedEvent = ReturnType<typeof verified>;

/** The sandbox's payment provider with an empty database and a receiver of its webhooks. */
export async function openPaymentWorld() {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await createEmptyDatabase(testEnvironment().clusterUrl), (part) => part.drop());
  const receiver = opened.adopt(await openReceiver(verified), (part) => part.stop());
  const options = { publicUrl: receiver.url, databaseUrl: database.url };
  const sandbox = opened.adopt(await startSandboxPayment(options), (part) => part.stop());
  const restart = async () => {
    await sandbox.stop();
    const port = Number(new URL(sandbox.url).port);
    return kept.adopt(await startSandboxPayment({ ...options, port }), (part) => part.stop());
  };
  const kept = opened.move();
  return { sandbox, receiver, restart, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function verified({ path, headers, body }: Arrival) {
  const { PAYMENT_WEBHOOK_SECRET: secret } = paymentSandboxEnvironment("", 0);
  assert.equal(path, "/v1/webhooks/payments");
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["x-razorpay-signature"], createHmac("sha256", secret).update(body).digest("hex"));
  const event = eventBody.parse(JSON.parse(body.toString("utf8")));
  assert.deepEqual(event.contains.toSorted(), Object.keys(event.payload).toSorted());
  const { payment, order, refund } = event.payload;
  return {
    id: String(headers["x-razorpay-event-id"]),
    name: event.event,
    payment: payment.entity,
    order: order?.entity,
    refund: refund?.entity,
    text: body.toString("utf8"),
    receivedAtMs: performance.now(),
  };
}

/** A new order over 499 rupees. @returns its id */
export async function newOrder(sandbox: SandboxPayment): Promise<string> {
  const order = { amount: 49_900, currency: "INR", receipt: "subscription-1", payment_capture: true };
  return orderSchema.parse((await sandbox.call("POST", "/v1/orders", order)).json).id;
}

const collection = z.strictObject({
  entity: z.literal("collection"),
  count: z.int(),
  items: z.array(paymentSchema),
});

/** The payments for an order as the API would see them, the newest first. */
export async function paymentsOf(sandbox: SandboxPayment, orderId: string) {
  const { count, items } = collection.parse((await sandbox.call("GET", `/v1/orders/${orderId}/payments`)).json);
  assert.equal(count, items.length);
  return items;
}

/** The next `count` events. */
export async function nextEvents(receiver: { next(): Promise<ReceivedEvent> }, count: number) {
  const events: ReceivedEvent[] = [];
  while (events.length < count) events.push(await receiver.next());
  return events;
}
