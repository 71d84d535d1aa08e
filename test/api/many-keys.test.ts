import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { apiKeyAnswer, createdApiKey, revokedApiKey } from "#src/api/api-keys/schemas.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { revokeApiKey } from "#src/domain/api-keys/revoke-api-key.ts";
import { sweepEndedKeys } from "#src/domain/api-keys/sweep-ended-keys.ts";
import { newKey } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";

const keys = "/v1/api-keys";
const perDay = 10;
const service = await startService({ env: { API_KEYS_PER_DAY: String(perDay) } });
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const make = (key: string) => service.call("POST", keys, { key, json: { name: "n" } });
const rotate = (key: string, id: string) => service.call("POST", `${keys}/${id}/rotate`, { key, json: {} });
const chainLength = 3_000;

/** Keys that replaced each other, each with the help of the one before; only the last one works. */
async function plantChain(userId: string, endedDays = 0) {
  const { apiKeyId: first } = await createApiKey(
    { db },
    { userId, name: "first", description: "", creator: operator, maxLive: 1_000 },
  );
  const ids = [first, ...Array.from({ length: chainLength - 1 }, () => randomUUID())];
  await sql`
    insert into api_keys (id, user_id, name, key_sha256, hint, created_by_key_id, replaces_key_id, created_at)
    select id, ${userId}, 'n', sha256(id::text::bytea), 'hint', before, before, now() + position * interval '1 ms'
    from (
      select id, position, lag(id) over (order by position) as before
      from unnest(${ids}::uuid[]) with ordinality as chain (id, position)
    ) as chain where before is not null`.execute(db);
  await sql`
    update api_keys set revoked_at = now() - make_interval(days => ${endedDays}),
      expires_at = now() - make_interval(days => ${endedDays})
    where id = any(${ids.slice(0, -1)}::uuid[])`.execute(db);
  return { ids, first, last: ids.at(-1) ?? "" };
}

async function millisecondsOf<Result>(work: () => Promise<Result>) {
  const began = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - began };
}

test("an account that has created its daily number of keys, rotations included, has to wait", async (t) => {
  const { key, userId } = await service.account();
  let current = (await make(key)).data(createdApiKey);
  for (let made = 2; made < perDay; made += 1) {
    current = (await rotate(current.key, current.api_key_id)).data(createdApiKey);
  }
  for (const answer of [await make(key), await rotate(current.key, current.api_key_id)]) {
    t.is(answer.status, 429);
    const { retry_after: seconds } = z.looseObject({ retry_after: z.int() }).parse(answer.json);
    t.like(answer.json, { success: false, code: "rate_limited" });
    t.is(answer.headers.get("retry-after"), String(seconds));
    t.true(seconds > 86_000 && seconds <= 86_400, String(seconds));
  }
  t.is((await service.call("GET", keys, { key: current.key })).status, 200, "the key that was not replaced works");
  t.is((await service.call("DELETE", `${keys}/${current.api_key_id}`, { key })).status, 200, "revoking is free");
  t.is(typeof (await newKey(resources, userId)), "string", "the operator can always help");
  await sql`update api_keys set created_at = created_at - interval '1 day' where user_id = ${userId}`.execute(db);
  t.is((await make(key)).status, 201);
});

test("parallel requests for keys never exceed the daily limit", async (t) => {
  const { key } = await service.account();
  const answers = await Promise.all(Array.from({ length: 15 }, () => make(key)));
  t.is(answers.filter(({ status }) => status === 201).length, perDay - 1);
  t.is(answers.filter(({ status }) => status === 429).length, 16 - perDay);
});

test("three thousand keys that replaced each other are listed, counted and revoked quickly", async (t) => {
  const { key, userId } = await service.account();
  const { ids, first, last } = await plantChain(userId);
  const page = z.object({ items: z.array(apiKeyAnswer) });
  const listing = await millisecondsOf(() => service.call("GET", `${keys}?limit=100`, { key }));
  const { items } = listing.result.data(page);
  t.is(items.find((item) => item.api_key_id === last)?.live_descendants, 0);
  t.is(items.find((item) => item.api_key_id === ids.at(-50))?.live_descendants, 1);
  const plain = await millisecondsOf(() => service.call("DELETE", `${keys}/${first}`, { key }));
  t.is(plain.result.data(revokedApiKey).live_descendants, 1);
  const all = await millisecondsOf(() => service.call("DELETE", `${keys}/${first}?descendants=true`, { key }));
  t.deepEqual(all.result.data(revokedApiKey).revoked_descendants, [last]);
  const times = [listing, plain, all].map(({ milliseconds }) => Math.round(milliseconds));
  t.log(times);
  for (const time of times) t.true(time < 2_000);
});

test("a revocation stays when what else there is cannot be counted", async (t) => {
  const { userId } = await service.account();
  const { apiKeyId } = await createApiKey(
    { db },
    { userId, name: "n", description: "", creator: operator, maxLive: 1_000 },
  );
  const failing = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) =>
      result.rows.some((row) => "isLive" in row) ? Promise.reject(new Error("too slow")) : Promise.resolve(result),
  });
  await t.throwsAsync(revokeApiKey({ db: failing }, { apiKeyId, userId, creator: operator, descendants: false }), {
    message: "too slow",
  });
  const row = await db.selectFrom("api_keys").select("revoked_at").where("id", "=", apiKeyId).executeTakeFirst();
  t.true(row?.revoked_at instanceof Date);
});

test("a long line of keys that ended long ago is swept in a few batches, and one that leads to a live key is not", async (t) => {
  const { userId } = await service.account();
  const { ids, last } = await plantChain(userId, 91);
  const left = async () => (await db.selectFrom("api_keys").select("id").where("id", "in", ids).execute()).length;
  const sweepAll = async (): Promise<number> => {
    let passes = 0;
    while ((await sweepEndedKeys({ db }, 90)) > 0) passes += 1;
    return passes;
  };
  await sweepAll();
  t.is(await left(), chainLength);
  await sql`update api_keys set revoked_at = now() - interval '91 days' where id = ${last}`.execute(db);
  t.is(await sweepAll(), 6);
  t.is(await left(), 0);
});
