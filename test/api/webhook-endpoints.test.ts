import test from "ava";
import { z } from "zod";
import { newKey } from "#harness/service/account.ts";
import { audioForm } from "#harness/clients/client.ts";
import { tone } from "#harness/audio/sounds.ts";
import { startService } from "#test/support/service.ts";
import { insertWebhookEndpoint } from "#test/support/rows.ts";

const service = await startService();
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/webhook-endpoints";
const url = "https://example.com/hook";
const created = z.object({ endpoint_id: z.uuid(), secret: z.string(), events: z.array(z.string()) }).loose();
const list = z.object({ items: z.array(z.object({ endpoint_id: z.uuid() }).loose()) });

test("an endpoint is created with a secret that is shown once, listed, changed and deleted", async (t) => {
  const { key } = await service.account();
  const answer = await service.call("POST", path, { key, json: { url, events: ["voice.ready"], description: "Mine" } });
  t.is(answer.headers.get("cache-control"), "no-store");
  const { endpoint_id: id, secret, ...facts } = answer.data(created);
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.like(facts, { url, events: ["voice.ready"], description: "Mine", state: "enabled" });
  const listed = await service.call("GET", path, { key });
  t.deepEqual(listed.data(list).items, [{ endpoint_id: id, ...facts }]);
  t.false(listed.bytes.includes(secret));
  const changed = await service.call("PATCH", `${path}/${id}`, { key, json: { state: "disabled", include: [] } });
  t.like(changed.data(z.unknown()), { state: "disabled", disabled_reason: "account", description: "Mine" });
  t.is((await service.call("POST", `${path}/${id}/test`, { key })).status, 409);
  t.is((await service.call("DELETE", `${path}/${id}`, { key })).status, 200);
  t.is((await service.call("GET", `${path}/${id}`, { key })).status, 404);
});

test("a key that may not read transcripts leads those of an endpoint nowhere else", async (t) => {
  const account = await service.account();
  const json = { url, include: ["transcript"] };
  const made = await service.call("POST", path, { key: account.key, json });
  const one = `${path}/${made.data(created).endpoint_id}`;
  const key = await newKey(resources, account.userId, ["keys"]);
  for (const change of [{ url: "https://other.example.com/" }, { state: "enabled" }, { include: ["transcript"] }]) {
    const { status, json: body } = await service.call("PATCH", one, { key, json: change });
    t.is(status, 403, JSON.stringify(change));
    t.like(body, { code: "insufficient_scope" });
  }
  const bare = { url: "https://other.example.com/", include: [] };
  for (const change of [{ state: "disabled" }, bare]) {
    t.is((await service.call("PATCH", one, { key, json: change })).status, 200);
  }
});

const refusedUrls = {
  "http://example.com/hook": /must begin with https/,
  "https://127.0.0.1/hook": /not allowed/,
  "https://[::ffff:10.0.0.1]/": /not allowed/,
  "https://2130706433/": /not allowed/,
  "https://ann:secret@example.com/": /user or a password/,
  "https://example.com:22/": /port/,
  "no address": /no URL/,
};

for (const [refused, reason] of Object.entries(refusedUrls)) {
  test(`${refused} is refused with a reason, for an endpoint and for one call, which costs nothing`, async (t) => {
    const { key, userId } = await service.account();
    const calls = [
      await service.call("POST", path, { key, json: { url: refused } }),
      await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello.", callback_url: refused } }),
      await service.call("POST", "/v1/speech/transcriptions", {
        key,
        form: audioForm(tone(1), { callback_url: refused }),
      }),
      await service.call("POST", "/v1/voices", { key, form: audioForm(tone(1), { name: "A", callback_url: refused }) }),
    ];
    for (const { status, bytes } of calls) {
      t.is(status, 422);
      t.regex(bytes.toString(), reason);
      t.regex(bytes.toString(), /callback_url_refused/);
    }
    const { db } = resources;
    t.deepEqual(await db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute(), []);
  });
}

test("an account has ten endpoints at most, also when they are created at the same time", async (t) => {
  const { key } = await service.account();
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => service.call("POST", path, { key, json: { url } })),
  );
  t.is(answers.filter(({ status }) => status === 201).length, 10);
  t.is(answers.filter(({ status }) => status === 409).length, 4);
});

test("a key without the scope speech has no transcripts sent", async (t) => {
  const { userId } = await service.account();
  const key = await newKey(resources, userId, ["keys"]);
  const refused = await service.call("POST", path, { key, json: { url, include: ["transcript"] } });
  t.like(refused.json, { code: "insufficient_scope", required_scope: "speech" });
  const plain = (await service.call("POST", path, { key, json: { url } })).data(created);
  const changed = await service.call("PATCH", `${path}/${plain.endpoint_id}`, {
    key,
    json: { include: ["transcript"] },
  });
  t.is(changed.status, 403);
});

test("the secret of single calls is made once and can be read again; its endpoint is neither listed nor deleted", async (t) => {
  const { key } = await service.account();
  const secretOf = async () =>
    (await service.call("GET", "/v1/webhook-secret", { key })).data(
      z.object({ endpoint_id: z.uuid(), secret: z.string() }),
    );
  const first = await secretOf();
  t.deepEqual(await secretOf(), first);
  t.deepEqual((await service.call("GET", path, { key })).data(list).items, []);
  t.is((await service.call("DELETE", `${path}/${first.endpoint_id}`, { key })).status, 404);
  t.is((await service.call("PATCH", `${path}/${first.endpoint_id}`, { key, json: { description: "A" } })).status, 404);
  const rotated = await service.call("POST", `${path}/${first.endpoint_id}/rotate`, { key, json: {} });
  t.is(rotated.status, 201);
  t.not((await secretOf()).secret, first.secret);
});

test("a call with callback_url is answered at once and waits in the log for its end", async (t) => {
  const { key } = await service.account();
  const answer = await service.call("POST", "/v1/speech/synthesize", {
    key,
    json: { text: "Hello.", callback_url: url },
  });
  t.is(answer.status, 202);
  const { endpoint_id: id } = (await service.call("GET", "/v1/webhook-secret", { key })).data(
    z.object({ endpoint_id: z.uuid() }),
  );
  const log = await service.call("GET", `${path}/${id}/deliveries`, { key });
  t.like(log.data(z.object({ items: z.array(z.unknown()) })).items[0], { status: "waiting", url, attempts: 0 });
});

test("a delivery is made again when its owner asks for it", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertWebhookEndpoint(resources, userId);
  const sent = await service.call("POST", `${path}/${id}/test`, { key });
  const { delivery_id: deliveryId } = sent.data(z.object({ delivery_id: z.uuid() }));
  const done = resources.db.updateTable("webhook_deliveries").set({ status: "delivered", sending_until: null });
  await done.where("id", "=", deliveryId).execute();
  const again = await service.call("POST", `/v1/webhook-deliveries/${deliveryId}/retry`, { key });
  t.like(again.data(z.unknown()), { status: "pending", type: "webhook.test" });
});
