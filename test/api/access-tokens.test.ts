import { createHmac, createPublicKey, KeyObject, randomUUID, sign } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { openIdentityProvider } from "#src/providers/identity/identity-provider.ts";
import { audience, clientId, seconds, startIssuer } from "#test/support/issuer.ts";
import { startService } from "#test/support/service.ts";

const issuer = await startIssuer();
const stranger = await startIssuer();
const service = await startService({ env: issuer.env });
const { db, config, log } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});

const me = (token: string, scheme = "Bearer") =>
  service.call("GET", "/v1/users/me", { headers: { authorization: `${scheme} ${token}` } });

async function refused(t: ExecutionContext, token: string, why: string): Promise<void> {
  const answer = await me(token);
  t.is(answer.status, 401, why);
  t.is(answer.headers.get("www-authenticate"), "Bearer");
  t.deepEqual(
    answer.json,
    {
      success: false,
      detail: "The session is not valid. Sign in again.",
      code: "invalid_session",
      docs_url: `${service.resources.config.publicUrl}/docs/errors#invalid_session`,
      request_id: answer.headers.get("x-request-id"),
    },
    why,
  );
}

async function accepted(t: ExecutionContext, token: string, why = ""): Promise<void> {
  t.is((await me(token)).status, 200, why);
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const accounts = async (): Promise<number> => {
  const row = db.selectFrom("users").select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await row.executeTakeFirstOrThrow()).count);
};

test.serial("nothing that is wrong with a token lets it pass, and none makes an account", async (t) => {
  const before = await accounts();
  const good = await issuer.accessToken();
  const [header = "", payload = "", signature = ""] = good.split(".");
  const { rsa } = issuer.keys;
  const pem = createPublicKey({ key: rsa.publicJwk, format: "jwk" }).export({ type: "spki", format: "pem" });
  const symmetric = `${part({ alg: "HS256", kid: rsa.kid, typ: "at+jwt" })}.${payload}`;
  const macOf = (key: string | Buffer) => createHmac("sha256", key).update(symmetric).digest("base64url");
  const another = `${part({ alg: "RS512", kid: rsa.kid, typ: "at+jwt" })}.${payload}`;
  const byAnother = sign("sha512", Buffer.from(another), KeyObject.from(rsa.privateKey)).toString("base64url");
  const claims = { iss: issuer.url, sub: "a", aud: audience, iat: seconds(), exp: seconds() + 300 };
  const bad: Readonly<Record<string, string>> = {
    "alg none": `${part({ alg: "none", typ: "at+jwt" })}.${payload}.`,
    "alg none, signed": `${part({ alg: "none", typ: "at+jwt" })}.${payload}.${signature}`,
    "alg None": `${part({ alg: "None", typ: "at+jwt" })}.${payload}.`,
    "no alg": `${part({ typ: "at+jwt" })}.${payload}.${signature}`,
    "HS256 with the public key": `${symmetric}.${macOf(pem)}`,
    "HS256 with the modulus": `${symmetric}.${macOf(Buffer.from(rsa.publicJwk.n ?? "", "base64url"))}`,
    "HS256 with the client's secret": `${symmetric}.${macOf(config.oidc?.clientSecret ?? "")}`,
    "RS512, which is not an accepted algorithm": `${another}.${byAnother}`,
    "no signature": `${header}.${payload}.`,
    "another payload": `${header}.${part({ ...claims, sub: "admin" })}.${signature}`,
    "a flipped signature": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "a key in its own header": await issuer.accessToken(
      {},
      { key: stranger.keys.rsa, header: { jwk: stranger.keys.rsa.publicJwk } },
    ),
    "keys at its own address": await issuer.accessToken(
      {},
      { key: stranger.keys.rsa, header: { jku: `${stranger.url}/jwks` } },
    ),
    "another one's key under our key's name": await issuer.accessToken(
      {},
      { key: stranger.keys.rsa, header: { kid: rsa.kid } },
    ),
    "another algorithm than the key's": await issuer.accessToken({}, { header: { kid: issuer.keys.ec.kid } }),
    "a critical header": await issuer.sign(claims, { header: { crit: ["strange"], strange: 1 } }),
    "a part that is not JSON": `${header}.${Buffer.from("{").toString("base64url")}.${signature}`,
    "nothing in it": "eyJ..",
    "another issuer": await issuer.accessToken({ iss: stranger.url }),
    "another issuer's": await stranger.accessToken(),
    "no issuer": await issuer.accessToken({ iss: undefined }),
    "another audience": await issuer.accessToken({ aud: "https://elsewhere.example.com" }),
    "the client as its audience": await issuer.accessToken({ aud: clientId }),
    "other audiences": await issuer.accessToken({ aud: [clientId, `${audience}/`] }),
    "no audience": await issuer.accessToken({ aud: undefined }),
    expired: await issuer.accessToken({ exp: seconds() - 6 }),
    "no expiry": await issuer.accessToken({ exp: undefined }),
    "not yet valid": await issuer.accessToken({ nbf: seconds() + 60 }),
    "nobody's": await issuer.accessToken({ sub: undefined }),
    "an empty subject": await issuer.accessToken({ sub: "" }),
    "NUL in its subject": await issuer.accessToken({ sub: "a\0b" }),
    "a long subject": await issuer.accessToken({ sub: "a".repeat(256) }),
    oversized: await issuer.accessToken({ padding: "a".repeat(8 * 1024) }),
    "an ID token": await issuer.sign({ ...claims, aud: clientId }, { header: { typ: "JWT" } }),
    "an ID token for us": await issuer.accessToken({ nonce: "n" }, { header: { typ: "JWT" } }),
    "an ID token by its at_hash": await issuer.accessToken({ at_hash: "h" }),
    "an ID token by its c_hash": await issuer.accessToken({ c_hash: "h" }),
    "a logout token": await issuer.accessToken({}, { header: { typ: "logout+jwt" } }),
    "an unknown key": await issuer.accessToken({}, { header: { kid: randomUUID() } }),
  };
  for (const [why, token] of Object.entries(bad)) await refused(t, token, why);
  t.is(await accounts(), before);
  await accepted(t, good, "and the good one passes");
  t.is(await accounts(), before + 1);
});

test("a token that is no access token at all is a wrong key", async (t) => {
  for (const token of ["eyJ", "eyJ.a", "eyJ.a.b.c", "eyJ.a.b+c", "a.b.c"]) {
    t.like((await me(token)).json, { code: "invalid_api_key" }, token);
  }
  const token = await issuer.accessToken();
  t.like((await service.call("GET", "/v1/users/me", { key: token })).json, { code: "invalid_api_key" });
});

test("RS256, ES256 and EdDSA are taken, by any kind of access token", async (t) => {
  for (const key of Object.values(issuer.keys)) {
    for (const typ of ["at+jwt", "application/at+jwt", "AT+JWT", "JWT", undefined]) {
      await accepted(t, await issuer.accessToken({}, { key, header: { typ } }), `${key.alg} ${typ}`);
    }
  }
  const token = await issuer.accessToken({ aud: [clientId, audience] });
  await accepted(t, token, "one audience of several");
  t.is((await me(token, "bEARER")).status, 200, "the scheme in any case");
});

test("clocks may differ by five seconds", async (t) => {
  await accepted(t, await issuer.accessToken({ nbf: seconds() + 4 }));
  await accepted(t, await issuer.accessToken({ exp: seconds() - 2 }));
  await refused(t, await issuer.accessToken({ nbf: seconds() + 15 }), "nbf");
  await refused(t, await issuer.accessToken({ exp: seconds() - 6 }), "exp");
});

test("a subject never seen gets its account at once, and the next call finds it", async (t) => {
  const sub = randomUUID();
  const claims = { sub, email: "ann@example.com", name: "Ann Lee", preferred_username: "ann" };
  const first = await me(await issuer.accessToken(claims));
  t.like(first.json, { data: { email: "ann@example.com", name: "Ann Lee", username: "ann", role: "user" } });
  const second = await me(await issuer.accessToken({ sub }));
  t.deepEqual(second.json, first.json);
});

test("fifty first calls of one subject at once make one account", async (t) => {
  const sub = randomUUID();
  const token = await issuer.accessToken({ sub, email: `${sub}@example.com` });
  const answers = await Promise.all(Array.from({ length: 50 }, () => me(token)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is((await db.selectFrom("users").select("id").where("oidc_subject", "=", sub).execute()).length, 1);
});

test("the token of a closed account is refused", async (t) => {
  const sub = randomUUID();
  const token = await issuer.accessToken({ sub });
  await accepted(t, token);
  await db.updateTable("users").set({ closed_at: new Date() }).where("oidc_subject", "=", sub).execute();
  await refused(t, token, "closed");
});

test("a call with a token counts as a call of the web, without an Origin", async (t) => {
  const token = await issuer.accessToken();
  const headers = { authorization: `Bearer ${token}` };
  const made = await service.call("POST", "/v1/api-keys", { json: { name: "first" }, headers });
  t.is(made.status, 201);
  t.is((await me(token)).status, 200);
});

test("a token beside a key is refused, and a request with a token ignores cookies", async (t) => {
  const token = await issuer.accessToken();
  const { key } = await service.account();
  const headers = { authorization: `Bearer ${token}` };
  t.like((await service.call("GET", "/v1/users/me", { key, headers })).json, { code: "invalid_api_key" });
  const cookie = "__Host-speech_session=nonsense";
  t.is((await service.call("GET", "/v1/users/me", { cookie, headers })).status, 200);
});

test.serial("tokens with unknown keys do not make us ask the provider again and again", async (t) => {
  await accepted(t, await issuer.accessToken());
  const before = issuer.asked.get("/jwks") ?? 0;
  const strange = Array.from({ length: 50 }, () => issuer.accessToken({}, { header: { kid: randomUUID() } }));
  for (const answer of await Promise.all((await Promise.all(strange)).map((token) => me(token)))) {
    t.is(answer.status, 401);
  }
  t.true((issuer.asked.get("/jwks") ?? 0) - before <= 1);
});

test.serial("a key that the provider has added is found", async (t) => {
  const { oidc, publicUrl } = config;
  if (oidc === null) return t.fail();
  const provider = openIdentityProvider({ oidc, publicUrl, log, keysCooldownMs: 0 });
  await provider.verifyAccessToken(await issuer.accessToken());
  const key = await issuer.addKey("ES256");
  const token = await issuer.accessToken({ sub: "new" }, { key });
  t.is((await provider.verifyAccessToken(token)).subject, "new");
});

test.serial("a provider that does not answer is our trouble, not the caller's, and heals by itself", async (t) => {
  const far = await startIssuer();
  await using near = await startService({ env: far.env });
  t.teardown(() => far[Symbol.asyncDispose]());
  const token = await far.accessToken();
  const call = () => near.call("GET", "/v1/users/me", { headers: { authorization: `Bearer ${token}` } });
  far.away = true;
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, call));
  for (const { status, json, headers } of answers) {
    t.is(status, 503);
    t.like(json, { code: "unavailable" });
    t.truthy(headers.get("retry-after"));
  }
  t.true(performance.now() - started < 5_000);
  t.true([...far.asked.values()].reduce((sum, count) => sum + count, 0) <= 3, "it is not overrun");
  far.away = false;
  const deadline = performance.now() + 30_000;
  let healed = await call();
  while (healed.status !== 200 && performance.now() < deadline) healed = await call();
  t.is(healed.status, 200);
  far.away = true;
  t.is((await call()).status, 200, "what is known needs no provider");
});

test("no table keeps a token", async (t) => {
  const token = await issuer.accessToken();
  await accepted(t, token);
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    t.false(
      rows.some(({ row }) => row.includes(token.split(".")[2] ?? "?")),
      name,
    );
  }
});
