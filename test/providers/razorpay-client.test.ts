import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openRazorpayClient } from "#src/providers/payments/razorpay/client.ts";
import { openPaymentWorld } from "#test/sandbox/payment-world.ts";

const log = openLogger("test", "silent");
const order = { amount: 49_900, currency: "INR", receipt: "subscription-1" };
const settings = (apiUrl: string, keySecret = "secret") => ({
  apiUrl,
  keyId: "rzp_test_OfTheTests0001",
  keySecret,
  reconcileMs: 1_000,
});

async function fails(t: ExecutionContext, work: Promise<unknown>): Promise<void> {
  const error = await t.throwsAsync(work, { instanceOf: DomainError });
  t.is(error?.code, "payment_provider_error");
}

test("the service makes an order and learns what was paid for it", async (t) => {
  await using world = await openPaymentWorld();
  const { sandbox } = world;
  const provider = openRazorpayClient(settings(sandbox.url, sandbox.env.PAYMENT_KEY_SECRET), log);
  t.is(provider.checkoutUrl, `${sandbox.url}/v1/checkout/embedded`);
  const id = await provider.createOrder(order);
  t.deepEqual(await provider.listPayments(id), []);
  await sandbox.pay(id, "failed");
  await sandbox.pay(id, "paid");
  const [paid, failed] = await provider.listPayments(id);
  t.like(paid, { orderId: id, status: "captured", amount: 49_900, currency: "INR", refunded: 0, failure: null });
  t.like(failed, { status: "failed", method: "netbanking", failure: "Payment was declined by the bank." });
  await sandbox.call("POST", `/v1/payments/${paid?.id}/refund`);
  t.like((await provider.listPayments(id))[0], { status: "captured", refunded: 49_900 });

  await fails(t, provider.createOrder({ ...order, amount: 99 }));
  await fails(t, provider.listPayments("order_AAAAAAAAAAAAAA"));
  const stranger = openRazorpayClient(settings(sandbox.url, "wrong"), log);
  await fails(t, stranger.createOrder(order));
  await fails(t, stranger.listPayments(id));
});

/** A provider that answers as it likes. @returns its address */
async function openStrangeProvider(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const json = (body: unknown): RequestListener => {
  return (_request, response) => void response.setHeader("content-type", "application/json").end(JSON.stringify(body));
};
const strange: Readonly<Record<string, RequestListener>> = {
  "an error": (_request, response) => void response.writeHead(500).end("{}"),
  "no JSON": (_request, response) => void response.end("<html>"),
  nothing: (_request, response) => void response.end(),
  "another shape": json({ id: 1, items: {} }),
  "another order": json({ id: "order_AAAAAAAAAAAAAA", amount: 1, currency: "INR" }),
  "a redirect": (_request, response) => void response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
  "a broken connection": (request) => void request.socket.destroy(),
};

for (const [what, listener] of Object.entries(strange)) {
  test(`a provider that answers with ${what} is a payment_provider_error`, async (t) => {
    const provider = openRazorpayClient(settings(await openStrangeProvider(t, listener)), log);
    await fails(t, provider.createOrder(order));
    await fails(t, provider.listPayments("order_AAAAAAAAAAAAAA"));
  });
}

test("a currency in lower case is the same currency, in an order and in a payment", async (t) => {
  const id = "order_AAAAAAAAAAAAAA";
  const payment = { id: "pay_1", order_id: id, status: "captured", amount: 49_900, currency: "inr" };
  const made = await openStrangeProvider(t, json({ id, amount: 49_900, currency: "inr" }));
  t.is(await openRazorpayClient(settings(made), log).createOrder(order), id);
  const paid = await openStrangeProvider(t, json({ items: [payment] }));
  t.like((await openRazorpayClient(settings(paid), log).listPayments(id))[0], { currency: "INR" });
});

test("a provider that hangs, before or within its answer, is one in ten seconds", async (t) => {
  const silent = openRazorpayClient(settings(await openStrangeProvider(t, () => undefined)), log);
  const slow = openRazorpayClient(
    settings(await openStrangeProvider(t, (_request, response) => void response.write("{"))),
    log,
  );
  const begun = performance.now();
  await Promise.all([fails(t, silent.createOrder(order)), fails(t, slow.listPayments("order_AAAAAAAAAAAAAA"))]);
  const elapsedMs = performance.now() - begun;
  t.true(elapsedMs > 9_000 && elapsedMs < 20_000, String(elapsedMs));
});
