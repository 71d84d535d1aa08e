import { randomUUID } from "node:crypto";
import test from "ava";
import { flipped, inTurn, type RawPost, statusOfBytes } from "#harness/clients/flipped-bits.ts";
import { startService } from "#test/support/service.ts";
import { newWebhookSecret, signedWebhook, type Signing } from "#harness/identity/signed-webhook.ts";

const path = "/v1/webhooks/identity";
const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
// No worker runs: what is taken stays as it was stored.
const service = await startService({ env: { IDENTITY_WEBHOOK_SECRET: `${newer},${older}` } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const eventOf = (type: string, data?: object): string => JSON.stringify({ type, data: data ?? { id: randomUUID() } });
const post = (body: string, signing: Signing & { secret?: string } = {}) =>
  service.call("POST", path, signedWebhook(signing.secret ?? newer, body, signing));
const eventsOf = (eventId: string) =>
  db.selectFrom("webhook_events").selectAll().where("event_id", "=", eventId).execute();
const jobsOf = (eventId: string) =>
  db
    .selectFrom("jobs")
    .innerJoin("webhook_events", "webhook_events.id", "jobs.subject_id")
    .select(["name", "state"])
    .where("event_id", "=", eventId)
    .execute();
const counts = async () => {
  const events = await db.selectFrom("webhook_events").select("id").execute();
  const jobs = await db.selectFrom("jobs").select("subject_id").execute();
  return [events.length, jobs.length];
};

for (const type of ["user.created", "user.updated", "user.deleted"]) {
  test.serial(`a signed ${type} is kept as it was sent, with its job, before it is answered`, async (t) => {
    const id = randomUUID();
    const body = ` {"type":"${type}",\n"data":{"id":"user_${id}","name":"Zoë 😀 \\u0000"},"object":"event"} `;
    const answer = await post(body, { id });
    t.is(answer.status, 200);
    t.deepEqual(answer.json, { success: true, data: { received: true, event_id: id, status: "queued" } });
    t.like((await eventsOf(id))[0], {
      ...{ provider: "identity", dedupe_key: id, event_type: type, subject: `user_${id}`, payload: body },
      ...{ status: "queued", detail: null, processed_at: null },
    });
    t.deepEqual(await jobsOf(id), [{ name: "apply-identity-event", state: "queued" }]);
  });
}

test.serial("an event of another type is taken and ignored, and nothing of it is kept but that it came", async (t) => {
  const id = randomUUID();
  const data = { id: 7, sub: null, email: "ann@example.com" };
  t.like((await post(eventOf("session.created", data), { id })).json, { data: { event_id: id, status: "ignored" } });
  t.like((await eventsOf(id))[0], { event_type: "session.created", subject: null, payload: null, status: "ignored" });
  t.deepEqual(await jobsOf(id), []);
  t.like((await post(eventOf("session.created", data), { id })).json, { data: { status: "duplicate" } });
});

test.serial("an event that is delivered again is a duplicate, also when all deliveries come at once", async (t) => {
  const id = randomUUID();
  const body = eventOf("user.created");
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, { id })));
  t.true(answers.every(({ status }) => status === 200));
  const states = answers.map(({ json }) => JSON.stringify(json).includes("duplicate"));
  t.is(states.filter((duplicate) => !duplicate).length, 1);
  t.is((await eventsOf(id)).length, 1);
  t.is((await jobsOf(id)).length, 1);
});

test.serial("the subject of OpenID Connect goes before the provider's id", async (t) => {
  const id = randomUUID();
  await post(eventOf("user.updated", { id: "internal", sub: "public" }), { id });
  t.is((await eventsOf(id))[0]?.subject, "public");
});

test.serial("both secrets are good while one replaces the other, and both families of header names", async (t) => {
  for (const secret of [newer, older]) {
    for (const family of ["webhook", "svix"] as const) {
      t.is((await post(eventOf("user.created"), { secret, family })).status, 200);
    }
  }
});

const invalidSignature = { success: false, detail: "The signature is not valid.", code: "invalid_signature" };

test.serial("an unsigned notification is refused without a reason and not stored", async (t) => {
  const before = await counts();
  const body = eventOf("user.deleted");
  const { headers } = signedWebhook(newer, body);
  const unsigned = Object.keys(headers).filter((name) => name.startsWith("webhook-"));
  const reserialized = JSON.stringify(JSON.parse(body), null, 1);
  const calls = [
    { body },
    { body: "" },
    { body: "{" },
    ...unsigned.map((name) => ({
      body,
      headers: Object.fromEntries(Object.entries(headers).filter(([n]) => n !== name)),
    })),
    { body: reserialized, headers },
    { body: `${body}\n`, headers },
    { body: "", headers },
    signedWebhook(newWebhookSecret(), body),
    signedWebhook(newer, body, { sentAt: new Date(Date.now() - 310_000) }),
    signedWebhook(newer, body, { sentAt: new Date(Date.now() + 310_000) }),
  ];
  for (const call of calls) {
    const answer = await service.call("POST", path, call);
    t.is(answer.status, 401);
    t.like(answer.json, invalidSignature);
  }
  t.deepEqual(await counts(), before);
});

test.serial("a message that is almost five minutes old, or ahead, is taken", async (t) => {
  for (const seconds of [-290, 290]) {
    const sentAt = new Date(Date.now() + seconds * 1000);
    t.is((await post(eventOf("user.created"), { sentAt })).status, 200);
  }
});

const event = eventOf("user.deleted", { id: "user_29w83sxmDNGwOuEthce5gg56FcC", deleted: true });
const statusOf = (headers: RawPost["headers"], body: Uint8Array) => statusOfBytes(service, path, { headers, body });

test.serial("one flipped bit anywhere in the body is refused, and nothing is kept", async (t) => {
  const before = await counts();
  const { headers, body } = signedWebhook(newer, event);
  const bytes = Buffer.from(body);
  await inTurn(bytes.length * 8, async (bit) => {
    t.is(await statusOf(headers, flipped(bytes, bit)), 401, `${bit}`);
  });
  t.deepEqual(await counts(), before);
});

test.serial("one flipped bit anywhere in id, timestamp or signature is refused, and nothing is kept", async (t) => {
  const before = await counts();
  const { headers, body } = signedWebhook(newer, event, { id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W" });
  t.is(await statusOf({ ...headers, "webhook-id": "msg_2KWPBgLlAfxdpx2AI54pPJ85f4X" }, Buffer.from(body)), 401);
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    const value = Buffer.from(headers[name] ?? "");
    await inTurn(value.length * 8, async (bit) => {
      const altered = flipped(value, bit);
      const status = await statusOf({ ...headers, [name]: altered.toString("latin1") }, Buffer.from(body));
      // A control character is no header to an HTTP parser.
      const illegal = altered.some((byte) => (byte < 0x20 && byte !== 0x09) || byte === 0x7f);
      t.is(status, illegal ? 400 : 401, `${name} ${bit}`);
    });
  }
  t.deepEqual(await counts(), before);
  t.is(await statusOf(headers, Buffer.from(body)), 200, "as it was signed, it is taken");
});

const row = (type: string, loc: readonly (string | number)[], msg: string) => ({ type, loc, msg });

test.serial("a signed body that is no event is 422", async (t) => {
  const before = await counts();
  const missing = "Field required";
  const long = `String should have at most 255 characters`;
  for (const [body, expected] of [
    ["", row("missing", ["body"], missing)],
    ["not json", row("json_invalid", ["body", 0], "JSON decode error")],
    ["{", row("json_invalid", ["body", 1], "JSON decode error")],
    [
      "[]",
      row("model_attributes_type", ["body"], "Input should be a valid dictionary or object to extract fields from"),
    ],
    ['{"data":{}}', row("missing", ["body", "type"], missing)],
    ['{"type":7,"data":{}}', row("string_type", ["body", "type"], "Input should be a valid string")],
    [
      '{"type":"a\\u0000","data":{}}',
      row("value_error", ["body", "type"], "Value error, NUL characters are not allowed"),
    ],
    ['{"type":"user.created","data":{}}', row("missing", ["body", "data", "id"], missing)],
    ['{"type":"user.deleted","data":{"id":null}}', row("missing", ["body", "data", "id"], missing)],
    [
      '{"type":"user.updated","data":{"id":7}}',
      row("string_type", ["body", "data", "id"], "Input should be a valid string"),
    ],
    [eventOf("user.updated", { sub: "a".repeat(256) }), row("string_too_long", ["body", "data", "sub"], long)],
    [
      eventOf("user.updated", { id: "" }),
      row("string_too_short", ["body", "data", "id"], "String should have at least 1 character"),
    ],
  ] as const) {
    const answer = await post(body);
    t.is(answer.status, 422, body);
    t.like(answer.json, { detail: [expected] }, body);
  }
  t.is((await service.call("POST", path, signedWebhook(newer, "\ud800"))).status, 422);
  t.deepEqual(await counts(), before);
});

test.serial("256 KiB are taken, one byte more is not, signed or not", async (t) => {
  const max = 256 * 1024;
  const padded = (length: number): string => {
    const body = eventOf("user.created", { id: "padded", bio: "" });
    return body.replace('"bio":""', `"bio":"${"a".repeat(length - body.length)}"`);
  };
  t.is((await post(padded(max))).status, 200);
  const answer = await post(padded(max + 1));
  t.is(answer.status, 413);
  t.like(answer.json, { code: "body_too_large", max_bytes: max });
  t.is((await service.call("POST", path, { body: padded(max + 1) })).status, 413);
});

test.serial("without a secret the receiver takes nothing, and says so", async (t) => {
  await using bare = await startService();
  const answer = await bare.call("POST", path, signedWebhook(newer, eventOf("user.created")));
  t.is(answer.status, 503);
  t.like(answer.json, { code: "webhook_not_configured" });
  t.truthy(answer.headers.get("retry-after"));
  t.deepEqual(await bare.resources.db.selectFrom("webhook_events").select("id").execute(), []);
});
