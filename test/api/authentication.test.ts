import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { db, coalesced } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const list = "/v1/speech/requests";
const demo = "/v1/demo/speech/synthesize";

async function refused(t: ExecutionContext, headers: Record<string, string>, path = list): Promise<void> {
  const answer = await service.call("GET", path, { headers });
  t.is(answer.status, 401);
  t.is(answer.headers.get("www-authenticate"), "Bearer");
  t.deepEqual(answer.json, {
    success: false,
    detail: "The API key is not valid.",
    code: "invalid_api_key",
    docs_url: `${service.resources.config.publicUrl}/docs/errors#invalid_api_key`,
    request_id: answer.headers.get("x-request-id"),
  });
}

const accepted = async (headers: Record<string, string>): Promise<boolean> =>
  (await service.call("GET", list, { headers })).status === 200;

const revoke = (userId: string) =>
  db.updateTable("api_keys").set({ revoked_at: new Date() }).where("user_id", "=", userId).execute();

test("a key opens the same door in either header", async (t) => {
  const { key } = await service.account();
  t.true(await accepted({ "x-api-key": key }));
  t.true(await accepted({ authorization: `Bearer ${key}` }));
});

for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) {
  test(`the scheme may be written ${scheme}`, async (t) => {
    const { key } = await service.account();
    t.true(await accepted({ authorization: `${scheme} ${key}` }));
  });
}

test("the same key in both headers is one key, two different ones are none", async (t) => {
  const [one, other] = await Promise.all([service.account(), service.account()]);
  t.true(await accepted({ "x-api-key": one.key, authorization: `Bearer ${one.key}` }));
  await refused(t, { "x-api-key": one.key, authorization: `Bearer ${other.key}` });
});

test("a missing credential and a wrong one get different errors", async (t) => {
  const answer = await service.call("GET", list);
  t.is(answer.status, 401);
  t.is(answer.headers.get("www-authenticate"), "Bearer");
  t.deepEqual(answer.json, {
    success: false,
    detail: "Authentication is required.",
    code: "missing_credentials",
    docs_url: `${service.resources.config.publicUrl}/docs/errors#missing_credentials`,
    request_id: answer.headers.get("x-request-id"),
  });
});

test("unknown, mistyped, malformed and revoked keys are refused in the same words", async (t) => {
  const { key } = await service.account();
  const revoked = await service.account();
  await revoke(revoked.userId);
  const typo = key.slice(0, 10) + (key[10] === "a" ? "b" : "a") + key.slice(11);
  for (const wrong of [newApiKey(), typo, revoked.key, "sk_", "x", key.toLowerCase(), `${key}x`, "null", "0"]) {
    await refused(t, { "x-api-key": wrong });
    await refused(t, { authorization: `Bearer ${wrong}` });
  }
});

test("another scheme, an empty token and two tokens are refused", async (t) => {
  const { key } = await service.account();
  for (const authorization of [`Basic ${key}`, key, "Bearer", `Bearer ${key} ${key}`, `Bearer ${key},${key}`]) {
    await refused(t, { authorization });
  }
});

test("a revoked key is refused from the next request on", async (t) => {
  const { key, userId } = await service.account();
  t.true(await accepted({ "x-api-key": key }));
  await revoke(userId);
  await refused(t, { "x-api-key": key });
});

test("a key in the address is not looked at", async (t) => {
  const { key } = await service.account();
  for (const name of ["api_key", "key", "access_token", "x-api-key"]) {
    const answer = await service.call("GET", `${list}?${name}=${key}`);
    t.like(answer.json, { code: "missing_credentials" });
  }
});

test("a key in a cookie is not looked at", async (t) => {
  const { key } = await service.account();
  const answer = await service.call("GET", list, { headers: { cookie: `x-api-key=${key}; session=${key}` } });
  t.like(answer.json, { code: "missing_credentials" });
});

test("the use of a key is noted at most once a minute", async (t) => {
  const { key, userId } = await service.account();
  const used = async () => {
    await coalesced.settled();
    const columns = db.selectFrom("api_keys").select("last_used_at").where("user_id", "=", userId);
    return (await columns.executeTakeFirstOrThrow()).last_used_at?.getTime() ?? null;
  };
  const useAgainAfter = async (seconds: number): Promise<boolean> => {
    const at = sql<Date>`now() - make_interval(secs => ${seconds})`;
    await db.updateTable("api_keys").set({ last_used_at: at }).where("user_id", "=", userId).execute();
    const before = await used();
    t.true(await accepted({ "x-api-key": key }));
    return (await used()) !== before;
  };
  t.is(await used(), null);
  t.true(await accepted({ "x-api-key": key }));
  t.not(await used(), null);
  t.false(await useAgainAfter(0));
  t.false(await useAgainAfter(50));
  t.true(await useAgainAfter(61));
});

test("no call waits for the use of its key to be recorded, which ends before the process does", async (t) => {
  const { key, userId } = await service.account();
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await trx.selectFrom("api_keys").select("id").where("user_id", "=", userId).forUpdate().execute();
    lock();
    await unlocked;
  });
  await locked;
  t.true(await accepted({ "x-api-key": key }), "the row of the key is locked");
  unlock();
  await holding;
  await coalesced.settled();
  const row = db.selectFrom("api_keys").select("last_used_at").where("user_id", "=", userId);
  t.truthy((await row.executeTakeFirstOrThrow()).last_used_at);
});

test("a refused key is not noted as used", async (t) => {
  const { key, userId } = await service.account();
  await revoke(userId);
  await refused(t, { "x-api-key": key });
  await coalesced.settled();
  const row = await db.selectFrom("api_keys").select("last_used_at").where("user_id", "=", userId).executeTakeFirst();
  t.is(row?.last_used_at, null);
});

test("the form of a body is not judged before the credential", async (t) => {
  for (const path of ["/v1/speech/synthesize", "/v1/speech/transcriptions", "/v1/voices"]) {
    const answer = await service.call("POST", path, { body: "{", headers: { "content-type": "application/json" } });
    t.is(answer.status, 401, path);
  }
});

const say = (headers: Record<string, string>, text = "Hello.") =>
  service.call("POST", demo, { json: { text }, headers });

test("a demo call without a key belongs to no account", async (t) => {
  const answer = await say({});
  t.is(answer.status, 200, answer.bytes.toString());
  t.like(answer.json, { data: { audio_url: null } });
  const stranger = await service.account();
  const path = `${list}/${answer.headers.get("x-request-id")}`;
  t.is((await service.call("GET", path, { key: stranger.key })).status, 404);
});

test("a demo call with a key belongs to its account, which finds the audio again", async (t) => {
  const { key } = await service.account();
  const answer = await say({ authorization: `Bearer ${key}` });
  const requestId = answer.headers.get("x-request-id");
  const { publicUrl } = service.resources.config;
  t.like(answer.json, { data: { request_id: requestId, audio_url: `${publicUrl}${list}/${requestId}/audio` } });
  const audio = await service.call("GET", `${list}/${requestId}/audio`, { key });
  t.is(audio.status, 200);
  t.like(answer.json, { data: { audio: audio.bytes.toString("base64") } });
});

test("a demo call with a wrong key is refused, and not done as if it had none", async (t) => {
  const revoked = await service.account();
  await revoke(revoked.userId);
  const text = randomUUID();
  for (const wrong of [newApiKey(), revoked.key, randomUUID()]) {
    t.is((await say({ "x-api-key": wrong }, text)).status, 401);
    t.is((await say({ authorization: `Bearer ${wrong}` }, text)).status, 401);
  }
  t.deepEqual(await db.selectFrom("speech_requests").select("id").where("input_text", "=", text).execute(), []);
});

test("no row of any table holds a key", async (t) => {
  const { key } = await service.account();
  t.is((await say({ "x-api-key": key })).status, 200);
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  t.true(tables.some(({ name }) => name === "public.api_keys"));
  const dumps = await Promise.all(
    tables.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)),
  );
  const dump = dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
  t.true(dump.includes(key.slice(-4)), "the hint is there");
  t.false(dump.includes(key));
  t.false(dump.includes(key.slice(3, -6)));
  t.false(dump.includes(Buffer.from(key).toString("hex")));
});
