import test from "ava";
import { razorpayDedupeKey, verifyRazorpayWebhook } from "#src/providers/payments/razorpay/signature.ts";
import { newPaymentSecret, paymentSignature } from "#harness/payments/signed-payment-event.ts";

/** Computed by `openssl dgst -sha256 -hmac`. */
const known = {
  secret: "a secret of sixteen",
  body: '{"event":"order.paid","payload":{"order":{"entity":{"id":"order_1","notes":{"name":"Zoë 😀"}}}}}',
  signature: "e6735715bc394ee92ea6e6e1e6d3b48f781509f97a4ed878ed76f8d7fdfdafdc",
  digest: "9a41ffa27b6aef8c9523a5f493d2e13420d05d36c01b2b612934de2f0721bb69",
} as const;

type Headers = Readonly<Record<string, string>>;
const signed: Headers = { "x-razorpay-signature": known.signature, "x-razorpay-event-id": "FwUKg1UFnjIpZy" };

const verify = (headers: Headers, body: string = known.body, secrets: readonly string[] = [known.secret]) =>
  verifyRazorpayWebhook({ header: (name) => headers[name], body: Buffer.from(body) }, secrets);

const invalid = { name: "DomainError", message: "The signature is not valid." };

test("a message that openssl has signed is taken", (t) => {
  t.is(verify(signed), "FwUKg1UFnjIpZy");
  t.is(paymentSignature(known.secret, known.body), known.signature);
});

test("a signature is compared as the text it is", (t) => {
  const { signature } = known;
  const others = [
    signature.toUpperCase(),
    `${signature[0]?.toUpperCase()}${signature.slice(1)}`,
    ...[` ${signature}`, `${signature}\n`, `0x${signature}`, `sha256=${signature}`, `${signature}, ${signature}`],
    ...[signature.slice(0, -1), `${signature}0`, "", "0".repeat(64), "é".repeat(64)],
    Buffer.from(signature, "hex").toString("base64"),
    Buffer.from(signature, "hex").toString("latin1"),
  ].filter((other) => other !== signature);
  t.true(others.length >= 13);
  for (const other of others) t.throws(() => verify({ ...signed, "x-razorpay-signature": other }), invalid, other);
  t.throws(() => verify({}), invalid);
});

test("another body or secret than was signed is refused, and no secret takes nothing", (t) => {
  t.throws(() => verify(signed, `${known.body} `), invalid);
  t.throws(() => verify(signed, ""), invalid);
  t.throws(() => verify(signed, JSON.stringify(JSON.parse(known.body), null, 1)), invalid);
  t.throws(() => verify(signed, known.body, [newPaymentSecret()]), invalid);
  t.throws(() => verify(signed, known.body, []), invalid);
});

test("either of two secrets is good while one replaces the other", (t) => {
  const newer = newPaymentSecret();
  const byNewer = { ...signed, "x-razorpay-signature": paymentSignature(newer, known.body) };
  for (const headers of [signed, byNewer]) {
    t.is(verify(headers, known.body, [newer, known.secret]), "FwUKg1UFnjIpZy");
    t.is(verify(headers, known.body, [known.secret, newer]), "FwUKg1UFnjIpZy");
  }
});

test("an event is known by its id, or by its body where it has none that can be printed", (t) => {
  for (const id of ["1", "~".repeat(255), "a/b:c"]) t.is(verify({ ...signed, "x-razorpay-event-id": id }), id);
  for (const id of ["", " ", "a b", "a\t", "é", "~".repeat(256)])
    t.is(verify({ ...signed, "x-razorpay-event-id": id }), known.digest, id);
  t.is(verify({ "x-razorpay-signature": known.signature }), known.digest);
});

test("two deliveries are the same event when both id and body are", (t) => {
  const keyOf = (id: string, body: string) => razorpayDedupeKey(id, Buffer.from(body));
  const keys = [keyOf("1", known.body), keyOf("2", known.body), keyOf("1", `${known.body} `)];
  t.is(new Set(keys).size, 3);
  t.is(keyOf("1", known.body), keys[0] ?? "");
});
