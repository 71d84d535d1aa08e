import { createHash, randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { sweepSessions } from "#src/domain/sessions/sweep-sessions.ts";
import type { Answer } from "#harness/clients/client.ts";
import { clientId, type Claims, seconds, startIssuer } from "#test/support/issuer.ts";
import { startService } from "#test/support/service.ts";

const issuer = await startIssuer();
const service = await startService({ env: { ...issuer.env, ADMIN_EMAILS: "Root@example.com" } });
const unconfigured = await startService();
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await unconfigured[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const signInName = "__Host-speech_signin";
const sessionName = "__Host-speech_session";

const cookiesOf = ({ headers }: Answer): ReadonlyMap<string, string> =>
  new Map(headers.getSetCookie().map((cookie) => [/^[^=]*/.exec(cookie)?.[0] ?? "", cookie]));

const cookieOf = (answer: Answer, name: string): string => cookiesOf(answer).get(name)?.split(";", 1)[0] ?? "";

/** A browser at the provider: where it is, and the cookie that it holds. */
async function begin(returnTo?: string): Promise<{ url: string; cookie: string }> {
  const query = returnTo === undefined ? "" : `?return_to=${encodeURIComponent(returnTo)}`;
  const answer = await service.call("GET", `/auth/login${query}`);
  return { url: answer.headers.get("location") ?? "", cookie: cookieOf(answer, signInName) };
}

const person = (more: Claims = {}): Claims => ({ sub: randomUUID(), email: "ann@example.com", ...more });

const comeBack = (query: URLSearchParams | string, cookie?: string, headers = {}) =>
  service.call("GET", `/auth/callback?${query.toString()}`, { cookie, headers });

/** Signs in and follows all the way. */
async function signIn(claims: Claims = person(), more = ""): Promise<{ answer: Answer; session: string }> {
  const { url, cookie } = await begin();
  const answer = await comeBack(issuer.approve(url, claims), `${cookie}${more}`);
  return { answer, session: cookieOf(answer, sessionName) };
}

const me = (cookie: string) => service.call("GET", "/v1/users/me", { cookie });
const sessions = async (): Promise<number> => (await db.selectFrom("sessions").select("id").execute()).length;
const accounts = async (): Promise<number> => (await db.selectFrom("users").select("id").execute()).length;

async function failed(t: ExecutionContext, answer: Answer, why: string): Promise<void> {
  t.is(answer.status, 400, why);
  t.like(answer.json, { success: false, code: "sign_in_failed" }, why);
  t.deepEqual([...cookiesOf(answer)], [], why);
  t.is(answer.headers.get("cache-control"), "no-store");
}

test.serial("who creates an account is led to the page for that only where the provider lists it", async (t) => {
  const answer = await service.call("GET", "/auth/login?prompt=create");
  t.is(answer.status, 302);
  t.is(new URL(answer.headers.get("location") ?? "").searchParams.get("prompt"), null);
  t.is((await service.call("GET", "/auth/login?prompt=none")).status, 422);
});

test.serial("signing in leads to the provider with PKCE, state and nonce, and ties them to the browser", async (t) => {
  const answer = await service.call("GET", "/auth/login");
  t.is(answer.status, 302);
  t.is(answer.headers.get("cache-control"), "no-store");
  const url = new URL(answer.headers.get("location") ?? "");
  t.is(`${url.origin}${url.pathname}`, `${issuer.url}/authorize`);
  const query = Object.fromEntries(url.searchParams);
  t.like(query, {
    client_id: clientId,
    response_type: "code",
    scope: "openid profile email",
    redirect_uri: "http://127.0.0.1:8080/auth/callback",
    code_challenge_method: "S256",
  });
  for (const name of ["state", "nonce", "code_challenge"]) t.regex(query[name] ?? "", /^[\w-]{43}$/, name);
  t.regex(
    cookiesOf(answer).get(signInName) ?? "",
    /^__Host-speech_signin=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
  );
  const again = new URL((await begin()).url);
  for (const name of ["state", "nonce", "code_challenge"]) t.not(again.searchParams.get(name), query[name]);
});

test.serial("the browser that started signing in is signed in, and no other", async (t) => {
  await db.deleteFrom("sign_ins").execute();
  const claims = person({ name: "Ann Lee", preferred_username: "ann", email_verified: true });
  const { answer, session } = await signIn(claims);
  t.is(answer.status, 302, answer.bytes.toString());
  t.is(answer.headers.get("location"), "http://127.0.0.1:8080/");
  t.is(answer.headers.get("cache-control"), "no-store");
  const cookies = cookiesOf(answer);
  t.regex(
    cookies.get(sessionName) ?? "",
    /^__Host-speech_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
  );
  t.regex(cookies.get(signInName) ?? "", /^__Host-speech_signin=; Path=\/; Max-Age=0;/);
  const profile = await me(session);
  t.like(profile.json, {
    data: { name: "Ann Lee", email: "ann@example.com", username: "ann", role: "user" },
  });
  const token = session.slice(sessionName.length + 1);
  const row = await db.selectFrom("sessions").selectAll().orderBy("created_at", "desc").executeTakeFirstOrThrow();
  t.deepEqual(row.token_sha256, createHash("sha256").update(token).digest());
  t.deepEqual(await db.selectFrom("sign_ins").select("state").execute(), [], "the attempt is used up");
});

test.serial("the first visit makes the account, the next one finds it and brings it up to date", async (t) => {
  const sub = randomUUID();
  const first = await signIn({ sub, email: "bo@example.com", name: "Bo" });
  const second = await signIn({ sub, email: "bo@example.org", name: "Bo Ek", preferred_username: "boek" });
  const [before, after] = [(await me(first.session)).json, (await me(second.session)).json];
  t.deepEqual(before, after);
  t.like(after, { data: { email: "bo@example.org", name: "Bo Ek", username: "boek" } });
});

test.serial("a visitor by another host name is redirected to the one of the cookies", async (t) => {
  const { port } = new URL(service.baseUrl);
  const answer = await fetch(`http://localhost:${port}/auth/login?return_to=${encodeURIComponent("/a?b=c")}`, {
    redirect: "manual",
  });
  t.is(answer.status, 302);
  t.is(answer.headers.get("location"), "http://127.0.0.1:8080/auth/login?return_to=%2Fa%3Fb%3Dc");
  t.is(answer.headers.get("set-cookie"), null);
});

test.serial("sign-in returns to the requested path, and only to a path of this host", async (t) => {
  for (const path of ["/", "/keys", "/a/b?c=d&e=/f#g", "/%2f/x"]) {
    const { url, cookie } = await begin(path);
    const answer = await comeBack(issuer.approve(url, person()), cookie);
    t.is(answer.headers.get("location"), `http://127.0.0.1:8080${path}`);
  }
  for (const path of [
    ...["", "keys", "//evil.example", "/\\evil.example", "\\\\evil.example", "/a\\b", "/\t/evil.example"],
    ...["https://evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: a=b", "/a b", "/é", "/\0", " /a"],
    `/${"a".repeat(2_000)}`,
  ]) {
    const answer = await service.call("GET", `/auth/login?return_to=${encodeURIComponent(path)}`);
    t.is(answer.status, 422, path);
    t.is(answer.headers.get("location"), null);
    t.is(answer.headers.get("set-cookie"), null);
  }
});

test.serial("an answer to another browser's attempt is refused and changes nothing", async (t) => {
  const [one, other] = [await begin(), await begin()];
  const good = issuer.approve(one.url, person());
  const without = (name: string) => new URLSearchParams([...good].filter(([key]) => key !== name));
  const withOther = (name: string, value: string) =>
    new URLSearchParams({ ...Object.fromEntries(good), [name]: value });
  const before = [await sessions(), await accounts()];
  await failed(t, await comeBack(without("state"), one.cookie), "no state");
  await failed(t, await comeBack(withOther("state", "guess"), one.cookie), "a wrong state");
  await failed(
    t,
    await comeBack(withOther("state", new URL(other.url).searchParams.get("state") ?? ""), one.cookie),
    "a foreign state",
  );
  await failed(t, await comeBack(`${good.toString()}&state=${good.get("state")}`, one.cookie), "two states");
  await failed(t, await comeBack(good), "no cookie");
  await failed(t, await comeBack(good, other.cookie), "a foreign cookie");
  await failed(t, await comeBack(good, `${signInName}=`), "an empty cookie");
  await failed(t, await comeBack(good, `${one.cookie}; ${other.cookie}`), "two cookies");
  await failed(t, await comeBack(good, `${one.cookie}; ${one.cookie}`), "the cookie twice");
  await failed(t, await comeBack("", one.cookie), "nothing");
  t.deepEqual([await sessions(), await accounts()], before);
  t.is((await comeBack(good, one.cookie)).status, 302, "and the attempt is still good");
  await failed(t, await comeBack(good, one.cookie), "the second time");
});

test.serial("an answer that the provider does not confirm is refused", async (t) => {
  const attempt = async (why: string, query: (url: string) => URLSearchParams | string) => {
    const { url, cookie } = await begin();
    await failed(t, await comeBack(query(url), cookie), why);
  };
  const state = (url: string): string => new URL(url).searchParams.get("state") ?? "";
  const before = [await sessions(), await accounts()];
  await attempt("no code", (url) => `state=${state(url)}`);
  await attempt("an unknown code", (url) => `code=guess&state=${state(url)}`);
  await attempt("refused", (url) => `error=access_denied&state=${state(url)}`);
  const stolen = await begin();
  const foreignCode = issuer.approve(stolen.url, person()).get("code") ?? "";
  await attempt("the code of another browser", (url) => `code=${foreignCode}&state=${state(url)}`);
  await attempt(
    "another issuer's answer",
    (url) => `${issuer.approve(url, person()).toString()}&iss=https://a.example`,
  );
  const forgeries: Readonly<Record<string, Claims>> = {
    "a foreign nonce": { nonce: "another" },
    "no nonce": { nonce: undefined },
    "another issuer": { iss: "https://elsewhere.example.com" },
    "another client": { aud: "another" },
    "an expired token": { exp: seconds() - 60 },
    "no expiry": { exp: undefined },
    nobody: { sub: undefined },
    "NUL in the subject": { sub: "a\0" },
  };
  for (const [why, forged] of Object.entries(forgeries)) {
    issuer.forge = (claims) => ({ ...claims, ...forged });
    await attempt(why, (url) => issuer.approve(url, person()));
  }
  issuer.forge = (claims) => claims;
  t.deepEqual([await sessions(), await accounts()], before);
});

test.serial("an ID token signed by another key is refused", async (t) => {
  const { url, cookie } = await begin();
  const { sign } = issuer;
  const stranger = await startIssuer();
  issuer.sign = (claims, options) => stranger.sign(claims, { ...options, header: { kid: issuer.keys.rsa.kid } });
  const answer = await comeBack(issuer.approve(url, person()), cookie);
  issuer.sign = sign;
  await stranger[Symbol.asyncDispose]();
  await failed(t, answer, "signed with an unknown key");
});

test.serial("an attempt is good for ten minutes", async (t) => {
  const ages = async (minutes: number): Promise<Answer> => {
    const { url, cookie } = await begin();
    const digest = createHash("sha256")
      .update(cookie.slice(signInName.length + 1))
      .digest();
    await sql`update sign_ins set created_at = now() - ${`${minutes} minutes`}::interval
      where token_sha256 = ${digest}`.execute(db);
    return comeBack(issuer.approve(url, person()), cookie);
  };
  t.is((await ages(9.8)).status, 302);
  await failed(t, await ages(10.1), "too late");
});

test.serial("the e-mail is read from userinfo when the ID token has none", async (t) => {
  const sub = randomUUID();
  issuer.userInfo = { sub, email: "root@EXAMPLE.com", email_verified: true, name: "Root" };
  const known = await signIn({ sub });
  t.like((await me(known.session)).json, { data: { email: "root@EXAMPLE.com", name: "Root", role: "admin" } });
  issuer.userInfo = null;
  const unknown = await signIn({ sub: "just-a-subject" });
  t.like((await me(unknown.session)).json, { data: { email: "", name: "just-a-subject", username: "just-a-subject" } });
  issuer.userInfo = { sub: "somebody else", email: "root@example.com", email_verified: true };
  const { url, cookie } = await begin();
  await failed(t, await comeBack(issuer.approve(url, { sub: randomUUID() }), cookie), "userinfo of another person");
  issuer.userInfo = { sub: "mixed", email: "root@example.com" };
  const mixed = await signIn({ sub: "mixed", email_verified: true });
  t.like((await me(mixed.session)).json, { data: { role: "user" } }, "verified is said of the e-mail beside it only");
  issuer.userInfo = null;
});

test.serial("signing in ends the session that the browser had, and gives it another secret", async (t) => {
  const claims = person();
  const first = await signIn(claims);
  const second = await signIn(claims, `; ${first.session}`);
  t.not(first.session, second.session);
  t.is((await me(first.session)).status, 401);
  t.is((await me(second.session)).status, 200);
  const third = await signIn(claims);
  t.is((await me(second.session)).status, 200, "another browser is another session");
  t.is((await me(third.session)).status, 200);
});

test.serial("a session planted before sign-in is not the one that is signed in", async (t) => {
  const planted = `${sessionName}=${"a".repeat(43)}`;
  const { session } = await signIn(person(), `; ${planted}`);
  t.not(session, planted);
  t.is((await me(planted)).status, 401);
});

test.serial("who has been erased does not come back", async (t) => {
  const claims = person();
  await signIn(claims);
  await db
    .updateTable("users")
    .set({ closed_at: new Date() })
    .where("oidc_subject", "=", String(claims["sub"]))
    .execute();
  const { url, cookie } = await begin();
  await failed(t, await comeBack(issuer.approve(url, claims), cookie), "closed");
});

test.serial("a browser gets a page with the reason and a way to start again, a program gets JSON", async (t) => {
  const { url, cookie } = await begin();
  const page = await comeBack(issuer.approve(url, person()), undefined, html);
  t.is(page.status, 400);
  t.regex(page.headers.get("content-type") ?? "", /^text\/html/);
  t.regex(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  t.regex(page.bytes.toString(), /Sign-in failed\. Start again\./);
  t.regex(page.bytes.toString(), /href="\/auth\/login\?return_to=\/account"/);
  t.is((await comeBack("", cookie, { accept: "*/*" })).json === undefined, false);
  t.is((await comeBack("", cookie, { accept: "application/json, text/html;q=0.9" })).json === undefined, false);
  const nowhere = await unconfigured.call("GET", "/auth/login", { headers: html });
  t.is(nowhere.status, 503);
  t.regex(nowhere.bytes.toString(), /Sign-in is not configured\./);
  const wrong = await service.call("GET", "/auth/login?return_to=x", { headers: html });
  t.is(wrong.status, 422);
  t.regex(wrong.headers.get("content-type") ?? "", /^text\/html/);
});

test.serial("without a provider sign-in is refused with the reason", async (t) => {
  for (const path of ["/auth/login", "/auth/callback?code=a&state=b"]) {
    const answer = await unconfigured.call("GET", path);
    t.is(answer.status, 503);
    t.like(answer.json, { code: "sign_in_not_configured" });
  }
  const token = await issuer.accessToken();
  const headers = { authorization: `Bearer ${token}` };
  t.like((await unconfigured.call("GET", "/v1/users/me", { headers })).json, { code: "invalid_session" });
});

test.serial("where the cookies would be lost, signing in says that it needs https", async (t) => {
  await using plain = await startService({ env: { ...issuer.env, PUBLIC_URL: "http://speech.example.com" } });
  for (const path of ["/auth/login", "/auth/callback?code=a&state=b"]) {
    const answer = await plain.call("GET", path);
    t.is(answer.status, 403);
    t.like(answer.json, { code: "https_required" });
  }
  await using secure = await startService({ env: { ...issuer.env, PUBLIC_URL: "https://speech.example.com/" } });
  const answer = await secure.call("GET", "/auth/login");
  t.is(answer.status, 302);
  const redirect = new URL(answer.headers.get("location") ?? "").searchParams.get("redirect_uri");
  t.is(redirect, "https://speech.example.com/auth/callback");
});

test.serial("a provider that is unavailable is said to be, and the next attempt works", async (t) => {
  const { url, cookie } = await begin();
  const good = issuer.approve(url, person());
  issuer.away = true;
  const answer = await comeBack(good, cookie);
  issuer.away = false;
  t.is(answer.status, 503);
  t.like(answer.json, { code: "unavailable" });
  t.is((await signIn()).answer.status, 302);
});

test.serial("expired sign-in attempts are deleted, active sessions stay", async (t) => {
  const { session } = await signIn();
  const open = await begin();
  await sql`update sign_ins set created_at = now() - interval '11 minutes'`.execute(db);
  const fresh = await begin();
  await sweepSessions(service.resources, service.resources.config.session);
  t.is((await db.selectFrom("sign_ins").select("state").execute()).length, 1);
  await failed(t, await comeBack(issuer.approve(open.url, person()), open.cookie), "swept");
  t.is((await comeBack(issuer.approve(fresh.url, person()), fresh.cookie)).status, 302);
  t.is((await me(session)).status, 200);
});
