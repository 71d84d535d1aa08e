import test from "ava";
import { newOrder, nextEvents, openPaymentWorld, paymentsOf, type ReceivedEvent } from "./payment-world.ts";

const shapes = (events: readonly ReceivedEvent[]) =>
  events.map(({ name, payment, order, refund }) => [
    name,
    payment.status,
    ...(order === undefined ? [] : [order.status]),
    ...(refund === undefined ? [] : [refund.amount]),
  ]);
const captured = [
  ["payment.authorized", "authorized"],
  ["payment.captured", "captured"],
  ["order.paid", "captured", "paid"],
];

test("every outcome sends its webhook in order, with the payment as it was at that moment", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox, receiver } = world;
  const orderId = await newOrder(sandbox);
  await sandbox.pay(orderId, "failed");
  const [failed] = await nextEvents(receiver, 1);
  t.like(failed, { name: "payment.failed" });
  t.like(failed?.payment, { status: "failed", captured: false, order_id: orderId, error_reason: "payment_failed" });

  await sandbox.pay(orderId, "paid");
  const paid = await nextEvents(receiver, 3);
  t.deepEqual(shapes(paid), captured);
  t.is(new Set(paid.map(({ payment }) => payment.id)).size, 1);
  t.is(new Set(paid.map(({ id }) => id)).size, 3, "each has an id of its own");
  t.like(paid[0]?.payment, { captured: false, fee: null, amount: 49_900, error_code: null });
  t.like(paid[2]?.order, { id: orderId, amount_paid: 49_900, amount_due: 0, attempts: 2 });
  t.like(paid[2]?.payment, (await paymentsOf(sandbox, orderId))[0] ?? {}, "the same that is answered");

  const other = await newOrder(sandbox);
  await sandbox.pay(other, "twice");
  const twice = await nextEvents(receiver, 5);
  t.deepEqual(shapes(twice), [...captured, ...captured.slice(0, 2)], "an order is paid once");
  t.is(new Set(twice.map(({ payment }) => payment.id)).size, 2);

  const paymentId = twice[0]?.payment.id ?? "";
  await sandbox.call("POST", `/v1/payments/${paymentId}/refund`, { amount: 9_900 });
  await sandbox.call("POST", `/v1/payments/${paymentId}/refund`);
  const refunds = await nextEvents(receiver, 2);
  t.deepEqual(shapes(refunds), [
    ["refund.processed", "captured", 9_900],
    ["refund.processed", "refunded", 40_000],
  ]);
  t.deepEqual(
    refunds.map(({ payment, refund }) => [payment.amount_refunded, refund?.["payment_id"]]),
    [
      [9_900, paymentId],
      [49_900, paymentId],
    ],
  );
});

test("a late payment is authorized, blocks others, and is captured when its time has come", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox, receiver } = world;
  await sandbox.call("PUT", "/sandbox/webhooks", { late_capture_seconds: 6 });
  const orderId = await newOrder(sandbox);
  t.like((await sandbox.pay(orderId, "late")).json, { status: "authorized" });
  const [authorized] = await nextEvents(receiver, 1);
  t.like(authorized, { name: "payment.authorized" });
  for (const outcome of ["paid", "failed", "twice", "late"] as const) {
    t.is((await sandbox.pay(orderId, outcome)).status, 400, outcome);
  }
  t.is((await sandbox.call("POST", `/v1/payments/${authorized?.payment.id}/refund`)).status, 400);
  const rest = await nextEvents(receiver, 2);
  t.deepEqual(shapes(rest), captured.slice(1));
  t.true((rest[0]?.receivedAtMs ?? 0) - (authorized?.receivedAtMs ?? 0) > 1_000);
});

test("a refused webhook is sent again, the same, and the order's later ones wait for it", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox, receiver } = world;
  receiver.answers.push(500, 404);
  await sandbox.pay(await newOrder(sandbox), "paid");
  const events = await nextEvents(receiver, 5);
  t.deepEqual(
    events.map(({ name }) => name),
    ["payment.authorized", "payment.authorized", "payment.authorized", "payment.captured", "order.paid"],
  );
  const [first, second, third] = events;
  t.deepEqual([second?.id, third?.id], [first?.id, first?.id]);
  t.deepEqual([second?.text, third?.text], [first?.text, first?.text]);
  t.true((second?.receivedAtMs ?? 0) - (first?.receivedAtMs ?? 0) >= 990);
  t.true((third?.receivedAtMs ?? 0) - (second?.receivedAtMs ?? 0) >= 1_990);
});

test("webhooks and late payments outlive a receiver that is unavailable and a restart", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox, receiver } = world;
  await receiver.stop();
  await sandbox.call("PUT", "/sandbox/webhooks", { late_capture_seconds: 1, deliveries: 2 });
  const orderId = await newOrder(sandbox);
  await sandbox.pay(orderId, "late");
  const restarted = await world.restart();
  await receiver.start();
  const events = await nextEvents(receiver, 6);
  t.deepEqual(
    shapes(events),
    captured.flatMap((shape) => [shape, shape]),
  );
  t.like((await restarted.call("GET", `/v1/orders/${orderId}`)).json, { status: "paid" });
  t.like((await restarted.call("GET", "/sandbox/webhooks")).json, { deliveries: 2 });
});

test("events can be repeated, shuffled and lost", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox, receiver } = world;
  await sandbox.call("PUT", "/sandbox/webhooks", { deliveries: 3 });
  await sandbox.pay(await newOrder(sandbox), "paid");
  const repeated = await nextEvents(receiver, 9);
  t.deepEqual(
    shapes(repeated),
    captured.flatMap((shape) => [shape, shape, shape]),
  );
  for (const first of [0, 3, 6]) {
    const same = repeated.slice(first, first + 3).map(({ id, text }) => `${id} ${text}`);
    t.is(new Set(same).size, 1);
  }

  await sandbox.call("PUT", "/sandbox/webhooks", { sent: false });
  const lost = await newOrder(sandbox);
  await sandbox.pay(lost, "paid");
  t.is((await paymentsOf(sandbox, lost))[0]?.status, "captured");

  await sandbox.call("PUT", "/sandbox/webhooks", { shuffled: true, deliveries: 5 });
  const shuffled = await newOrder(sandbox);
  await sandbox.pay(shuffled, "paid");
  const events = await nextEvents(receiver, 15);
  t.true(
    events.every(({ payment }) => payment.order_id === shuffled),
    "what was lost is not sent later",
  );
  const names = events.map(({ name }) => name);
  const inOrder = captured.flatMap(([name = ""]) => Array.from({ length: 5 }, () => name));
  t.deepEqual(names.toSorted(), inOrder.toSorted());
  t.notDeepEqual(names, inOrder);
  t.is(new Set(events.map(({ id }) => id)).size, 3);
});
