import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { sweepSessions } from "#src/domain/sessions/sweep-sessions.ts";
import { newKey } from "#harness/service/account.ts";
import type { Answer } from "#harness/clients/client.ts";
import { signedIn } from "#harness/clients/session.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { payloads } from "#test/support/payloads.ts";
import { startService, type TestService } from "#test/support/service.ts";

const issuer = await startIssuer();
const service = await startService({ env: issuer.env });
const { db } = service.resources;
const owner = await service.account();
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const started = z.object({
  ...{ device_code: z.string(), user_code: z.string().regex(/^[B-Z]{4}-[B-Z]{4}$/), verification_uri: z.string() },
  ...{ verification_uri_complete: z.string(), expires_in: z.literal(600), interval: z.literal(5) },
});
const key = z.object({ key: z.string(), name: z.string(), scopes: z.array(z.string()), api_key_id: z.string() });

const path = "/v1/device-authorizations";
const start = async (json: object = {}, at: TestService = service) =>
  (await at.call("POST", path, { json: { client_name: "speech on laptop", ...json } })).data(started);
const redeem = (code: string, at: TestService = service) =>
  at.call("POST", `${path}/redeem`, { json: { device_code: code } });
const decide = (code: string, decision: "approve" | "deny", by = owner.key) =>
  service.call("POST", `${path}/${code}/${decision}`, { key: by });
const letTimePass = (seconds: number) =>
  sql`update device_authorizations set created_at = created_at - make_interval(secs => ${seconds}),
      polled_at = polled_at - make_interval(secs => ${seconds})`.execute(db);

function refused(t: ExecutionContext, { status, json }: Answer, [expected, code]: readonly [number, string]): void {
  t.is(status, expected);
  t.like(json, { code });
}

test.serial("a program gets one key of the account that approves it, with the scopes that it asked for", async (t) => {
  const asked = await start({ scopes: ["usage", "speech"] });
  t.is(asked.verification_uri_complete, `${asked.verification_uri}?code=${asked.user_code}`);
  refused(t, await redeem(asked.device_code), [400, "authorization_pending"]);
  const { cookie, headers } = await signedIn(service.resources, owner.userId);
  const seen = await service.call("GET", `${path}/${asked.user_code}`, { cookie });
  t.like(seen.data(z.looseObject({})), {
    client_name: "speech on laptop",
    scopes: ["usage", "speech"],
    status: "pending",
  });
  const approved = await service.call("POST", `${path}/${asked.user_code}/approve`, { cookie, headers });
  t.like(approved.data(z.looseObject({})), { status: "approved" });
  const made = (await redeem(asked.device_code)).data(key);
  t.like(made, { name: "speech on laptop", scopes: ["speech", "usage"] });
  t.is((await service.call("GET", "/v1/usage", { key: made.key })).status, 200);
  t.is((await service.call("GET", "/v1/api-keys", { key: made.key })).status, 403);
  refused(t, await redeem(asked.device_code), [400, "expired_token"]);
  refused(t, await service.call("GET", `${path}/${asked.user_code}`, { cookie }), [404, "user_code_not_found"]);
});

test.serial("redeeming sooner than `interval` is answered with `slow_down`", async (t) => {
  const { device_code: code } = await start();
  refused(t, await redeem(code), [400, "authorization_pending"]);
  refused(t, await redeem(code), [400, "slow_down"]);
  await letTimePass(5);
  refused(t, await redeem(code), [400, "authorization_pending"]);
});

test.serial("what was denied stays denied, and what was approved cannot be decided again", async (t) => {
  const denied = await start();
  t.is((await decide(denied.user_code, "deny")).status, 200);
  refused(t, await redeem(denied.device_code), [400, "access_denied"]);
  refused(t, await decide(denied.user_code, "approve"), [409, "invalid_transition"]);
  const approved = await start();
  t.is((await decide(approved.user_code, "approve")).status, 200);
  refused(t, await decide(approved.user_code, "deny"), [409, "invalid_transition"]);
  refused(t, await decide(approved.user_code, "approve", (await service.account()).key), [409, "invalid_transition"]);
  t.is((await redeem(approved.device_code)).status, 201);
});

test.serial("20 parallel calls with an approved code make one key", async (t) => {
  const { device_code: code, user_code: userCode } = await start();
  await decide(userCode, "approve");
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers) if (answer.status !== 201) refused(t, answer, [400, "expired_token"]);
});

test.serial(
  "the code of a person is taken in any case and without its hyphen, and a guess finds nothing",
  async (t) => {
    const { user_code: code } = await start();
    const typed = code.toLowerCase().replace("-", "");
    t.is((await service.call("GET", `${path}/${typed}`, { key: owner.key })).status, 200);
    for (const guess of ["BBBB-BBBB", "x", "%25", "' or 1=1", "redeem-it"]) {
      const answer = await service.call("GET", `${path}/${encodeURIComponent(guess)}`, { key: owner.key });
      refused(t, answer, [404, "user_code_not_found"]);
      refused(t, await decide(encodeURIComponent(guess), "approve"), [404, "user_code_not_found"]);
    }
    for (const guess of ["x", "' or 1=1", "A".repeat(43)]) refused(t, await redeem(guess), [400, "expired_token"]);
  },
);

test.serial("a code works for ten minutes, and is swept then", async (t) => {
  const asked = await start();
  await letTimePass(601);
  refused(t, await redeem(asked.device_code), [400, "expired_token"]);
  refused(t, await decide(asked.user_code, "approve"), [404, "user_code_not_found"]);
  await sweepSessions(service.resources, service.resources.config.session);
  const left = await db.selectFrom("device_authorizations").select("user_code").execute();
  t.false(left.some((row) => row.user_code === asked.user_code));
});

test.serial("a key approves no more than it may do itself, and what it has approved ends with it", async (t) => {
  const asked = await start({ scopes: ["speech", "voices"] });
  const weak = await newKey(service.resources, owner.userId, ["keys", "speech"]);
  refused(t, await decide(asked.user_code, "approve", weak), [403, "insufficient_scope"]);
  const json = { name: "limited", monthly_credit_limit: 1 };
  const limited = (await service.call("POST", "/v1/api-keys", { key: owner.key, json })).data(key);
  refused(t, await decide(asked.user_code, "approve", limited.key), [403, "forbidden"]);
  const parent = (await service.call("POST", "/v1/api-keys", { key: owner.key, json: { name: "parent" } })).data(key);
  t.is((await decide(asked.user_code, "approve", parent.key)).status, 200);
  await service.call("DELETE", `/v1/api-keys/${parent.api_key_id}`, { key: owner.key });
  refused(t, await redeem(asked.device_code), [400, "access_denied"]);
});

test.serial("an account that is closed meanwhile gives no key", async (t) => {
  const gone = await service.account();
  const asked = await start();
  await decide(asked.user_code, "approve", gone.key);
  await db.transaction().execute((trx) => eraseAccount(trx, gone.userId));
  refused(t, await redeem(asked.device_code), [400, "expired_token"]);
});

test.serial("what a program cannot ask for is refused before anything is kept", async (t) => {
  const count = async () => (await db.selectFrom("device_authorizations").select("user_code").execute()).length;
  const before = await count();
  const wrong = [
    ...[{}, { client_name: "" }, { client_name: "a".repeat(101) }, { client_name: "a\0" }, { client_name: 7 }, null],
    ...[["admin"], [], "speech", ["speech", null]].map((scopes) => ({ client_name: "a", scopes })),
  ];
  for (const json of wrong) t.is((await service.call("POST", path, { json })).status, 422, JSON.stringify(json));
  for (const json of [{}, { device_code: "" }, { device_code: "a\0" }, { device_code: ["a"] }])
    t.is((await service.call("POST", `${path}/redeem`, { json })).status, 422, JSON.stringify(json));
  t.is(await count(), before);
  for (const client_name of payloads.filter((one) => displayName(one) === one)) {
    const { user_code: code } = await start({ client_name: client_name.slice(0, 100) });
    const seen = await service.call("GET", `${path}/${code}`, { key: owner.key });
    t.like(seen.data(z.looseObject({})), { client_name: client_name.slice(0, 100) });
  }
});

test("too many programs of one address are refused, and a full account gives no key until there is room", async (t) => {
  await using small = await startService({ env: { ...issuer.env, SIGN_INS_PER_MINUTE: "2", API_KEYS_MAX: "2" } });
  const account = await small.account();
  const asked = await start({}, small);
  t.is((await small.call("POST", path, { json: { client_name: "b" } })).status, 201);
  refused(t, await small.call("POST", path, { json: { client_name: "c" } }), [429, "rate_limited"]);
  const spare = (await small.call("POST", "/v1/api-keys", { key: account.key, json: { name: "spare" } })).data(key);
  await small.call("POST", `${path}/${asked.user_code}/approve`, { key: account.key });
  refused(t, await redeem(asked.device_code, small), [409, "api_key_limit"]);
  await small.call("DELETE", `/v1/api-keys/${spare.api_key_id}`, { key: account.key });
  t.is((await redeem(asked.device_code, small)).status, 201);
});

test("guesses of a user code count as attempts to sign in", async (t) => {
  await using small = await startService({ env: { ...issuer.env, SIGN_INS_PER_MINUTE: "2" } });
  const account = await small.account();
  const guess = () => small.call("GET", `${path}/BBBB-BBBB`, { key: account.key });
  for (let count = 0; count < 2; count += 1) refused(t, await guess(), [404, "user_code_not_found"]);
  refused(t, await guess(), [429, "rate_limited"]);
});

test("without an identity provider no program can ask", async (t) => {
  await using alone = await startService();
  const answer = await alone.call("POST", path, { json: { client_name: "a" } });
  refused(t, answer, [503, "sign_in_not_configured"]);
});
