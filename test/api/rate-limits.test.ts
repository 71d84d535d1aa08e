import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { pino } from "pino";
import { z } from "zod";
import { openApiDocument } from "#src/api/openapi.ts";
import { limitOf } from "#src/api/limits/rate-limits.ts";
import { routes } from "#src/api/routes.ts";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { deleteJob } from "#src/domain/jobs/queries.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { openResources } from "#src/platform/resources.ts";
import { type Answer, audioForm, type CallOptions, type Client, openClient } from "#harness/clients/client.ts";
import { endWindows } from "#test/support/end-windows.ts";
import { findLeftovers, nothing } from "#harness/service/leftovers.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const names = ["CALLS", "SPEECH", "DEMO_SYNTHESES", "DEMO_TRANSCRIPTIONS", "CONTACTS", "SIGN_INS"] as const;
const rates = [...names, "FAILED_AUTHENTICATIONS"].map((name) => [`${name}_PER_MINUTE`, ""] as const);
/** An empty variable counts as unset. No worker runs, and no call waits: work is answered with 202, or 503 in the demo. */
const defaults = { ...Object.fromEntries(rates), SPEECH_CONCURRENCY: "", WAIT_MAX_SECONDS: "0" };

// Behind one proxy that is believed, every test has an address of its own.
const service = await startService({ env: { ...defaults, TRUSTED_PROXY_HOPS: "1" } });
const small = await startService({
  env: { CALLS_PER_MINUTE: "40", SPEECH_PER_MINUTE: "3", DEMO_SYNTHESES_PER_MINUTE: "2", WAIT_MAX_SECONDS: "0" },
});
test.after.always(() => Promise.all([service, small].map((one) => one[Symbol.asyncDispose]())));

let lastAddress = 0;
const newAddress = (): string => `203.0.113.${(lastAddress += 1)}`;
const from = (address: string, rest: CallOptions = {}): CallOptions => ({
  ...rest,
  headers: { ...rest.headers, "x-forwarded-for": address },
});
const contact = { json: { name: "Ada", email: "ada@example.com" } };
const text = { json: { text: "Hello." } };
const audio = (fields?: Readonly<Record<string, string>>) => ({ form: audioForm(tone(2), fields) });

/** Calls `count` times in a row. @returns the statuses */
async function statusesOf(count: number, call: () => Promise<Answer>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < count; made += 1) statuses.push((await call()).status);
  return statuses;
}

const tally = (answers: readonly Answer[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]));

/** The values of the `RateLimit` header: `r` and `t`. */
function leftOf({ headers }: Answer): { readonly calls: number; readonly seconds: number } {
  const [, calls, seconds] = /^"\w+";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
  return { calls: Number(calls), seconds: Number(seconds) };
}

function isRefused(t: ExecutionContext, answer: Answer, policy: string): void {
  const { seconds } = leftOf(answer);
  t.is(answer.status, 429);
  t.like(answer.json, { success: false, code: "rate_limited", retry_after: seconds });
  t.is(answer.headers.get("retry-after"), String(seconds));
  t.true(seconds > 0 && seconds <= 60);
  t.is(answer.headers.get("ratelimit-policy"), policy);
  t.is(leftOf(answer).calls, 0);
}

test("the defaults are those of the documentation", async (t) => {
  const { key } = await service.account();
  const call = (method: string, path: string, options: CallOptions) =>
    service.call(method, path, from(newAddress(), options));
  for (const [answer, policy] of [
    [await call("GET", "/v1/voices", { key }), '"calls";q=600;w=60'],
    [await call("POST", "/v1/speech/synthesize", { key, ...text }), '"speech";q=120;w=60'],
    [await call("POST", "/v1/speech/transcriptions", { key, ...audio() }), '"speech";q=120;w=60'],
    [await call("POST", "/v1/voices", { key, ...audio({ name: "Mine" }) }), '"speech";q=120;w=60'],
    [await call("POST", "/v1/demo/speech/synthesize", text), '"demo_synthesis";q=20;w=60'],
    [await call("POST", "/v1/demo/speech/transcriptions", audio()), '"demo_transcription";q=6;w=60'],
    [await call("POST", "/v1/contact-submissions", contact), '"contact";q=10;w=60'],
    [await call("GET", "/auth/login", {}), '"sign_in";q=30;w=60'],
  ] as const) {
    t.is(answer.headers.get("ratelimit-policy"), policy);
    t.regex(answer.headers.get("ratelimit") ?? "", new RegExp(`^${policy.split(";")[0]};r=\\d+;t=\\d+$`));
  }
  for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"]) {
    t.is((await call("GET", path, {})).headers.get("ratelimit"), null, path);
  }
});

test("ten contact forms of an address are taken in a minute, the eleventh is not", async (t) => {
  const address = newAddress();
  const send = () => service.call("POST", "/v1/contact-submissions", from(address, contact));
  t.deepEqual(new Set(await statusesOf(10, send)), new Set([201]));
  isRefused(t, await send(), '"contact";q=10;w=60');
  const another = await service.call("POST", "/v1/contact-submissions", from(newAddress(), contact));
  t.is(another.status, 201, "another address is another caller");
});

test("six recordings of an address are accepted in a minute, whether they succeed or fail", async (t) => {
  const address = newAddress();
  const send = () => service.call("POST", "/v1/demo/speech/transcriptions", from(address, audio()));
  t.deepEqual(new Set(await statusesOf(6, send)), new Set([503]));
  isRefused(t, await send(), '"demo_transcription";q=6;w=60');
});

test("the remaining number counts down and is reset with the next window", async (t) => {
  const own = await startService({ env: { CONTACTS_PER_MINUTE: "2" } });
  t.teardown(() => own[Symbol.asyncDispose]());
  const send = () => own.call("POST", "/v1/contact-submissions", contact);
  t.deepEqual([leftOf(await send()).calls, leftOf(await send()).calls], [1, 0]);
  isRefused(t, await send(), '"contact";q=2;w=60');
  await endWindows(own);
  t.is(leftOf(await send()).calls, 1);
});

test("refused input does not count", async (t) => {
  const address = newAddress();
  for (const json of [{}, { name: "", email: "no" }, { ...contact.json, name: "x".repeat(201) }]) {
    const refused = await service.call("POST", "/v1/contact-submissions", from(address, { json }));
    t.deepEqual([refused.status, refused.headers.get("ratelimit")], [422, null]);
  }
  t.is(leftOf(await service.call("POST", "/v1/contact-submissions", from(address, contact))).calls, 9);
});

test("a speech request for a voice that is not there, or not ready, does not count", async (t) => {
  const { userId, key } = await small.account();
  const speak = (voiceId?: string) =>
    small.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello.", voice_id: voiceId } });
  const pending = await insertPendingVoice(small.resources, userId);
  for (const [voiceId, status] of [
    [randomUUID(), 404],
    [pending, 409],
  ] as const) {
    const refused = await speak(voiceId);
    t.deepEqual([refused.status, leftOf(refused).calls], [status, 3]);
  }
  t.deepEqual(await statusesOf(4, speak), [202, 202, 202, 429]);
});

test("calls that find nothing count as calls", async (t) => {
  const { key } = await small.account();
  const read = () => small.call("GET", `/v1/voices/${randomUUID()}`, { key });
  t.deepEqual([leftOf(await read()).calls, leftOf(await read()).calls], [39, 38]);
});

test("speech, making a voice included, and other calls are counted apart", async (t) => {
  const { key } = await small.account();
  t.is((await small.call("POST", "/v1/voices", { key, ...audio({ name: "Mine" }) })).status, 201);
  t.is((await small.call("POST", "/v1/speech/transcriptions", { key, ...audio() })).status, 202);
  t.is((await small.call("POST", "/v1/speech/synthesize", { key, ...text })).status, 202);
  isRefused(t, await small.call("POST", "/v1/voices", { key, ...audio({ name: "Mine" }) }), '"speech";q=3;w=60');
  t.is(leftOf(await small.call("GET", "/v1/voices", { key })).calls, 39);
});

test("an account counts by itself, whatever its keys and addresses are", async (t) => {
  const [one, two] = [await small.account(), await small.account()];
  const attempt = (key?: string) => small.call("POST", "/v1/demo/speech/synthesize", { key, ...text });
  t.deepEqual(await statusesOf(3, () => attempt(one.key)), [503, 503, 429]);
  t.deepEqual(await statusesOf(3, () => attempt(two.key)), [503, 503, 429]);
  t.deepEqual(await statusesOf(3, () => attempt()), [503, 503, 429], "calls without an account count by their address");
});

test("a forged X-Forwarded-For changes nothing", async (t) => {
  const direct = await startService({ env: { CONTACTS_PER_MINUTE: "2" } });
  t.teardown(() => direct[Symbol.asyncDispose]());
  const forged = () => direct.call("POST", "/v1/contact-submissions", from(newAddress(), contact));
  t.deepEqual(await statusesOf(3, forged), [201, 201, 429], "without a proxy the header is not believed");

  const address = newAddress();
  const left: number[] = [];
  for (const invented of ["1.1.1.1, ", "2.2.2.2, 3.3.3.3, ", "unknown, "]) {
    left.push(
      leftOf(await service.call("POST", "/v1/contact-submissions", from(`${invented}${address}`, contact))).calls,
    );
  }
  t.deepEqual(left, [9, 8, 7], "behind one only what it has added is believed");
  const network = (host: string) => from(`2001:db8:0:7::${host}`, contact);
  const neighbours = [
    await service.call("POST", "/v1/contact-submissions", network("1")),
    await service.call("POST", "/v1/contact-submissions", network("ffff")),
  ];
  t.deepEqual(
    neighbours.map((answer) => leftOf(answer).calls),
    [9, 8],
    "IPv6 counts by its /64",
  );
});

test("two API processes on the same data share a limit exactly", async (t) => {
  const dataDir = join(small.resources.config.dataDir, "second");
  await using resources = await openResources(readConfig({ ...small.env, DATA_DIR: dataDir }), "test");
  const api = await startApi(resources);
  t.teardown(() => api.stop(2_000));
  const other = openClient(`http://127.0.0.1:${api.port}`);
  const { key } = await small.account();
  const read = (client: Client) => client.call("GET", "/v1/voices", { key });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => read(index % 2 === 0 ? small : other)));
  t.deepEqual(tally(answers), { 200: 40, 429: 60 });
});

test("600 wrong keys of an address are answered with 401, the next with 429, and a good one always passes", async (t) => {
  const [address, { key }] = [newAddress(), await service.account()];
  const call = (credential?: string) => service.call("GET", "/v1/voices", from(address, { key: credential }));
  const wrong: Answer[] = [];
  for (let round = 0; round < 12; round += 1) {
    wrong.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, index) => call(index === 0 ? undefined : newApiKey())))),
    );
  }
  t.deepEqual(tally(wrong), { 401: 600 });
  t.true(
    wrong.every(({ headers }) => !headers.has("ratelimit")),
    "no caller learns how much remains",
  );
  isRefused(t, await call(newApiKey()), '"failed_authentication";q=600;w=60');
  isRefused(t, await call(), '"failed_authentication";q=600;w=60');
  t.is((await call(key)).status, 200);
  t.is((await service.call("GET", "/v1/voices", from(newAddress(), { key: newApiKey() }))).status, 401);
});

test("of twenty speech requests at once eight are taken, and the others leave nothing behind", async (t) => {
  await using own = await startService({ env: defaults });
  const { userId, key } = await own.account();
  const calls = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? own.call("POST", "/v1/speech/synthesize", { key, ...text })
      : own.call("POST", "/v1/speech/transcriptions", { key, ...audio() }),
  );
  const answers = await Promise.all(calls);
  t.deepEqual(tally(answers), { 202: 8, 429: 12 });
  for (const { status, json, headers } of answers) {
    if (status !== 429) continue;
    t.like(json, { code: "concurrency_limited", max_unfinished: 8 });
    t.regex(headers.get("retry-after") ?? "", /^\d+$/);
  }
  const { jobs, openRequests, ...rest } = await findLeftovers(own);
  t.deepEqual([jobs.length, openRequests.length], [8, 8]);
  t.deepEqual({ ...nothing, ...rest }, nothing);

  const { db } = own.resources;
  const speak = () => own.call("POST", "/v1/speech/synthesize", { key, ...text });
  const [ended = ""] = jobs;
  await db
    .updateTable("speech_requests")
    .set({ status: "completed", finished_at: new Date() })
    .where("id", "=", ended)
    .execute();
  await deleteJob(db, ended);
  const demo = { request_type: "tts", is_demo: true, status: "queued", language: "en" } as const;
  await db
    .insertInto("speech_requests")
    .values({ ...demo, id: randomUUID(), user_id: userId })
    .execute();
  t.deepEqual(await statusesOf(2, speak), [202, 429], "one that has ended makes room for one");
  const tried = await own.call("POST", "/v1/demo/speech/synthesize", { key, ...text });
  t.is(tried.status, 503, "the demo has a bound of its own");
});

test("a Redis that is unavailable, or silent, lets every call pass, and is mentioned once", async (t) => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  t.teardown(() => void silent.close());
  const address = silent.address();
  const silentPort = typeof address === "object" ? address?.port : 0;
  for (const port of [await freePort(), silentPort]) {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    const limiter = await openRateLimiter({
      redis: readConfig({ REDIS_URL: `redis://127.0.0.1:${port}` }).redis,
      db: service.resources.db,
      prefix: "test",
      log,
    });
    const begun = performance.now();
    t.deepEqual(await Promise.all([1, 2, 3].map(() => limiter.count("anybody"))), [null, null, null]);
    await limiter.takeBack("anybody");
    t.true(performance.now() - begun < 3_000);
    t.is(lines.length, 1);
    limiter.close();
  }
});

const operation = z.object({
  parameters: z.array(z.object({ name: z.string() })).optional(),
  responses: z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()).optional() })),
});

test("the documentation of a route tells of its limit and of its keys for repeats", (t) => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse(openApiDocument(routes, service.resources.config));
  const limitHeaders = ["RateLimit-Policy", "RateLimit"];
  const takingKeys: string[] = [];
  for (const route of routes) {
    const { parameters = [], responses = {} } = paths[route.path]?.[route.method] ?? {};
    const limited = limitOf(route) !== null || route.socket !== undefined;
    const counts = limited || route.errors.includes("rate_limited");
    const counted = counts || route.access !== "public" || route.bodyDocument !== null;
    t.is("429" in responses, counted, route.path);
    for (const status of Object.keys(route.responses)) {
      const headers = Object.keys(responses[status]?.headers ?? {});
      t.deepEqual(
        limitHeaders.filter((name) => headers.includes(name)),
        limited ? limitHeaders : [],
        `${route.path} ${status}`,
      );
    }
    if (parameters.some(({ name }) => name === "Idempotency-Key")) takingKeys.push(route.path);
  }
  t.deepEqual(takingKeys.toSorted(), [
    "/v1/admin/accounts/{user_id}/credits",
    "/v1/admin/accounts/{user_id}/notes",
    "/v1/demo/speech/synthesize",
    "/v1/demo/speech/transcriptions",
    "/v1/feedback",
    "/v1/speech/batches",
    "/v1/speech/synthesize",
    "/v1/speech/transcriptions",
    "/v1/subscriptions",
    "/v1/top-ups",
    "/v1/voices",
  ]);
});
