import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { apiKeyAnswer, createdApiKey, revokedApiKey, rotatedApiKey } from "#src/api/api-keys/schemas.ts";
import { isWellFormedApiKey } from "#src/domain/api-keys/key-format.ts";
import type { Answer } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import {
  literalRow,
  missingRow,
  noIntegerRow,
  noStringRow,
  nulRow,
  pageCases,
  rowOf,
  surrogateRow,
  tooLargeRow,
  tooLongRow,
  tooShortRow,
  tooSmallRow,
} from "#test/support/validation-rows.ts";

const keys = "/v1/api-keys";
const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const dayMs = 24 * 3_600_000;
const page = z.object({ items: z.array(apiKeyAnswer), total: z.int(), has_next: z.boolean() });

const mine = { name: "Mine" };
const create = (key: string, json: unknown = mine) => service.call("POST", keys, { key, json });
const created = async (key: string) => (await create(key)).data(createdApiKey);
const revoke = (key: string, id: string) => service.call("DELETE", `${keys}/${id}`, { key });
const rotate = (key: string, id: string, json: unknown = {}) =>
  service.call("POST", `${keys}/${id}/rotate`, { key, json });
const list = async (key: string, query = "") => (await service.call("GET", `${keys}${query}`, { key })).data(page);
const statusOf = async (key: string) => (await service.call("GET", keys, { key })).status;

/** All of an account's keys but the one that it is asked with, which is the oldest. */
const others = async (key: string) => (await list(key, "?limit=100")).items.slice(0, -1);

const refused = (t: ExecutionContext, { status, json }: Answer, expected: readonly [number, string]) => {
  t.is(status, expected[0]);
  t.like(json, { success: false, code: expected[1] });
};

test("a key is made, works, and shows its secret this once only", async (t) => {
  const { key, userId } = await service.account();
  const answer = await create(key, { name: "Laptop 😀", description: "On the table." });
  t.is(answer.status, 201);
  t.is(answer.headers.get("cache-control"), "no-store");
  const made = answer.data(z.strictObject(createdApiKey.shape));
  t.like(made, { name: "Laptop 😀", description: "On the table." });
  t.true(isWellFormedApiKey(made.key));
  t.is(await statusOf(made.key), 200);

  const listed = await service.call("GET", keys, { key });
  t.false(listed.bytes.includes(made.key.slice(3, 20)));
  const item = listed.data(z.object({ items: z.array(z.strictObject(apiKeyAnswer.shape)) })).items[0];
  t.like(item, { api_key_id: made.api_key_id, name: "Laptop 😀", description: "On the table." });
  t.like(item, { hint: made.key.slice(-4), created_at: made.created_at, expires_at: null, revoked_at: null });
  const row = await db.selectFrom("api_keys").select("user_id").where("id", "=", made.api_key_id).executeTakeFirst();
  t.is(row?.user_id, userId);
});

test("a key made by another key can make keys and outlives its parent", async (t) => {
  const { key } = await service.account();
  const second = await created(key);
  const third = await created(second.key);
  await revoke(second.key, second.api_key_id);
  t.deepEqual([await statusOf(second.key), await statusOf(third.key)], [401, 200]);
});

/** A body and the rows that it is answered; none when it is accepted. */
type Case = readonly [body: unknown, ...rows: readonly object[]];
const name = ["body", "name"] as const;
const description = ["body", "description"] as const;

const bodies: readonly Case[] = [
  [{ name: "a" }],
  [{ name: "😀".repeat(100), description: "" }],
  [{ name: "a", description: "😀".repeat(500) }],
  [{ name: "a", unknown: 1 }],
  [{}, missingRow("name", {})],
  [{ name: "" }, tooShortRow(name)],
  [{ name: "😀".repeat(101) }, tooLongRow(name, "😀".repeat(101), 100)],
  [{ name: null }, noStringRow(name, null)],
  [{ name: ["a"] }, noStringRow(name, ["a"])],
  [{ name: "a\0" }, nulRow(name, "a\0")],
  [{ name: "a\ud800" }, surrogateRow(name, "a\ufffd")],
  [{ name: "a", description: "x".repeat(501) }, tooLongRow(description, "x".repeat(501), 500)],
  [{ name: "a", description: null }, noStringRow(description, null)],
  [{ description: 5 }, missingRow("name", { description: 5 }), noStringRow(description, 5)],
  [[], rowOf(["body"], notAnObject(), { input: [] })],
];

function notAnObject(): readonly [string, string] {
  return ["model_attributes_type", "Input should be a valid dictionary or object to extract fields from"];
}

for (const [body, ...rows] of bodies) {
  const title = JSON.stringify(body).slice(0, 60);
  test(`${title} is ${rows.length === 0 ? "taken" : "refused"} as a new key`, async (t) => {
    const { key } = await service.account();
    const { status, json } = await create(key, body);
    t.is(status, rows.length === 0 ? 201 : 422);
    if (rows.length > 0) t.is(JSON.stringify(json), JSON.stringify({ detail: rows }));
    t.is((await others(key)).length, rows.length === 0 ? 1 : 0);
  });
}

test("no body at all is refused", async (t) => {
  const { key } = await service.account();
  const { json } = await service.call("POST", keys, { key });
  t.is(
    JSON.stringify(json),
    JSON.stringify({ detail: [rowOf(["body"], ["missing", "Field required"], { input: null })] }),
  );
});

test("a signed-in person creates a first key without a key, replaces it and revokes it", async (t) => {
  const { key, userId } = await service.account();
  const session = await signedIn(service.resources, userId);
  await db.deleteFrom("api_keys").where("user_id", "=", userId).execute();
  t.is(await statusOf(key), 401);
  const answer = await service.call("POST", keys, { ...session, json: mine });
  t.is(answer.status, 201);
  const first = answer.data(createdApiKey);
  t.is(await statusOf(first.key), 200);
  const path = `${keys}/${first.api_key_id}`;
  const second = (await service.call("POST", `${path}/rotate`, { ...session, json: {} })).data(rotatedApiKey);
  t.is(await statusOf(second.key), 200);
  t.is((await service.call("DELETE", `${keys}/${second.api_key_id}`, session)).status, 200);
  t.is(await statusOf(second.key), 401);
  t.like((await service.call("GET", keys, session)).json, { data: { total: 2 } });
});

test("of thirty parallel requests for a key an account gets twenty keys, the others get 409", async (t) => {
  const { userId } = await service.account();
  const session = await signedIn(service.resources, userId);
  await db.deleteFrom("api_keys").where("user_id", "=", userId).execute();
  const createNow = () => service.call("POST", keys, { ...session, json: mine });
  const answers = await Promise.all(Array.from({ length: 30 }, createNow));
  const made = answers.filter(({ status }) => status === 201);
  t.is(made.length, 20);
  for (const answer of answers) if (answer.status !== 201) refused(t, answer, [409, "api_key_limit"]);
  const { key, api_key_id: id } = made[0]?.data(createdApiKey) ?? { key: "", api_key_id: "" };
  t.is((await list(key, "?status=live")).total, 20);

  refused(t, await createNow(), [409, "api_key_limit"]);
  refused(t, await create(key), [409, "api_key_limit"]);
  await revoke(key, id);
  t.is((await createNow()).status, 201, "a revoked key makes room");
  refused(t, await createNow(), [409, "api_key_limit"]);
});

test("a revoked key is refused at once; revoking it again says when it was", async (t) => {
  const { key } = await service.account();
  const made = await created(key);
  t.is(await statusOf(made.key), 200);
  const answer = await revoke(key, made.api_key_id);
  t.is(answer.status, 200);
  const data = answer.data(z.strictObject(revokedApiKey.shape));
  const { api_key_id: id, revoked_at: revokedAt } = data;
  t.is(id, made.api_key_id);
  t.is(await statusOf(made.key), 401);
  for (const again of [id, id.toUpperCase(), `{${id}}`]) {
    t.deepEqual((await revoke(key, again)).json, { success: true, data });
  }
  const [listed] = await others(key);
  t.is(listed?.revoked_at, revokedAt);
});

test("a key can revoke itself", async (t) => {
  const { key } = await service.account();
  const made = await created(key);
  t.is((await revoke(made.key, made.api_key_id)).status, 200);
  refused(t, await revoke(made.key, made.api_key_id), [401, "invalid_api_key"]);
});

test("a foreign, an unknown and a malformed key id are 404 on every route", async (t) => {
  const [owner, stranger] = await Promise.all([service.account(), service.account()]);
  const foreign = await created(owner.key);
  for (const id of [foreign.api_key_id, randomUUID(), "x", "1", "%00", "%20", `${foreign.api_key_id}x`, "null"]) {
    refused(t, await revoke(stranger.key, id), [404, "api_key_not_found"]);
    refused(t, await rotate(stranger.key, id), [404, "api_key_not_found"]);
  }
  t.is(await statusOf(foreign.key), 200);
  t.is((await others(owner.key))[0]?.revoked_at, null);
});

test("a key is replaced at once: the new one has its name, the old one is revoked", async (t) => {
  const { key } = await service.account();
  const old = (await create(key, { name: "Server", description: "In the cellar." })).data(createdApiKey);
  const answer = await rotate(key, old.api_key_id);
  t.is(answer.status, 201);
  t.is(answer.headers.get("cache-control"), "no-store");
  const made = answer.data(z.strictObject(rotatedApiKey.shape));
  t.like(made, { name: "Server", description: "In the cellar.", replaces: { api_key_id: old.api_key_id } });
  t.not(made.api_key_id, old.api_key_id);
  t.deepEqual([await statusOf(old.key), await statusOf(made.key)], [401, 200]);
  const replaced = (await others(key)).find((item) => item.api_key_id === old.api_key_id);
  t.is(replaced?.revoked_at, made.replaces.expires_at);
});

test("in its grace period a replaced key works beside the new one, and not after it", async (t) => {
  const { key } = await service.account();
  const old = await created(key);
  const before = Date.now();
  const made = (await rotate(key, old.api_key_id, { grace_period_days: 7 })).data(rotatedApiKey);
  const graceMs = Date.parse(made.replaces.expires_at) - before;
  t.true(graceMs > 7 * dayMs - 60_000 && graceMs < 7 * dayMs + 60_000, `${graceMs}`);
  t.deepEqual([await statusOf(old.key), await statusOf(made.key)], [200, 200]);
  t.is((await list(key, "?status=live")).total, 3);

  const past = sql<Date>`now() - interval '1 millisecond'`;
  await db.updateTable("api_keys").set({ expires_at: past }).where("id", "=", old.api_key_id).execute();
  t.deepEqual([await statusOf(old.key), await statusOf(made.key)], [401, 200]);
  t.is((await list(key, "?status=live")).total, 2);
  const [ended] = (await list(key, "?status=revoked")).items;
  t.like(ended, { api_key_id: old.api_key_id, revoked_at: null });
  refused(t, await rotate(key, old.api_key_id), [409, "invalid_transition"]);
});

test("a key that is revoked or replaced already cannot be replaced", async (t) => {
  const { key } = await service.account();
  const [revoked, inGrace, replaced] = [await created(key), await created(key), await created(key)];
  await revoke(key, revoked.api_key_id);
  await rotate(key, inGrace.api_key_id, { grace_period_days: 1 });
  await rotate(key, replaced.api_key_id);
  const before = await others(key);
  for (const { api_key_id: id } of [revoked, inGrace, replaced]) {
    refused(t, await rotate(key, id), [409, "invalid_transition"]);
    refused(t, await rotate(key, id, { grace_period_days: 2 }), [409, "invalid_transition"]);
  }
  t.deepEqual(await others(key), before);
});

test("a key can replace itself", async (t) => {
  const { key } = await service.account();
  const old = await created(key);
  const made = (await rotate(old.key, old.api_key_id)).data(rotatedApiKey);
  t.deepEqual([await statusOf(old.key), await statusOf(made.key)], [401, 200]);
});

test("a full account can replace a key at once, but not with a grace period, which changes nothing then", async (t) => {
  const { key } = await service.account();
  const old = await created(key);
  await Promise.all(Array.from({ length: 18 }, () => create(key)));
  refused(t, await rotate(key, old.api_key_id, { grace_period_days: 1 }), [409, "api_key_limit"]);
  t.like(
    (await others(key)).find((item) => item.api_key_id === old.api_key_id),
    { expires_at: null, revoked_at: null },
  );
  t.is((await rotate(key, old.api_key_id)).status, 201);
  t.is((await list(key, "?status=live")).total, 20);
});

test("of two replacements of a key at the same time one is made", async (t) => {
  const { key } = await service.account();
  for (let round = 0; round < 10; round += 1) {
    const { api_key_id: id } = await created(key);
    const answers = await Promise.all([rotate(key, id), rotate(key, id, { grace_period_days: 3 })]);
    t.is(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) {
      if (answer.status === 201) await revoke(key, answer.data(rotatedApiKey).api_key_id);
      else refused(t, answer, [409, "invalid_transition"]);
    }
    await revoke(key, id);
  }
});

test("a key that is revoked while it is being replaced no longer works, in either order", async (t) => {
  const { key } = await service.account();
  for (let round = 0; round < 10; round += 1) {
    const old = await created(key);
    const [gone, made] = await Promise.all([
      revoke(key, old.api_key_id),
      rotate(key, old.api_key_id, { grace_period_days: 7 }),
    ]);
    t.is(gone.status, 200);
    t.is(await statusOf(old.key), 401);
    if (made.status === 201) await revoke(key, made.data(rotatedApiKey).api_key_id);
    else refused(t, made, [409, "invalid_transition"]);
  }
});

const grace = ["body", "grace_period_days"] as const;
const graces: readonly Case[] = [
  [{ grace_period_days: 0 }],
  [{ grace_period_days: 7 }],
  [{ grace_period_days: "7" }],
  [{ grace_period_days: -1 }, tooSmallRow(grace, -1, 0)],
  [{ grace_period_days: 8 }, tooLargeRow(grace, 8, 7)],
  [{ grace_period_days: "x" }, noIntegerRow(grace, "x")],
  [{ grace_period_days: null }, rowOf(grace, ["int_type", "Input should be a valid integer"], { input: null })],
  [
    { grace_period_days: 1.5 },
    rowOf(grace, ["int_from_float", "Input should be a valid integer, got a number with a fractional part"], {
      input: 1.5,
    }),
  ],
];

test("a grace period is 0 to 7 whole days", async (t) => {
  const { key } = await service.account();
  for (const [body, ...rows] of graces) {
    const { api_key_id: id } = await created(key);
    const { status, json } = await rotate(key, id, body);
    t.is(status, rows.length === 0 ? 201 : 422, JSON.stringify(body));
    if (rows.length > 0) t.is(JSON.stringify(json), JSON.stringify({ detail: rows }));
  }
});

test("keys are listed newest first, in pages, all of them or the live or the revoked ones", async (t) => {
  const { key } = await service.account();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift((await created(key)).api_key_id);
  await revoke(key, ids[1] ?? "");
  const idsOf = async (query: string) => (await list(key, query)).items.map((item) => item.api_key_id);
  t.deepEqual((await idsOf("")).slice(0, 3), ids);
  t.deepEqual(await idsOf("?limit=2&page=1"), ids.slice(0, 2));
  t.is((await idsOf("?limit=2&page=2")).at(0), ids[2]);
  t.like(await list(key, "?limit=2&page=1"), { total: 4, has_next: true });
  t.like(await list(key, "?limit=2&page=2"), { total: 4, has_next: false });
  t.like(await list(key, "?limit=2&page=3"), { items: [], total: 4, has_next: false });
  t.deepEqual(await idsOf("?status=revoked"), ids.slice(1, 2));
  t.false((await idsOf("?status=live")).includes(ids[1] ?? ""));
  t.is((await list(key, "?status=live")).total, 3);
});

test("a list refuses parameters outside their bounds", async (t) => {
  const { key } = await service.account();
  const status = (value: string) => literalRow(["query", "status"], value, "'live' or 'revoked'");
  for (const [query, ...rows] of [...pageCases, ["status=", status("")], ["status=Live", status("Live")]] as const) {
    const answer = await service.call("GET", `${keys}?${query}`, { key });
    t.is(answer.status, rows.length === 0 ? 200 : 422, query);
    if (rows.length > 0) t.is(JSON.stringify(answer.json), JSON.stringify({ detail: rows }));
  }
});

test("a key with spaces in it or around it is no key", async (t) => {
  const { key } = await service.account();
  const made = (await created(key)).key;
  for (const wrong of [`${made.slice(0, 20)} ${made.slice(20)}`, `"${made}"`, `${made},${made}`, `${made}%20`]) {
    t.is(await statusOf(wrong), 401, wrong);
  }
});

test("the keys of a closed account neither work nor make others", async (t) => {
  const { key, userId } = await service.account();
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  for (const answer of [await create(key), await service.call("GET", keys, { key })]) {
    refused(t, answer, [401, "invalid_api_key"]);
  }
});
