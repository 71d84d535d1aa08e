import test from "ava";
import { z } from "zod";
import { type ApiKeyScope, apiKeyScopes } from "#db/schema.ts";
import { apiKeyAnswer, createdApiKey, rotatedApiKey } from "#src/api/api-keys/schemas.ts";
import { newKey } from "#harness/service/account.ts";
import { insertHeard, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import { literalRow, rowOf } from "#test/support/validation-rows.ts";

const keys = "/v1/api-keys";
const service = await startService({ env: { API_KEYS_MAX: "1000", WAIT_MAX_SECONDS: "0" } });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

type Scopes = readonly ApiKeyScope[];
const ordinary: Scopes = ["speech", "voices", "usage", "keys", "billing"];
const page = z.object({ items: z.array(apiKeyAnswer), total: z.int() });
const refusal = z.object({ code: z.string(), required_scope: z.string().optional(), detail: z.string() });

const create = (key: string, scopes?: unknown) => service.call("POST", keys, { key, json: { name: "n", scopes } });
const rotate = (key: string, id: string) => service.call("POST", `${keys}/${id}/rotate`, { key, json: {} });
const newest = async (key: string) => (await service.call("GET", `${keys}?limit=1`, { key })).data(page).items[0];

/** The scopes that creators may have, beside the one that lets them make keys. */
const held: readonly Scopes[] = [
  ["keys"],
  ["speech", "keys"],
  ["voices", "usage", "keys"],
  ["keys", "admin"],
  ordinary,
  apiKeyScopes,
];
const wanted: readonly Scopes[] = [...held, ...apiKeyScopes.map((scope) => [scope])];
const exceeds = (scopes: Scopes, limit: Scopes) => scopes.find((scope) => !limit.includes(scope));

test("a key never makes one with a scope that it lacks", async (t) => {
  const { userId } = await service.account();
  await makeAdmin(resources, userId);
  for (const has of held) {
    const creator = await newKey(resources, userId, has);
    for (const scopes of wanted) {
      const answer = await create(creator, scopes);
      const missing = exceeds(scopes, has);
      const shown = `${has.join()} makes ${scopes.join()}`;
      if (missing === undefined) t.deepEqual(answer.data(createdApiKey).scopes, [...scopes], shown);
      else {
        t.is(answer.status, 403, shown);
        t.like(answer.json, { code: "insufficient_scope", required_scope: missing }, shown);
      }
    }
  }
});

test("a key never replaces one that has a scope which it lacks, and nothing has changed then", async (t) => {
  const { userId } = await service.account();
  await makeAdmin(resources, userId);
  const owner = await newKey(resources, userId);
  for (const has of held) {
    const caller = await newKey(resources, userId, has);
    for (const scopes of wanted) {
      const target = (await create(owner, scopes)).data(createdApiKey);
      const answer = await rotate(caller, target.api_key_id);
      const missing = exceeds(scopes, has);
      const shown = `${has.join()} replaces ${scopes.join()}`;
      if (missing === undefined) t.deepEqual(answer.data(rotatedApiKey).scopes, [...scopes], shown);
      else {
        t.is(answer.status, 403, shown);
        t.like(answer.json, { code: "insufficient_scope", required_scope: missing }, shown);
        t.like(await newest(owner), { api_key_id: target.api_key_id, revoked_at: null, expires_at: null }, shown);
      }
    }
  }
});

test("whatever a narrow key gets hold of, by making and replacing in turn, it never gets another scope", async (t) => {
  const { userId } = await service.account();
  const wide = (await create(await newKey(resources, userId), ordinary)).data(createdApiKey);
  const narrow = await newKey(resources, userId, ["usage", "keys"]);
  const child = (await create(narrow)).data(createdApiKey);
  const grandchild = (await rotate(child.key, child.api_key_id)).data(rotatedApiKey);
  for (const key of [narrow, grandchild.key]) {
    t.is((await rotate(key, wide.api_key_id)).status, 403);
    for (const scope of exceptFor(["usage", "keys"])) t.is((await create(key, [scope])).status, 403, scope);
  }
  t.deepEqual(grandchild.scopes, ["usage", "keys"]);
  t.is((await service.call("GET", "/v1/voices", { key: grandchild.key })).status, 403);
  t.is((await service.call("GET", "/v1/voices", { key: wide.key })).status, 200);
});

const exceptFor = (scopes: Scopes): Scopes => apiKeyScopes.filter((scope) => !scopes.includes(scope));

test("without a choice a key has the scopes of its creator but admin", async (t) => {
  const [user, admin] = await Promise.all([service.account(), service.account()]);
  await makeAdmin(resources, admin.userId);
  for (const { userId } of [user, admin]) {
    const session = await signedIn(resources, userId);
    const first = (await service.call("POST", keys, { ...session, json: { name: "n" } })).data(createdApiKey);
    t.deepEqual([first.scopes, first.created_by_key_id], [[...ordinary], null]);
  }
  t.deepEqual((await create(admin.key)).data(createdApiKey).scopes, [...ordinary]);
  const some = await newKey(resources, user.userId, ["keys", "usage"]);
  t.deepEqual((await create(some)).data(createdApiKey).scopes, ["usage", "keys"]);
});

test("people have the scopes of their role: only an admin makes a key with admin", async (t) => {
  const { userId } = await service.account();
  const make = async () =>
    service.call("POST", keys, { ...(await signedIn(resources, userId)), json: { name: "n", scopes: ["admin"] } });
  t.like((await make()).json, { code: "insufficient_scope", required_scope: "admin" });
  await makeAdmin(resources, userId);
  const { key } = (await make()).data(createdApiKey);
  t.is((await service.call("GET", "/v1/admin/accounts", { key })).status, 200);
  t.like((await service.call("GET", keys, { key })).json, { code: "insufficient_scope", required_scope: "keys" });
});

test("a key of an admin without the scope admin is no admin: not where it is needed, nor where it shows more", async (t) => {
  const [admin, other] = await Promise.all([service.account(), service.account()]);
  await makeAdmin(resources, admin.userId);
  const json = { request_id: await insertHeard(resources, other.userId), feedback_text: "Well heard." };
  t.is((await service.call("POST", "/v1/feedback", { key: other.key, json })).status, 201);
  const narrow = await newKey(resources, admin.userId, ordinary);
  for (const path of ["/v1/admin/accounts", "/v1/admin/queues", "/v1/contact-submissions"]) {
    t.is((await service.call("GET", path, { key: admin.key })).status, 200);
    const answer = await service.call("GET", path, { key: narrow });
    t.is(answer.status, 403);
    t.like(answer.json, { code: "insufficient_scope", required_scope: "admin" });
  }
  const feedback = async (key: string) =>
    (await service.call("GET", "/v1/feedback", { key })).data(z.object({ total: z.int() })).total;
  t.deepEqual([await feedback(admin.key), await feedback(narrow), await feedback(other.key)], [1, 0, 1]);
});

test("the scope admin is worth nothing without the role, and lost where such a key is replaced", async (t) => {
  const { key, userId } = await service.account();
  t.like((await service.call("GET", "/v1/admin/accounts", { key })).json, { code: "forbidden" });
  t.like((await create(key, ["admin"])).json, { code: "insufficient_scope", required_scope: "admin" });
  const dormant = await newest(key);
  t.deepEqual(dormant?.scopes, [...apiKeyScopes]);
  const made = (await rotate(key, dormant?.api_key_id ?? "")).data(rotatedApiKey);
  t.deepEqual(made.scopes, [...ordinary]);
  await makeAdmin(resources, userId);
  t.is((await service.call("GET", "/v1/admin/accounts", { key: made.key })).status, 403);
});

test("a missing scope is reported before the input is validated", async (t) => {
  const { userId } = await service.account();
  const key = await newKey(resources, userId, ["usage"]);
  const answer = await service.call("POST", "/v1/speech/synthesize", { key, body: "{", headers: {} });
  t.is(answer.status, 403);
  const { code, required_scope: scope, detail } = refusal.parse(answer.json);
  t.deepEqual([code, scope], ["insufficient_scope", "speech"]);
  t.is(detail, 'The scope "speech" is required. Use an API key that has it.');
  t.is((await service.call("GET", "/v1/users/me", { key })).status, 200);
});

test("the demo is open to all, but a key that is shown there needs speech", async (t) => {
  const { userId } = await service.account();
  const call = (key?: string) => service.call("POST", "/v1/demo/speech/synthesize", { key, json: { text: "Hello." } });
  t.like((await call(await newKey(resources, userId, ["voices"]))).json, { required_scope: "speech" });
  t.is((await call(await newKey(resources, userId, ["speech"]))).status, 503, "there are no workers here");
  t.is((await call()).status, 503);
});

const scopesAt = (at: number) => ["body", "scopes", at];
const expected = "'speech', 'voices', 'usage', 'keys', 'billing' or 'admin'";
const tooFew = {
  input: [],
  ctx: { field_type: "List", min_length: 1, actual_length: 0 },
};
const noList = ["list_type", "Input should be a valid list"] as const;
const bodies: readonly (readonly [scopes: unknown, ...rows: readonly object[]])[] = [
  [["speech"]],
  [["keys", "speech", "keys"]],
  [["speak"], literalRow(scopesAt(0), "speak", expected)],
  [["speech", "Voices", 1], literalRow(scopesAt(1), "Voices", expected), literalRow(scopesAt(2), 1, expected)],
  [["*"], literalRow(scopesAt(0), "*", expected)],
  [[null], literalRow(scopesAt(0), null, expected)],
  [[], rowOf(["body", "scopes"], ["too_short", "List should have at least 1 item after validation, not 0"], tooFew)],
  ["speech", rowOf(["body", "scopes"], noList, { input: "speech" })],
  [null, rowOf(["body", "scopes"], noList, { input: null })],
];

test("scopes are a list of known names, kept once each and in order", async (t) => {
  const { key } = await service.account();
  for (const [scopes, ...rows] of bodies) {
    const answer = await create(key, scopes);
    t.is(answer.status, rows.length === 0 ? 201 : 422, JSON.stringify(scopes));
    if (rows.length > 0) t.is(JSON.stringify(answer.json), JSON.stringify({ detail: rows }));
  }
  t.deepEqual((await newest(key))?.scopes, ["speech", "keys"]);
});
