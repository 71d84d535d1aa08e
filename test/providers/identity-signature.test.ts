import { createHmac } from "node:crypto";
import test from "ava";
import { Webhook } from "standardwebhooks";
import { verifyStandardWebhook } from "#src/providers/identity/signature.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";

const secret = newWebhookSecret();
const now = new Date("2026-11-20T08:30:00.900Z");
const sentAt = new Date("2026-11-20T08:30:00Z");
const body = '{"type":"user.created","data":{"id":"user_1","name":"Zoë 😀"}}';

type Headers = Readonly<Record<string, string>>;

const headersAt = (at: Date, family = "webhook", signer = secret): Headers => ({
  [`${family}-id`]: "msg_1",
  [`${family}-timestamp`]: String(at.getTime() / 1000),
  [`${family}-signature`]: new Webhook(signer).sign("msg_1", at, body),
});
const good = headersAt(sentAt);
const signature = good["webhook-signature"] ?? "";

const verify = (headers: Headers, { text = body, secrets = [secret] }: { text?: string; secrets?: string[] } = {}) =>
  verifyStandardWebhook({ header: (name) => headers[name], body: Buffer.from(text) }, { secrets, now });

const invalid = { name: "DomainError", message: "The signature is not valid." };

test("a message signed by the library of the standard is taken, under either family of names", (t) => {
  t.is(verify(good), "msg_1");
  t.is(verify(headersAt(sentAt, "svix")), "msg_1");
});

test("five minutes either way are taken, a second more is not", (t) => {
  for (const [seconds, taken] of [
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
    [-86_400, false],
  ] as const) {
    const headers = headersAt(new Date(sentAt.getTime() + seconds * 1000));
    if (taken) t.is(verify(headers), "msg_1", `${seconds}`);
    else t.throws(() => verify(headers), invalid, `${seconds}`);
  }
});

test("a timestamp is plain decimal digits, even if another form of it was signed", (t) => {
  const seconds = sentAt.getTime() / 1000;
  const forms = [`+${seconds}`, `${seconds}.0`, ` ${seconds}`, `0x${seconds.toString(16)}`, `${seconds}e0`, "", "NaN"];
  for (const timestamp of forms) {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const code = createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64");
    const headers = { ...good, "webhook-timestamp": timestamp, "webhook-signature": `v1,${code}` };
    t.throws(() => verify(headers), invalid, timestamp);
  }
});

test("each header is needed, and parts of two families do not make one", (t) => {
  for (const name of Object.keys(good)) {
    const { [name]: part = "", ...rest } = good;
    t.throws(() => verify(rest), invalid, name);
    t.throws(() => verify({ ...rest, [name.replace("webhook", "svix")]: part }), invalid, name);
  }
});

test("the first complete family decides", (t) => {
  const wrong = { ...headersAt(sentAt, "svix"), "svix-signature": "v1,AAAA" };
  t.is(verify({ ...wrong, ...good }), "msg_1");
  t.throws(() => verify({ ...headersAt(sentAt, "svix"), ...good, "webhook-signature": "v1,AAAA" }), invalid);
});

test("one right signature among several is enough", (t) => {
  for (const several of [`v1,AAAA ${signature}`, `${signature} v1a,AAAA`, `v2,x ${signature} v1,`]) {
    t.is(verify({ ...good, "webhook-signature": several }), "msg_1", several);
  }
});

test("a signature is compared as the text it is", (t) => {
  const code = signature.slice(3);
  const last = code.at(-2) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  // The last two bits of the last digit mean nothing: this decodes to the same bytes.
  const samePadded = `${code.slice(0, -2)}${alphabet[alphabet.indexOf(last) + 1]}=`;
  t.deepEqual(Buffer.from(samePadded, "base64"), Buffer.from(code, "base64"));
  const urlSafe = code.replaceAll("+", "-").replaceAll("/", "_");
  const others = [samePadded, code.slice(0, -1), `${code}=`, ` ${code}`, `${code}\n`, code.toLowerCase(), ""];
  for (const text of others) t.throws(() => verify({ ...good, "webhook-signature": `v1,${text}` }), invalid, text);
  if (urlSafe !== code) t.throws(() => verify({ ...good, "webhook-signature": `v1,${urlSafe}` }), invalid);
  for (const text of [code, `v2,${code}`, `V1,${code}`, `v1:${code}`, `v1,${code},`]) {
    t.throws(() => verify({ ...good, "webhook-signature": text }), invalid, text);
  }
});

test("another id, body or secret than was signed is refused", (t) => {
  t.throws(() => verify({ ...good, "webhook-id": "msg_2" }), invalid);
  t.throws(() => verify({ ...good, "webhook-id": "msg 1" }), invalid);
  t.throws(() => verify(good, { text: `${body} ` }), invalid);
  t.throws(() => verify(good, { text: "" }), invalid);
  t.throws(() => verify(good, { secrets: [newWebhookSecret()] }), invalid);
  t.throws(() => verify(good, { secrets: [] }), invalid);
});

test("either of two secrets is good while one replaces the other", (t) => {
  const other = newWebhookSecret();
  t.is(verify(good, { secrets: [other, secret] }), "msg_1");
  t.is(verify(headersAt(sentAt, "webhook", other), { secrets: [other, secret] }), "msg_1");
});
