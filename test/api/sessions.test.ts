import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { sweepSessions } from "#src/domain/sessions/sweep-sessions.ts";
import type { Answer } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { sessionCookieOf, signedIn } from "#harness/clients/session.ts";

const publicUrl = "https://speech.example.com";
const service = await startService({ env: { PUBLIC_URL: publicUrl, WAIT_MAX_SECONDS: "0" } });
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const list = "/v1/users/me/sessions";
const me = (cookie: string) => service.call("GET", "/v1/users/me", { cookie });

async function account(): Promise<{ userId: string; key: string; cookie: string; headers: { origin: string } }> {
  const made = await service.account();
  return { ...made, ...(await signedIn(resources, made.userId)) };
}

function refused(t: ExecutionContext, answer: Answer, why = ""): void {
  t.is(answer.status, 401, why);
  t.is(answer.headers.get("www-authenticate"), "Bearer");
  t.like(answer.json, { success: false, code: "invalid_session" }, why);
}

const sessionsOf = async (options: { cookie?: string; key?: string }) =>
  (await service.call("GET", list, options)).data(
    z.object({ total: z.int(), items: z.array(z.object({ session_id: z.uuid(), current: z.boolean() })) }),
  );

const change = (userId: string, what: string) =>
  sql`update sessions set ${sql.raw(what)} where user_id = ${userId}`.execute(db);

test("the cookie of the dashboard shows the account its profile", async (t) => {
  const userId = await ensureAccount({ db }, { email: "Ann.Lee@example.com", admin: true });
  const { cookie } = await signedIn(resources, userId);
  const { created_at } = await db
    .selectFrom("users")
    .select("created_at")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  t.deepEqual((await me(cookie)).json, {
    success: true,
    data: {
      user_id: userId,
      name: "Ann.Lee",
      email: "Ann.Lee@example.com",
      email_verified: false,
      username: "Ann.Lee",
      role: "admin",
      free_credits: "granted",
      created_at: created_at.toISOString(),
      keep_recordings: true,
      alert_percent: 80,
    },
  });
});

test("other cookies beside it do no harm", async (t) => {
  const { cookie } = await account();
  t.is((await me(`a=b; ${cookie}; c="d"; e`)).status, 200);
  t.is((await me(`speech_session=x;${cookie}`)).status, 200);
});

test("a cookie that is not exactly one live session is refused, and not passed over", async (t) => {
  const [one, other] = [await account(), await account()];
  for (const cookie of [
    ...["", "nonsense", "a".repeat(43), "a".repeat(5_000), "\u00e9", one.cookie.toUpperCase()].map(sessionCookieOf),
    ...[
      `${one.cookie}; ${other.cookie}`,
      `${one.cookie}; ${one.cookie}`,
      `${one.cookie}x`,
      `${sessionCookieOf("")}; ${one.cookie}`,
    ],
  ]) {
    refused(t, await me(cookie), cookie);
  }
  const demo = await service.call("POST", "/v1/demo/speech/synthesize", {
    json: { text: "Hello." },
    cookie: sessionCookieOf("nonsense"),
  });
  refused(t, demo, "not even where no sign-in is needed");
  t.is((await service.call("GET", "/healthz", { cookie: sessionCookieOf("nonsense") })).status, 200);
});

test("a request with a key ignores the cookie", async (t) => {
  const [one, other] = [await account(), await account()];
  const answer = await service.call("GET", "/v1/users/me", { cookie: other.cookie, key: one.key });
  t.like(answer.json, { data: { user_id: one.userId } });
  const nonsense = await service.call("GET", "/v1/users/me", { cookie: sessionCookieOf("nonsense"), key: one.key });
  t.is(nonsense.status, 200);
  const wrong = await service.call("GET", "/v1/users/me", { cookie: one.cookie, key: "nonsense" });
  t.like(wrong.json, { code: "invalid_api_key" });
  const made = await service.call("POST", "/v1/api-keys", { json: { name: "a" }, cookie: other.cookie, key: one.key });
  t.is(made.status, 201, "and needs no Origin");
});

test("what changes something needs our own Origin with the cookie", async (t) => {
  const { cookie, key, headers } = await account();
  const before = await keys(key);
  for (const origin of [
    ...[undefined, "null", "", "https://evil.example", `${publicUrl}.evil.example`, `${publicUrl}:8443`],
    ...[
      "http://speech.example.com",
      `${publicUrl}/`,
      "https://SPEECH.example.com",
      `${publicUrl}, https://evil.example`,
    ],
  ]) {
    for (const [method, path] of [
      ["POST", "/v1/api-keys"],
      ["DELETE", list],
      ["DELETE", `/v1/voices/${randomUUID()}`],
      ["POST", "/v1/demo/speech/synthesize"],
    ] as const) {
      const body = method === "POST" ? { json: { name: "a", text: "a" } } : {};
      const sent = origin === undefined ? {} : { headers: { origin } };
      const answer = await service.call(method, path, { cookie, ...body, ...sent });
      t.is(answer.status, 403, `${origin} ${path}`);
      t.like(answer.json, { code: "origin_mismatch" });
    }
    const sent = origin === undefined ? {} : { headers: { origin } };
    const read = await service.call("GET", "/v1/users/me", { cookie, ...sent });
    t.is(read.status, [undefined, ""].includes(origin) ? 200 : 403, "reading needs none, but takes no other");
  }
  t.is(await keys(key), before);
  t.is((await service.call("POST", "/v1/api-keys", { cookie, headers, json: { name: "a" } })).status, 201);
  t.is(await keys(key), before + 1);
});

const keys = async (key: string): Promise<number> =>
  (await service.call("GET", "/v1/api-keys", { key })).data(z.object({ total: z.int() })).total;

test("the first key of an account is made in its session", async (t) => {
  const userId = await ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });
  const session = await signedIn(resources, userId);
  const made = await service.call("POST", "/v1/api-keys", { ...session, json: { name: "first" } });
  const { key } = made.data(z.object({ key: z.string() }));
  t.like((await service.call("GET", "/v1/users/me", { key })).json, { data: { user_id: userId } });
});

test("a session expires when it is unused for too long, and at its maximum age in any case", async (t) => {
  const { userId, cookie } = await account();
  const { idleMs, maxMs } = resources.config.session;
  t.deepEqual([idleMs, maxMs], [3 * 86_400_000, 30 * 86_400_000]);
  await change(userId, "last_seen_at = now() - interval '71 hours 59 minutes'");
  t.is((await me(cookie)).status, 200);
  await change(userId, "last_seen_at = now() - interval '72 hours 1 second'");
  refused(t, await me(cookie), "idle");
  t.is((await sessionsOf({ key: (await account()).key })).total, 1);
  await change(userId, "last_seen_at = now(), expires_at = now() + interval '1 minute'");
  t.is((await me(cookie)).status, 200);
  await change(userId, "expires_at = now() - interval '1 second'");
  refused(t, await me(cookie), "too old");
});

test("being used is noted at most once a minute, and keeps a session alive", async (t) => {
  const { userId, cookie } = await account();
  const seen = async (): Promise<number> => {
    await resources.coalesced.settled();
    const row = db.selectFrom("sessions").select("last_seen_at").where("user_id", "=", userId);
    return (await row.executeTakeFirstOrThrow()).last_seen_at.getTime();
  };
  const isNotedAfter = async (seconds: number): Promise<boolean> => {
    await change(userId, `last_seen_at = now() - interval '${seconds} seconds'`);
    const before = await seen();
    t.is((await me(cookie)).status, 200);
    return (await seen()) > before;
  };
  t.false(await isNotedAfter(0));
  t.false(await isNotedAfter(55));
  t.true(await isNotedAfter(61));
});

test("an account sees where it is signed in, and only its own", async (t) => {
  const { userId, key, cookie } = await account();
  const elsewhere = await signedIn(resources, userId, "Chrome on a telephone");
  await account();
  const answer = await service.call("GET", list, { cookie });
  const { items, total } = answer.data(z.object({ total: z.int(), items: z.array(z.record(z.string(), z.unknown())) }));
  t.is(total, 2);
  t.like(items[0], { user_agent: "Chrome on a telephone", current: false });
  t.like(items[1], { user_agent: "test", current: true });
  t.deepEqual(Object.keys(items[0] ?? {}), [
    ...["session_id", "user_agent", "created_at", "last_seen_at", "expires_at", "current"],
  ]);
  const [created, expires] = [String(items[0]?.["created_at"]), String(items[0]?.["expires_at"])].map(Date.parse);
  t.is((expires ?? 0) - (created ?? 0), 3 * 86_400_000);
  t.like(await sessionsOf({ key }), { items: [{ current: false }, { current: false }] });
  t.like(await sessionsOf(elsewhere), { items: [{ current: true }, { current: false }] });
  t.like((await service.call("GET", `${list}?page=2&limit=1`, { cookie })).json, {
    data: { total: 2, page: 2, limit: 1, has_next: false, items: [{ user_agent: "test" }] },
  });
  await change(userId, "expires_at = now()");
  t.is((await sessionsOf({ key })).total, 0, "what has ended is not shown");
});

test("one session is signed out, from the next request on", async (t) => {
  const { userId, cookie, headers } = await account();
  const other = await signedIn(resources, userId);
  const { items } = await sessionsOf({ cookie });
  const id = items.find(({ current }) => !current)?.session_id ?? "";
  const stranger = await account();
  t.is((await service.call("DELETE", `${list}/${id}`, { key: stranger.key })).status, 404);
  t.is((await me(other.cookie)).status, 200, "not by another account");
  const answer = await service.call("DELETE", `${list}/${id}`, { cookie, headers });
  t.deepEqual(answer.json, { success: true, data: { session_id: id, signed_out: true } });
  refused(t, await me(other.cookie));
  t.is((await me(cookie)).status, 200);
  const again = await service.call("DELETE", `${list}/${id}`, { cookie, headers });
  t.like(again.json, { code: "session_not_found" });
  t.is((await service.call("DELETE", `${list}/nonsense`, { cookie, headers })).status, 422);
});

test("signing out everywhere ends every session at once, and no key", async (t) => {
  const { userId, key, cookie, headers } = await account();
  const others = await Promise.all([signedIn(resources, userId), signedIn(resources, userId)]);
  const stranger = await account();
  const answer = await service.call("DELETE", list, { cookie, headers });
  t.deepEqual(answer.json, { success: true, data: { signed_out: 3 } });
  for (const one of [cookie, ...others.map((other) => other.cookie)]) refused(t, await me(one));
  t.is((await service.call("GET", "/v1/users/me", { key })).status, 200);
  t.is((await me(stranger.cookie)).status, 200);
  t.deepEqual((await service.call("DELETE", list, { key })).json, { success: true, data: { signed_out: 0 } });
});

test("a call from another site is no use of the session", async (t) => {
  const { cookie, userId } = await account();
  await change(userId, "last_seen_at = now() - interval '10 minutes'");
  const seen = () => db.selectFrom("sessions").select("last_seen_at").where("user_id", "=", userId).executeTakeFirst();
  const before = await seen();
  const headers = { origin: "https://evil.example" };
  const answer = await service.call("POST", "/v1/api-keys", { cookie, headers, json: { name: "a" } });
  t.like(answer.json, { code: "origin_mismatch" });
  await resources.coalesced.settled();
  t.deepEqual(await seen(), before);
});

test("signing out ends the session before it is answered, and can be repeated", async (t) => {
  const { cookie, headers } = await account();
  for (const origin of ["https://evil.example", undefined]) {
    const foreign = await service.call("POST", "/auth/logout", { cookie, ...(origin && { headers: { origin } }) });
    t.like(foreign.json, { code: "origin_mismatch" });
  }
  t.is((await me(cookie)).status, 200);
  for (const sent of [cookie, cookie, undefined]) {
    const answer = await service.call("POST", "/auth/logout", { cookie: sent, headers });
    t.deepEqual(answer.json, { success: true, data: { signed_out: true, provider_sign_out_url: null } });
    t.regex(answer.headers.get("set-cookie") ?? "", /^__Host-speech_session=; Path=\/; Max-Age=0; HttpOnly; Secure/);
    t.is(answer.headers.get("cache-control"), "no-store");
  }
  refused(t, await me(cookie));
  t.is((await service.call("GET", "/auth/logout", { cookie })).status, 405);
});

test("the sessions of a closed account are refused", async (t) => {
  const { userId, cookie } = await account();
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  refused(t, await me(cookie));
});

test.serial("ended sessions are swept away, live ones stay", async (t) => {
  const [idle, old, live] = [await account(), await account(), await account()];
  await change(idle.userId, "last_seen_at = now() - interval '73 hours'");
  await change(old.userId, "expires_at = now() - interval '1 second'");
  await sweepSessions(resources, resources.config.session);
  const left = await db.selectFrom("sessions").select("user_id").execute();
  const users = new Set(left.map(({ user_id }) => user_id));
  t.deepEqual(
    [idle, old, live].map(({ userId }) => users.has(userId)),
    [false, false, true],
  );
});

test("no row holds the secret of a session", async (t) => {
  const { cookie, userId } = await account();
  const token = cookie.slice(cookie.indexOf("=") + 1);
  const { rows } = await sql<{ row: string }>`select s::text as row from sessions s where user_id = ${userId}`.execute(
    db,
  );
  t.is(rows.length, 1);
  t.false(rows[0]?.row.includes(token));
  t.false(rows[0]?.row.includes(Buffer.from(token, "base64url").toString("hex")));
});
