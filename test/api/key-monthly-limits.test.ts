import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { apiKeyAnswer, createdApiKey, rotatedApiKey } from "#src/api/api-keys/schemas.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { reserveTranscription } from "#src/domain/speech/reserve-work.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { DomainError } from "#src/errors.ts";
import { audioForm } from "#harness/clients/client.ts";
import { heldOf } from "#harness/payments/credits.ts";
import { tone } from "#harness/audio/sounds.ts";
import { startService } from "#test/support/service.ts";

// Without workers work waits for ever, so that what is held stays held.
const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const dayMs = 24 * 3_600_000;
const page = z.object({ items: z.array(apiKeyAnswer) });
const accepted = z.object({ request_id: z.uuid() });

/** An account, and another key of it with this limit. */
async function limited(limit: number | null) {
  const account = await service.account(0);
  const wanted = { name: "limited", monthly_credit_limit: limit };
  const answer = await service.call("POST", "/v1/api-keys", { key: account.key, json: wanted });
  const made = answer.data(createdApiKey);
  const change = (json: object, key = account.key) =>
    service.call("PATCH", `/v1/api-keys/${made.api_key_id}`, { key, json });
  const speak = (text: string, key = made.key) =>
    service.call("POST", "/v1/speech/synthesize", { key, json: { text } });
  const shown = async () => {
    const { items } = (await service.call("GET", "/v1/api-keys", { key: account.key })).data(page);
    return items.find(({ api_key_id: id }) => id === made.api_key_id);
  };
  return { ...account, limitedKey: made.key, apiKeyId: made.api_key_id, change, speak, shown };
}

const settle = (requestId: string) => db.transaction().execute((trx) => settleHold(trx, requestId));
const refused = (required: number, remaining: number, limit: number) => ({
  success: false,
  code: "monthly_limit_exceeded",
  required,
  remaining,
  monthly_limit: limit,
});

test("60 parallel calls with a key never exceed its monthly limit, and those refused hold nothing", async (t) => {
  const { userId, speak, shown } = await limited(200);
  const answers = await Promise.all(Array.from({ length: 60 }, () => speak("ten chars.")));
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  t.deepEqual([byStatus.get(202)?.length, byStatus.get(402)?.length], [20, 40]);
  t.like(byStatus.get(402)?.at(-1)?.json, refused(10, 0, 200));
  t.is(await heldOf(service.resources, userId), 200);
  t.is((await findBalances(db, userId)).tts, 100_000 - 200);
  t.like(await shown(), { monthly_credit_limit: 200, credits_this_month: 200 });
});

test("what was charged counts, what was cancelled does not, and other keys of the account go on", async (t) => {
  const { key, speak, shown } = await limited(10);
  const [charged, cancelled] = [await speak("12345"), await speak("12345")];
  await settle(charged.data(accepted).request_id);
  t.like((await speak("1")).json, refused(1, 0, 10));
  await cancelRequest(service.resources, cancelled.data(accepted).request_id);
  t.like(await shown(), { credits_this_month: 5 });
  t.like((await speak("123456")).json, refused(6, 5, 10));
  t.is((await speak("12345")).status, 202);
  t.is((await speak("Another key has no limit.", key)).status, 202);
});

test("both kinds of work count against one limit, and a recording by its decoded seconds", async (t) => {
  const { userId, limitedKey: key, speak } = await limited(10);
  t.is((await speak("12345")).status, 202);
  const answer = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(tone(2)) });
  const { request_id: requestId } = answer.data(accepted);
  const raise = (durationSeconds: number) => reserveTranscription({ db }, { requestId, durationSeconds });
  const error = await t.throwsAsync(raise(6), { instanceOf: DomainError, code: "monthly_limit_exceeded" });
  t.like(error?.facts, { required: 6, remaining: 5, monthly_limit: 10 });
  t.is(await heldOf(service.resources, userId), 7, "its hold stays as it was");
  await raise(5);
  t.is(await heldOf(service.resources, userId), 10);
});

test("what was used in an earlier month does not count", async (t) => {
  const { userId, apiKeyId, speak, shown } = await limited(10);
  await sql`
    insert into usage_keys (user_id, day, api_key_id, request_type, requests, credits, latencies)
    values (${userId}, date_trunc('month', now() at time zone 'utc')::date - 1, ${apiKeyId}, 'tts', 1, 10, '{}')`.execute(
    db,
  );
  t.like(await shown(), { credits_this_month: 0 });
  t.is((await speak("0123456789")).status, 202);
});

test("a limit is set, changed and removed, and holds for the next call", async (t) => {
  const { speak, change, shown } = await limited(null);
  t.is((await speak("12345")).status, 202);
  const answer = await change({ monthly_credit_limit: 5 });
  t.is(answer.status, 200);
  t.like(answer.data(apiKeyAnswer), { monthly_credit_limit: 5, credits_this_month: 5 });
  t.is((await speak("1")).status, 402);
  t.is((await change({ monthly_credit_limit: 6 })).status, 200);
  t.is((await speak("1")).status, 202);
  t.is((await change({ monthly_credit_limit: 1 })).status, 200, "less than was used");
  t.like((await speak("1")).json, refused(1, 0, 1));
  t.is((await change({ monthly_credit_limit: null })).status, 200);
  t.is((await speak("1")).status, 202);
  t.like(await shown(), { monthly_credit_limit: null, credits_this_month: 7 });
  for (const limit of [0, -1, 1.5, "x", 2_000_000_001]) {
    t.is((await change({ monthly_credit_limit: limit })).status, 422, `${limit}`);
  }
  t.is((await change({})).status, 422);
});

test("a key with a limit cannot escape it: it makes, replaces and changes no key", async (t) => {
  const { key, limitedKey, apiKeyId, change } = await limited(10);
  const calls = [
    await service.call("POST", "/v1/api-keys", { key: limitedKey, json: { name: "free" } }),
    await service.call("POST", `/v1/api-keys/${apiKeyId}/rotate`, { key: limitedKey, json: {} }),
    await change({ monthly_credit_limit: null }, limitedKey),
  ];
  t.deepEqual(
    calls.map(({ status, json }) => [status, z.object({ code: z.string() }).parse(json).code]),
    calls.map(() => [403, "forbidden"]),
  );
  t.is((await change({ monthly_credit_limit: null }, key)).status, 200);
});

test("a key of another account cannot be limited", async (t) => {
  const { apiKeyId, shown } = await limited(10);
  const { key } = await service.account(0);
  for (const id of [apiKeyId, randomUUID(), "x"]) {
    const json = { monthly_credit_limit: 1 };
    t.like((await service.call("PATCH", `/v1/api-keys/${id}`, { key, json })).json, { code: "api_key_not_found" });
  }
  t.like(await shown(), { monthly_credit_limit: 10 });
});

test("a replacement keeps the limit and the expiry of its key", async (t) => {
  const { key } = await service.account(0);
  const json = { name: "short", monthly_credit_limit: 7, expires_in_days: 30 };
  const old = (await service.call("POST", "/v1/api-keys", { key, json })).data(createdApiKey);
  t.true(Math.abs(Date.parse(old.expires_at ?? "") - Date.now() - 30 * dayMs) < 60_000);
  const path = `/v1/api-keys/${old.api_key_id}/rotate`;
  const made = (await service.call("POST", path, { key, json: { grace_period_days: 7 } })).data(rotatedApiKey);
  t.like(made, { monthly_credit_limit: 7, expires_at: old.expires_at });
  t.true(Math.abs(Date.parse(made.replaces.expires_at) - Date.now() - 7 * dayMs) < 60_000);
  t.is((await service.call("POST", path, { key, json: {} })).status, 409, "it was replaced already");
  const { items } = (await service.call("GET", "/v1/api-keys", { key })).data(page);
  t.is(items.find(({ api_key_id: id }) => id === old.api_key_id)?.replaced_by_key_id, made.api_key_id);
});

test("an expired key is refused, and cannot be replaced", async (t) => {
  const { key } = await service.account(0);
  const json = { name: "short", expires_in_days: 1 };
  const made = (await service.call("POST", "/v1/api-keys", { key, json })).data(createdApiKey);
  t.is((await service.call("GET", "/v1/usage", { key: made.key })).status, 200);
  await db.updateTable("api_keys").set({ expires_at: new Date() }).where("id", "=", made.api_key_id).execute();
  t.is((await service.call("GET", "/v1/usage", { key: made.key })).status, 401);
  t.is((await service.call("POST", `/v1/api-keys/${made.api_key_id}/rotate`, { key, json: {} })).status, 409);
});
