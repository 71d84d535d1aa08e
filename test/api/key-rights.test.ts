import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import type { ApiKeyScope } from "#db/schema.ts";
import { apiKeyAnswer, createdApiKey, rotatedApiKey } from "#src/api/api-keys/schemas.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import type { Answer } from "#harness/clients/client.ts";
import { signedIn } from "#harness/clients/session.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { startService } from "#test/support/service.ts";

const issuer = await startIssuer();
const service = await startService({ env: { ...issuer.env, API_KEYS_MAX: "1000", SIGN_INS_PER_MINUTE: "1000" } });
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const keys = "/v1/api-keys";
const devices = "/v1/device-authorizations";
const dayMs = 24 * 3_600_000;

interface Wanted {
  readonly scopes?: readonly ApiKeyScope[];
  readonly monthly_credit_limit?: number;
  readonly expires_in_days?: number;
}

const make = async (key: string, wanted: Wanted = {}) =>
  (await service.call("POST", keys, { key, json: { name: "n", ...wanted } })).data(createdApiKey);
const rotate = (key: string, id: string, days = 7) =>
  service.call("POST", `${keys}/${id}/rotate`, { key, json: { grace_period_days: days } });
const revoke = (key: string, id: string, query = "") => service.call("DELETE", `${keys}/${id}${query}`, { key });
const limit = (key: string, id: string, credits: number | null = 5) =>
  service.call("PATCH", `${keys}/${id}`, { key, json: { monthly_credit_limit: credits } });
const statusOf = async (key: string) => (await service.call("GET", "/v1/users/me", { key })).status;
const listed = async (key: string, id: string) => {
  const { items } = (await service.call("GET", `${keys}?limit=100`, { key })).data(
    z.object({ items: z.array(apiKeyAnswer) }),
  );
  return items.find((item) => item.api_key_id === id);
};

async function approvedBy(key: string): Promise<{ readonly approval: Answer; readonly redeem: () => Promise<Answer> }> {
  const started = await service.call("POST", devices, { json: { client_name: "laptop", scopes: ["speech"] } });
  const codes = started.data(z.object({ device_code: z.string(), user_code: z.string() }));
  const approval = await service.call("POST", `${devices}/${codes.user_code}/approve`, { key });
  const json = { device_code: codes.device_code };
  return { approval, redeem: () => service.call("POST", `${devices}/redeem`, { json }) };
}

function refused(t: ExecutionContext, { status, json }: Answer, code = "forbidden"): void {
  t.deepEqual([status, z.object({ code: z.string() }).parse(json).code], [403, code]);
}

test("a key that is made with a key ends with it at the latest, in every generation", async (t) => {
  const { key } = await service.account();
  const parent = await make(key, { expires_in_days: 30 });
  t.is((await make(parent.key)).expires_at, parent.expires_at, "without an end of its own");
  t.is((await make(parent.key, { expires_in_days: 3650 })).expires_at, parent.expires_at, "with a later one");
  const child = await make(parent.key, { expires_in_days: 2 });
  t.true(Math.abs(Date.parse(child.expires_at ?? "") - Date.now() - 2 * dayMs) < 60_000, "with an earlier one");
  t.is((await make(child.key, { expires_in_days: 10 })).expires_at, child.expires_at);
  t.is((await make(key)).expires_at, null, "a key without an end makes some without an end");
});

test("what a key approves for a program ends with it at the latest", async (t) => {
  const { key } = await service.account();
  const parent = await make(key, { expires_in_days: 3 });
  const { redeem } = await approvedBy(parent.key);
  t.is((await redeem()).data(createdApiKey).expires_at, parent.expires_at);
  const endless = await approvedBy(key);
  t.is((await endless.redeem()).data(createdApiKey).expires_at, null);
});

test("a key that ends replaces none that works longer, and itself by one of the same end", async (t) => {
  const { key } = await service.account();
  const [short, endless, later] = [
    await make(key, { expires_in_days: 3 }),
    await make(key),
    await make(key, { expires_in_days: 4 }),
  ];
  for (const { api_key_id: id } of [endless, later]) {
    refused(t, await rotate(short.key, id));
    t.like(await listed(key, id), { replaced_by_key_id: null });
  }
  t.is((await listed(key, endless.api_key_id))?.expires_at, null, "nothing has changed");
  t.is((await rotate(short.key, short.api_key_id)).data(rotatedApiKey).expires_at, short.expires_at);
});

test("a replaced key in its grace period works, but gets hold of no other key", async (t) => {
  const { key } = await service.account();
  const [old, other] = [await make(key), await make(key)];
  const child = await make(old.key);
  const early = await approvedBy(old.key);
  const successor = (await rotate(key, old.api_key_id)).data(rotatedApiKey);
  const calls = [
    service.call("POST", keys, { key: old.key, json: { name: "n" } }),
    (await approvedBy(old.key)).approval,
    rotate(old.key, other.api_key_id),
    limit(old.key, other.api_key_id),
    limit(old.key, old.api_key_id),
    ...[other, child, successor].map(({ api_key_id: id }) => revoke(old.key, id)),
    revoke(old.key, old.api_key_id, "?descendants=true"),
  ];
  for (const call of calls) refused(t, await call);
  t.like((await early.redeem()).json, { code: "access_denied" }, "what it approved before is not made after");
  for (const it of [old, other, child, successor]) t.is(await statusOf(it.key), 200);
  t.is((await revoke(old.key, old.api_key_id)).status, 200, "it may end itself");
  t.deepEqual([await statusOf(old.key), await statusOf(successor.key)], [401, 200]);
});

test("the key that replaced another one ends it, and what that has made", async (t) => {
  const { key } = await service.account();
  const old = await make(key);
  const child = await make(old.key);
  const successor = (await rotate(old.key, old.api_key_id)).data(rotatedApiKey);
  t.is((await revoke(successor.key, old.api_key_id)).status, 200);
  t.is((await revoke(successor.key, child.api_key_id)).status, 200);
  t.deepEqual([await statusOf(old.key), await statusOf(child.key), await statusOf(successor.key)], [401, 401, 200]);
});

test("a key neither revokes, changes nor replaces one with a scope that it lacks", async (t) => {
  const { key } = await service.account();
  const narrow = await make(key, { scopes: ["keys"] });
  const wide = await make(key, { scopes: ["speech", "keys"] });
  for (const { api_key_id: id } of [wide]) {
    for (const answer of [await revoke(narrow.key, id), await limit(narrow.key, id), await rotate(narrow.key, id)]) {
      refused(t, answer, "insufficient_scope");
      t.like(answer.json, { required_scope: "speech" });
    }
    refused(t, await revoke(narrow.key, id, "?descendants=true"), "insufficient_scope");
    t.like(await listed(key, id), { revoked_at: null, monthly_credit_limit: null, replaced_by_key_id: null });
  }
  const equal = await make(key, { scopes: ["keys"] });
  t.is((await limit(narrow.key, equal.api_key_id)).status, 200);
  t.is((await revoke(narrow.key, equal.api_key_id)).status, 200);
  t.is((await revoke(wide.key, narrow.api_key_id)).status, 200);
});

test("a key with a monthly limit revokes itself and no other key", async (t) => {
  const { key } = await service.account();
  const other = await make(key);
  const limited = await make(key, { monthly_credit_limit: 10 });
  refused(t, await revoke(limited.key, other.api_key_id));
  refused(t, await revoke(limited.key, other.api_key_id, "?descendants=true"));
  t.is(await statusOf(other.key), 200);
  t.is((await revoke(limited.key, limited.api_key_id)).status, 200);
  t.is(await statusOf(limited.key), 401);
});

test("a key neither revokes, changes nor replaces the keys that it was made with", async (t) => {
  const { key } = await service.account();
  const first = await make(key);
  const second = await make(first.key);
  const third = await make(second.key);
  const replacement = (await rotate(key, second.api_key_id)).data(rotatedApiKey);
  for (const { api_key_id: id } of [first, second, replacement]) {
    for (const call of [revoke, limit, rotate]) refused(t, await call(third.key, id));
  }
  for (const it of [first, second, replacement]) t.is(await statusOf(it.key), 200);
  t.is((await revoke(first.key, third.api_key_id)).status, 200, "the way down is open");
});

test("a missing key and one of another account are 404 to every key with rights", async (t) => {
  const [{ key }, stranger] = await Promise.all([service.account(), service.account()]);
  const theirs = await make(stranger.key);
  for (const id of [theirs.api_key_id, randomUUID()]) {
    for (const call of [revoke, limit, rotate]) {
      t.like((await call(key, id)).json, { code: "api_key_not_found" });
    }
  }
  t.is(await statusOf(theirs.key), 200);
});

test("a person who is signed in has rights over every key, and so has the operator", async (t) => {
  const { userId } = await service.account();
  const facts = { userId, name: "n", description: "", creator: operator, maxLive: 1000 };
  const made = await createApiKey({ db }, { ...facts, expiresInDays: 1 });
  t.true(made.expiresAt !== null && made.expiresAt.getTime() > Date.now());
  const session = await signedIn(service.resources, userId);
  const options = { ...session, json: { grace_period_days: 7 } };
  const replaced = await service.call("POST", `${keys}/${made.apiKeyId}/rotate`, options);
  t.is(replaced.status, 201);
  t.is((await service.call("DELETE", `${keys}/${made.apiKeyId}`, session)).status, 200);
});
