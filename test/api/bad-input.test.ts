import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { routes } from "#src/api/routes.ts";
import { audioForm, type CallOptions } from "#harness/clients/client.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { leftoversAfter } from "#harness/service/leftovers.ts";
import { makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";
import { tone } from "#harness/audio/sounds.ts";

// No worker runs and no call waits for long: accepted demo calls are answered 503, accepted calls of a dialect 504, and
// that is the only 5xx there may be.
const issuer = await startIssuer();
const service = await startService({
  env: {
    ...{ ...issuer.env, WAIT_MAX_SECONDS: "0" },
    ...{ OPENAI_WAIT_SECONDS: "1", DEEPGRAM_WAIT_SECONDS: "1", ELEVENLABS_WAIT_SECONDS: "1", SARVAM_WAIT_SECONDS: "1" },
    ...{ IDENTITY_WEBHOOK_SECRET: newWebhookSecret(), PAYMENT_WEBHOOK_SECRET: newPaymentSecret() },
  },
});
const { key, userId } = await service.account();
await makeAdmin(service.resources, userId);
const { limits } = service.resources.config;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const texts = ["", " ", "a", "\0", "😀", "\u202e", "null", "NaN", "-1", "1e999", "9".repeat(5000), "a".repeat(6000)];
const values: readonly unknown[] = [
  ...[...texts, "\ud800", "__proto__"],
  ...[null, true, 0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2],
  ...[[], {}, [[]], [null], { a: { b: [] } }, { __proto__: null, toString: 1 }],
];
const ids = [
  randomUUID(),
  "",
  " ",
  "%00",
  "%ff",
  "%",
  "..",
  "%2e%2e%2f",
  "a".repeat(3000),
  "😀",
  "'; drop table users",
  "{}",
];

const queryOf = (name: string, value: string): string => `?${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
const oddQueries = [
  "?",
  "?&&",
  "?=",
  "?page",
  "?page[]=1",
  "?page[a]=1",
  "?%",
  "?page=%ff",
  "?__proto__=1",
  "?a=%00",
  `?${"a&".repeat(3000)}`,
];

const pathsOf = (path: string): readonly string[] =>
  path.includes("{") ? ids.map((id) => path.replace(/\{\w+\*?\}/, encodeURI(id).replaceAll("%25", "%"))) : [path];

/** Every field with every odd value, the others as they should be. */
function bodiesOf(contentType: string, fields: readonly string[]): readonly CallOptions[] {
  if (contentType === "application/json") {
    const good = { text: "a", name: "a", email: "a@example.com", request_id: randomUUID(), feedback_text: "a" };
    return fields.flatMap((field) => values.map((value) => ({ json: { ...good, [field]: value } })));
  }
  const forms = fields.flatMap((field) => texts.map((text) => audioForm(tone(1), { name: "a", [field]: text })));
  return forms.map((form) => ({ form }));
}

for (const route of routes) {
  const method = route.method.toUpperCase();
  test(`no odd input makes ${method} ${route.path} fail, and every answer is as documented`, async (t) => {
    const names = Object.keys(route.query.shape);
    const queries = [...names.flatMap((name) => texts.map((value) => queryOf(name, value))), ...oddQueries];
    const document = route.bodyDocument;
    const schema = document?.schema(limits);
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const bodies = document === null ? [] : bodiesOf(document.contentType, fields);
    const calls: readonly (readonly [string, CallOptions])[] = [
      ...pathsOf(route.path).map((path) => [path, {}] as const),
      ...queries.map((query) => [`${route.path.replace(/\{\w+\*?\}/, randomUUID())}${query}`, {}] as const),
      ...bodies.map((options) => [route.path.replace(/\{\w+\*?\}/, randomUUID()), options] as const),
    ];
    for (const [path, options] of calls) {
      const { status, json } = await service.call(method, path, { key, ...options });
      const late = dialectAt(path) === null ? 503 : 504;
      const waits = path.startsWith("/v1/demo/") || dialectAt(path) !== null;
      const expected = status < 500 || (status === late && waits);
      t.true(expected, `${path} ${JSON.stringify(options)}: ${status} ${JSON.stringify(json)}`.slice(0, 500));
    }
    t.true(calls.length >= oddQueries.length);
  });
}

test.after("all of that leaves no temporary file, and the service well", async (t) => {
  const { temporaryFiles, orphans } = await leftoversAfter(service, 0);
  t.deepEqual([temporaryFiles, orphans], [[], []]);
  t.is((await service.call("GET", "/readyz")).status, 200);
});
