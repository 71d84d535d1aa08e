import { createHmac } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { openBrowser } from "#test/support/browser.ts";
import { newOrder, openPaymentWorld, paymentsOf } from "./payment-world.ts";

const world = await openPaymentWorld();
const { sandbox, receiver } = world;
test.after.always(() => world[Symbol.asyncDispose]());

const checkout = `${sandbox.url}/v1/checkout/embedded`;
const { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret } = sandbox.env;
const signatureOf = (orderId: string, paymentId: string): string =>
  createHmac("sha256", keySecret).update(`${orderId}|${paymentId}`).digest("hex");
const proof = z.strictObject({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string().optional(),
  status: z.string(),
});
const linkTo = (fields: Readonly<Record<string, string>>): string =>
  `${checkout}?${new URLSearchParams(fields).toString()}`;
const orderStatus = async (orderId: string) =>
  z
    .object({ status: z.string(), attempts: z.int(), amount_paid: z.int(), amount_due: z.int() })
    .parse((await sandbox.call("GET", `/v1/orders/${orderId}`)).json);

test("the page shows that it is a sandbox and the amount, works by form and by link, and has no script", async (t) => {
  const fields = { key_id: keyId, order_id: await newOrder(sandbox), name: "<b>Speech</b>", prefill: "ignored" };
  const browser = openBrowser();
  const byForm = await browser.visit(checkout, { fields });
  const byLink = await browser.visit(linkTo(fields));
  t.deepEqual([byForm.status, byLink.status], [200, 200]);
  t.is(byForm.html, byLink.html);
  for (const shown of ["This is a sandbox", "₹499.00", fields.order_id, "&#60;b&#62;Speech"]) {
    t.true(byForm.html.includes(shown), shown);
  }
  for (const label of ["Pay", "Let the payment fail", "Pay twice", "Pay late"]) {
    t.true(byForm.html.includes(`>${label}</button>`), label);
  }
  t.notRegex(byForm.html, /<script|<b>|javascript:/i);
  // The look of the operator, as set or by default.
  t.regex(byForm.html, /<p class="brand"><img src="[^"]+\/site\/logo" alt="">Speech service<\/p>/);
  t.regex(byForm.html, /--accent: light-dark\(#4f46e5, #[0-9a-f]{6}\)/);
  const policy = byForm.headers.get("content-security-policy") ?? "";
  t.regex(policy, new RegExp(`^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' ${receiver.url};`));
});

test("paying leads back to the service with a signature that holds", async (t) => {
  const orderId = await newOrder(sandbox);
  const callbackUrl = `${receiver.url}/billing?from=checkout`;
  const fields = { key_id: keyId, order_id: orderId, callback_url: callbackUrl, cancel_url: `${receiver.url}/no` };
  const browser = openBrowser();
  const page = await browser.visit(checkout, { fields });
  t.true(page.html.includes(`href="${receiver.url}/no"`));
  const sent = await browser.submit(page, { outcome: "paid" }, { stopAt: receiver.url });
  t.is(sent.status, 303);
  const { searchParams } = new URL(sent.url);
  const paymentId = searchParams.get("razorpay_payment_id") ?? "";
  t.deepEqual(Object.fromEntries(searchParams), {
    from: "checkout",
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: signatureOf(orderId, paymentId),
  });
  t.deepEqual(
    (await paymentsOf(sandbox, orderId)).map(({ id, status }) => [id, status]),
    [[paymentId, "captured"]],
  );
  t.deepEqual(await orderStatus(orderId), { status: "paid", attempts: 1, amount_paid: 49_900, amount_due: 0 });
});

test("a payment that fails leads back with the error and no signature, and can be tried again", async (t) => {
  const orderId = await newOrder(sandbox);
  const fields = { key_id: keyId, order_id: orderId, callback_url: `${receiver.url}/billing` };
  const browser = openBrowser();
  const page = await browser.visit(checkout, { fields });
  const sent = await browser.submit(page, { outcome: "failed" }, { stopAt: receiver.url });
  const { searchParams } = new URL(sent.url);
  t.is(searchParams.get("error[code]"), "BAD_REQUEST_ERROR");
  t.regex(searchParams.get("error[metadata]") ?? "", new RegExp(orderId));
  t.false(searchParams.has("razorpay_signature"));
  t.like(await orderStatus(orderId), { status: "attempted", attempts: 1, amount_paid: 0 });
  t.is((await sandbox.pay(orderId, "failed")).status, 200);
  t.is((await sandbox.pay(orderId, "paid")).status, 200);
  t.deepEqual(
    (await paymentsOf(sandbox, orderId)).map(({ status }) => status),
    ["captured", "failed", "failed"],
  );
  t.like(await orderStatus(orderId), { status: "paid", attempts: 3 });
});

test("without a callback browsers get a page, and programs JSON", async (t) => {
  const orderId = await newOrder(sandbox);
  const browser = openBrowser();
  const page = await browser.visit(linkTo({ key_id: keyId, order_id: orderId }));
  const failed = await browser.submit(page, { outcome: "failed" });
  t.is(failed.status, 200);
  t.regex(failed.html, /The payment has failed\./);
  const retry = /href="(?<path>\/v1\/checkout[^"]+)"/.exec(failed.html)?.groups?.["path"] ?? "";
  const again = await browser.visit(`${sandbox.url}${retry.replaceAll("&#38;", "&")}`);
  t.regex(again.html, />Pay<\/button>/);

  const { status, json } = await sandbox.pay(orderId, "paid");
  t.is(status, 200);
  const paid = proof.parse(json);
  t.like(paid, { status: "captured", razorpay_order_id: orderId });
  t.is(paid.razorpay_signature, signatureOf(orderId, paid.razorpay_payment_id));
  const later = await browser.visit(linkTo({ key_id: keyId, order_id: orderId }));
  t.regex(later.html, /The order is paid\./);
});

test("a paid order is paid once more by twice only, and two at the same time pay once", async (t) => {
  const orderId = await newOrder(sandbox);
  const both = await Promise.all([1, 2].map(() => sandbox.pay(orderId, "paid")));
  t.deepEqual(both.map(({ status }) => String(status)).toSorted(), ["200", "400"]);
  for (const outcome of ["paid", "failed", "late"] as const) {
    t.is((await sandbox.pay(orderId, outcome)).status, 400, outcome);
  }
  t.is((await paymentsOf(sandbox, orderId)).length, 1);
  t.is((await sandbox.pay(orderId, "twice")).status, 200);
  const two = await paymentsOf(sandbox, orderId);
  t.deepEqual(
    two.map(({ status }) => status),
    ["captured", "captured"],
  );
  t.like(await orderStatus(orderId), { status: "paid", amount_paid: 49_900, amount_due: 0 });
});

test("only addresses of the service itself are led back to", async (t) => {
  const orderId = await newOrder(sandbox);
  const foreign = [
    "https://example.com/",
    `${receiver.url}.example.com/`,
    `${receiver.url}@example.com/`,
    "//example.com",
    "javascript:alert(1)",
    "/billing",
  ];
  for (const name of ["callback_url", "cancel_url"]) {
    for (const url of foreign) {
      const fields = { key_id: keyId, order_id: orderId, outcome: "paid", [name]: url };
      for (const address of [checkout, `${checkout}/pay`]) {
        const { status, html } = await openBrowser().visit(address, { fields });
        t.is(status, 400, url);
        t.regex(html, /Only an address below/);
      }
    }
  }
  t.deepEqual(await paymentsOf(sandbox, orderId), []);
});

test("a page of another site cannot pay", async (t) => {
  const orderId = await newOrder(sandbox);
  const body = new URLSearchParams({ key_id: keyId, order_id: orderId, outcome: "paid" });
  for (const origin of ["https://example.com", receiver.url, "null"]) {
    const response = await fetch(`${checkout}/pay`, { method: "POST", headers: { origin }, body });
    t.is(response.status, 403, origin);
  }
  t.deepEqual(await paymentsOf(sandbox, orderId), []);
  const shown = await fetch(checkout, { method: "POST", headers: { origin: receiver.url }, body });
  t.is(shown.status, 200, "but it may lead to the page");
  const own = await fetch(`${checkout}/pay`, { method: "POST", headers: { origin: sandbox.url }, body });
  t.is(own.status, 200);
});

test("a checkout that is not good is 400, as a page for browsers and in the provider's form for others", async (t) => {
  const orderId = await newOrder(sandbox);
  const good = { key_id: keyId, order_id: orderId, outcome: "paid" };
  const wrong: readonly Record<string, string>[] = [
    {},
    { ...good, key_id: "rzp_test_another" },
    { ...good, order_id: "order_AAAAAAAAAAAAAA" },
    { ...good, order_id: "\0" },
    { ...good, outcome: "perhaps" },
    { ...good, name: "x".repeat(101) },
    { ...good, extra: "x".repeat(20_000) },
  ];
  for (const fields of wrong) {
    const body = new URLSearchParams(fields);
    const [page, json] = await Promise.all(
      ["text/html", "application/json"].map((accept) =>
        fetch(`${checkout}/pay`, { method: "POST", headers: { accept }, body }),
      ),
    );
    t.deepEqual([page?.status, json?.status], [400, 400], JSON.stringify(fields).slice(0, 100));
    t.regex((await page?.text()) ?? "", /<p role="alert">/);
    t.like(await json?.json(), { error: { code: "BAD_REQUEST_ERROR" } });
  }
  t.is((await fetch(`${checkout}/pay`, { method: "POST", body: "{}" })).status, 400);
  t.is((await fetch(checkout)).status, 400);
  t.deepEqual(await paymentsOf(sandbox, orderId), []);
});
