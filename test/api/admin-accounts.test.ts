import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { accountAnswer, correctionAnswer, listedAccount, signedOutAccount } from "#src/api/admin/account-schemas.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { authenticateTemporaryToken } from "#src/domain/api-keys/authenticate-temporary-token.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { insertSubscription } from "#harness/payments/bought-plans.ts";
import { insertPendingVoice, insertSession, insertSpoken, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import {
  literalRow,
  missingRow,
  noStringRow,
  nulRow,
  pageCases,
  rowOf,
  tooLargeRow,
  tooLongRow,
  tooShortRow,
  tooSmallRow,
} from "#test/support/validation-rows.ts";

const accounts = "/v1/admin/accounts";
const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId: adminId } = await service.account();
await makeAdmin(resources, adminId);
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({ items: z.array(z.strictObject(listedAccount.shape)), total: z.int(), has_next: z.boolean() });
const get = (path: string) => service.call("GET", `${accounts}${path}`, { key });
const list = async (query: Record<string, string>) =>
  (await get(`?${new URLSearchParams({ limit: "100", ...query }).toString()}`)).data(page);
const show = async (userId: string) => (await get(`/${userId}`)).data(z.strictObject(accountAnswer.shape));
const setRole = (userId: string, role: unknown, by = key) =>
  service.call("PATCH", `${accounts}/${userId}`, { key: by, json: { role } });
const correct = (userId: string, json: unknown, headers = {}) =>
  service.call("POST", `${accounts}/${userId}/credits`, { key, json, headers });
const signOut = (userId: string) => service.call("DELETE", `${accounts}/${userId}/sessions`, { key });
const ledgerOf = (userId: string) =>
  db
    .selectFrom("credit_ledger")
    .select(["credits", "reason"])
    .where("user_id", "=", userId)
    .where("kind", "=", "correction")
    .orderBy("id")
    .execute();

/** An account without an identity, with this name. */
async function insertAccount(name: string, more: { readonly closed_at?: Date; readonly email?: string } = {}) {
  const id = randomUUID();
  await db
    .insertInto("users")
    .values({ id, name, email: `${id}@example.com`, username: `u-${id}`, ...more })
    .execute();
  return id;
}

test("accounts are found by a part of the address, the name or the username, in any case, and by nothing else", async (t) => {
  const word = randomUUID().slice(0, 13);
  const one = await insertAccount(`Ada ${word.toUpperCase()} %_\\`);
  const other = await insertAccount("Bob", { email: `x.${word}@example.com` });
  const found = async (search: string) => (await list({ search })).items.map((item) => item.user_id).toSorted();
  t.deepEqual(await found(word), [one, other].toSorted());
  t.deepEqual(await found(`u-${one}`), [one]);
  t.deepEqual(await found("%_\\"), [one], "nothing of it is a pattern");
  t.deepEqual(await found(`${word}%`), []);
  t.deepEqual(await found("' or 1=1 --"), []);
});

test("accounts are listed newest first, in pages, with closed ones, and can be filtered by role", async (t) => {
  const word = randomUUID();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.unshift(await insertAccount(`${name} ${word}`));
  const closed = await insertAccount(word, { closed_at: new Date() });
  await makeAdmin(resources, ids[1] ?? "");
  const { items } = await list({ search: word });
  t.is(items.length, 4);
  t.truthy(items.find((item) => item.user_id === closed)?.closed_at);
  const times = items.map((item) => item.created_at);
  t.deepEqual(times, times.toSorted().toReversed());
  const paged = await list({ search: word, limit: "3", page: "2" });
  t.deepEqual([paged.items.length, paged.total, paged.has_next], [1, 4, false]);
  t.like(await list({ search: word, limit: "3" }), { has_next: true });
  t.like(await list({ search: word, role: "admin" }), { total: 1, items: [{ user_id: ids[1], role: "admin" }] });
  t.is((await list({ search: word, role: "user" })).total, 3);
});

test("every problem of a query is reported", async (t) => {
  for (const [query, ...rows] of [
    ...pageCases,
    ["search=", tooShortRow(["query", "search"])],
    [`search=${"x".repeat(201)}`, tooLongRow(["query", "search"], "x".repeat(201), 200)],
    [
      "search=%00&role=root",
      nulRow(["query", "search"], "\0"),
      literalRow(["query", "role"], "root", "'user' or 'admin'"),
    ],
  ] as const) {
    const { status, json } = await get(`?${query}`);
    t.is(status, rows.length === 0 ? 200 : 422, query);
    if (rows.length > 0) t.deepEqual(json, { detail: rows });
  }
});

test("an account is shown with its credits, its plan and how much it has", async (t) => {
  const { userId } = await service.account(0);
  await insertSpoken(resources, userId);
  await insertPendingVoice(resources, userId);
  await insertSession(resources, userId);
  t.like(await show(userId), {
    ...{ user_id: userId, role: "user", subscription: null, has_identity: false, closed_at: null },
    ...{ credits: { tts_remaining: 100_000, asr_remaining: 36_000 } },
    ...{ requests: 1, voices: 1, live_api_keys: 1, sessions: 1 },
    ...{ plan_name: null, blocked_at: null },
  });
  await insertSubscription(resources, { userId, planId: "pro", status: "active", endsInDays: 20 });
  t.like(await show(userId), { plan_name: "Pro", subscription: { plan_id: "pro", status: "active" } });
  t.regex((await show(userId)).last_used_at ?? "", /Z$/);
});

test("accounts are listed by age or address", async (t) => {
  const word = randomUUID();
  const [second, first] = [
    await insertAccount(word, { email: `B.${word}@example.com` }),
    await insertAccount(word, { email: `a.${word}@example.com` }),
  ];
  const orderOf = async (sort: string) => (await list({ search: word, sort })).items.map((item) => item.user_id);
  t.deepEqual(await orderOf("email"), [first, second]);
  t.deepEqual(await orderOf("oldest"), (await orderOf("newest")).toReversed());
});

test("an account's keys, requests and ledger are listed, without secrets and texts", async (t) => {
  const { userId, key: secret } = await service.account(500);
  const [spoken, other] = [await insertSpoken(resources, userId), await insertSpoken(resources, userId)];
  const keys = await get(`/${userId}/api-keys`);
  t.like(keys.json, { data: { total: 1, items: [{ name: "test" }] } });
  t.false(keys.bytes.includes(secret));
  const requests = await get(`/${userId}/requests`);
  t.like(requests.json, { data: { total: 2 } });
  const one = await get(`/${userId}/requests?request_id=${spoken}`);
  const [item] = one.data(z.object({ items: z.array(z.looseObject({ request_id: z.string() })) })).items;
  t.is(item?.request_id, spoken);
  for (const name of ["preview", "text", "file_name", "audio_url"]) t.false(name in (item ?? {}), name);
  t.like((await get(`/${adminId}/requests?request_id=${other}`)).json, { data: { total: 0 } });
  const ledger = await get(`/${userId}/ledger?pool=asr`);
  t.like(ledger.json, {
    data: {
      total: 2,
      items: [
        { kind: "correction", credits: 500, reason: "test" },
        { kind: "grant", credits: 36_000, reason: "The free plan." },
      ],
    },
  });
  t.like((await get(`/${userId}/payments`)).json, { data: { total: 0 } });
});

test("a blocked account is refused with every credential until it is unblocked, and a note says who did it and why", async (t) => {
  const member = await service.account();
  const session = await signedIn(resources, member.userId);
  const { apiKeyId } = await authenticateApiKey(resources, member.key);
  const token = await grantTemporaryToken(resources, { apiKeyId, ttlSeconds: 60 });
  const block = (method: string, json?: object) =>
    service.call(method, `${accounts}/${member.userId}/block`, { key, ...(json && { json }) });
  const codes = async () => {
    const answers = [
      await service.call("GET", "/v1/users/me", { key: member.key }),
      await service.call("GET", "/v1/users/me", session),
      await service.call("GET", "/openai/v1/models", { headers: { authorization: `Bearer ${member.key}` } }),
    ];
    return answers.map(({ status }) => status);
  };
  t.true((await codes()).every((status) => status < 300));
  t.like((await block("PUT", { reason: "Sells its key." })).json, { data: { user_id: member.userId } });
  t.is((await block("PUT", { reason: "Again." })).status, 200);
  t.deepEqual(await codes(), [403, 403, 403]);
  const { session: limits } = resources.config;
  await t.throwsAsync(authenticateTemporaryToken(resources, token, limits), { code: "account_blocked" });
  t.like((await service.call("GET", "/v1/users/me", { key: member.key })).json, { code: "account_blocked" });
  t.is((await block("DELETE")).status, 200);
  t.true((await codes()).every((status) => status < 300));
  const { json } = await get(`/${member.userId}/notes`);
  t.like(json, {
    data: {
      total: 2,
      items: [
        { kind: "unblocked", text: "", author_id: adminId },
        { kind: "blocked", text: "Sells its key.", author_id: adminId },
      ],
    },
  });
});

test("a note is written once, and an admin neither blocks nor closes the own account", async (t) => {
  const { userId, key: theirs } = await service.account(0);
  const headers = { "idempotency-key": randomUUID() };
  const write = () => service.call("POST", `${accounts}/${userId}/notes`, { key, headers, json: { text: "Called." } });
  t.deepEqual([(await write()).status, (await write()).status], [201, 201]);
  t.like((await get(`/${userId}/notes`)).json, { data: { total: 1, items: [{ kind: "note", text: "Called." }] } });
  const post = (id: string, action: string) => service.call("POST", `${accounts}/${id}/${action}`, { key });
  t.like((await post(adminId, "close")).json, { code: "own_account" });
  const own = await service.call("PUT", `${accounts}/${adminId}/block`, { key, json: { reason: "x" } });
  t.like(own.json, { code: "own_account" });
  t.truthy((await post(userId, "close")).data(z.looseObject({ closed_at: z.string() })).closed_at);
  t.is((await service.call("GET", "/v1/users/me", { key: theirs })).status, 401);
  t.is((await post(userId, "close")).status, 404);
  t.is((await service.call("POST", `${accounts}/${userId}/notes`, { key, json: { text: "Late." } })).status, 404);
});

test("an unknown account is 404 and a malformed id 422, on every route", async (t) => {
  const nobody = randomUUID();
  const correction = { pool: "tts", credits: 1, reason: "x" };
  for (const answer of [
    await get(`/${nobody}`),
    await setRole(nobody, "admin"),
    await correct(nobody, correction),
    await signOut(nobody),
    ...(await Promise.all(
      ["payments", "api-keys", "requests", "ledger", "notes"].map((name) => get(`/${nobody}/${name}`)),
    )),
  ]) {
    t.is(answer.status, 404);
    t.like(answer.json, { code: "account_not_found" });
  }
  for (const answer of [
    await get("/7"),
    await setRole("7", "admin"),
    await correct("7", correction),
    await signOut("7"),
  ])
    t.is(answer.status, 422);
});

test("a closed account is shown, and nothing of it can be changed", async (t) => {
  const closed = await insertAccount("", { closed_at: new Date() });
  t.like(await show(closed), { credits: { tts_remaining: 0 }, requests: 0, live_api_keys: 0 });
  t.is((await setRole(closed, "admin")).status, 404);
  t.is((await correct(closed, { pool: "tts", credits: 1, reason: "x" })).status, 404);
  t.deepEqual(await ledgerOf(closed), []);
});

test("a role changes from the next call on, but an admin cannot remove their own", async (t) => {
  const member = await service.account(0);
  const statusOf = async () => (await service.call("GET", accounts, { key: member.key })).status;
  t.is(await statusOf(), 403);
  t.like((await setRole(member.userId, "admin")).json, { data: { user_id: member.userId, role: "admin" } });
  t.is(await statusOf(), 200);
  const own = await setRole(member.userId, "user", member.key);
  t.deepEqual([own.status, await statusOf()], [409, 200]);
  t.like(own.json, { code: "own_role" });
  t.is((await setRole(member.userId, "admin", member.key)).status, 200, "that changes nothing");
  t.is((await setRole(member.userId, "user")).status, 200);
  t.is(await statusOf(), 403);
  for (const [role, row] of [
    ["root", literalRow(["body", "role"], "root", "'user' or 'admin'")],
    [null, literalRow(["body", "role"], null, "'user' or 'admin'")],
  ] as const)
    t.deepEqual((await setRole(member.userId, role)).json, { detail: [row] });
});

test("an admin by a setting that does not give the role any more is refused with a live key and a live session", async (t) => {
  const member = await service.account(0);
  const session = await signedIn(resources, member.userId);
  const plant = (role_source: "email_list" | "sandbox" | "operator") =>
    db.updateTable("users").set({ role: "admin", role_source }).where("id", "=", member.userId).execute();
  const statuses = async () => [
    (await service.call("GET", accounts, { key: member.key })).status,
    (await service.call("GET", accounts, session)).status,
  ];
  await plant("operator");
  t.deepEqual(await statuses(), [200, 200]);
  for (const source of ["email_list", "sandbox"] as const) {
    await plant(source);
    t.deepEqual(await statuses(), [403, 403], source);
    t.is((await service.call("GET", "/v1/users/me", { key: member.key })).status, 200);
  }
});

test("the answer says who gave a role: an operator, when it was changed here", async (t) => {
  const { userId } = await service.account(0);
  t.like(await show(userId), { role: "user", role_source: "default" });
  for (const role of ["admin", "user"] as const) {
    t.like((await setRole(userId, role)).json, { data: { role, role_source: "operator" } });
  }
});

test("admins who take the role from each other at the same moment leave one of them", async (t) => {
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await service.account(0), await service.account(0)];
    for (const { userId } of [one, other]) await makeAdmin(resources, userId);
    const answers = await Promise.all([setRole(other.userId, "user", one.key), setRole(one.userId, "user", other.key)]);
    t.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ["200", "403"]);
    const roles = await Promise.all([show(one.userId), show(other.userId)]);
    t.deepEqual(roles.map(({ role }) => role).toSorted(), ["admin", "user"]);
    for (const { userId } of [one, other]) await setRole(userId, "user");
  }
});

test("a correction is an entry of the ledger with its reason, and the ledger checks pass", async (t) => {
  const { userId } = await service.account(0);
  const given = await correct(userId, { pool: "asr", credits: 200, reason: " For the outage 😀 " });
  t.is(given.status, 201);
  const { created_at: createdAt, ...rest } = given.data(z.strictObject(correctionAnswer.shape));
  t.deepEqual(rest, { user_id: userId, pool: "asr", credits: 200, reason: " For the outage 😀 ", remaining: 36_200 });
  t.true(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  t.like((await correct(userId, { pool: "asr", credits: -36_200, reason: "All of it." })).json, {
    data: { remaining: 0 },
  });
  const short = await correct(userId, { pool: "asr", credits: -1, reason: "One more." });
  t.is(short.status, 402);
  t.like(short.json, { code: "insufficient_credits", required: 1, remaining: 0 });
  t.deepEqual(await ledgerOf(userId), [
    { credits: 200, reason: " For the outage 😀 " },
    { credits: -36_200, reason: "All of it." },
  ]);
  t.deepEqual((await recountCredits({ db })).differences, []);
});

test("more than can be kept is refused, and nothing is given", async (t) => {
  const { userId } = await service.account(0);
  const most = { pool: "tts", credits: 1_000_000_000, reason: "x" };
  t.is((await correct(userId, most)).status, 201);
  const answer = await correct(userId, most);
  t.is(answer.status, 409);
  t.like(answer.json, { code: "credits_limit", max_credits: 2_000_000_000, remaining: 1_000_100_000 });
  t.is((await ledgerOf(userId)).length, 1);
});

test("a correction that is sent twice with one key is made once", async (t) => {
  const { userId } = await service.account(0);
  const headers = { "idempotency-key": randomUUID() };
  const json = { pool: "tts", credits: 5, reason: "Once." };
  const [one, other] = [await correct(userId, json, headers), await correct(userId, json, headers)];
  t.deepEqual([one.status, other.status, other.json], [201, 201, one.json]);
  t.is(other.headers.get("idempotent-replayed"), "true");
  t.is((await ledgerOf(userId)).length, 1);
  t.is((await correct(userId, { ...json, credits: 6 }, headers)).status, 422);
});

test("every problem of a correction is reported, and nothing is corrected", async (t) => {
  const { userId } = await service.account(0);
  const good = { pool: "tts", credits: 1, reason: "x" };
  const at = (name: string) => ["body", name];
  const tooMuch = 1_000_000_001;
  const zero = rowOf(at("credits"), ["value_error", "Value error, It must not be 0"], { input: 0, ctx: { error: {} } });
  const blank = rowOf(at("reason"), ["string_pattern_mismatch", String.raw`String should match pattern '\S'`], {
    ...{ input: "  ", ctx: { pattern: String.raw`\S` } },
  });
  for (const [fields, ...rows] of [
    [{ pool: "money" }, literalRow(at("pool"), "money", "'tts' or 'asr'")],
    [{ credits: 0 }, zero],
    [{ credits: tooMuch }, tooLargeRow(at("credits"), tooMuch, 1_000_000_000)],
    [{ credits: -tooMuch }, tooSmallRow(at("credits"), -tooMuch, -1_000_000_000)],
    [{ reason: "" }, tooShortRow(at("reason"))],
    [{ reason: "  " }, blank],
    [{ reason: "x".repeat(501) }, tooLongRow(at("reason"), "x".repeat(501), 500)],
    [{ reason: 5, credits: 0 }, zero, noStringRow(at("reason"), 5)],
  ] as const) {
    const { status, json } = await correct(userId, { ...good, ...fields });
    t.is(status, 422);
    t.deepEqual(json, { detail: rows });
  }
  t.deepEqual((await correct(userId, {})).json, {
    detail: ["pool", "credits", "reason"].map((name) => missingRow(name, {})),
  });
  t.deepEqual(await ledgerOf(userId), []);
});

test("signing an account out ends its sessions and no others", async (t) => {
  const [one, other] = [await service.account(0), await service.account(0)];
  for (const userId of [one.userId, one.userId, other.userId]) await insertSession(resources, userId);
  const answered = (await signOut(one.userId)).data(z.strictObject(signedOutAccount.shape));
  t.deepEqual(answered, { user_id: one.userId, signed_out: 2 });
  t.deepEqual([(await show(one.userId)).sessions, (await show(other.userId)).sessions], [0, 1]);
  t.is((await service.call("GET", "/v1/users/me", { key: one.key })).status, 200, "keys go on working");
});
