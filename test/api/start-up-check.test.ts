import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { demoCallerOf } from "#src/api/callers/demo-caller.ts";
import { exampleList } from "#src/api/examples/schemas.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { demoGroupOf } from "#src/domain/jobs/groups.ts";
import { promoteNext } from "#src/domain/jobs/promote-next.ts";
import { deleteJob, insertJob } from "#src/domain/jobs/queries.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { openResources } from "#src/platform/resources.ts";
import { busy, checkService, prepareExamples } from "#src/standalone/self-check.ts";
import { audioForm, type Client, openClient } from "#harness/clients/client.ts";
import { startLogged } from "#test/support/logged-process.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const secret = randomBytes(32).toString("base64url");
const text = { json: { text: "Hello." } };
/** One demo call of each kind for an address in a minute, behind a proxy that is believed. */
const limits = { DEMO_SYNTHESES_PER_MINUTE: "1", DEMO_TRANSCRIPTIONS_PER_MINUTE: "1", TRUSTED_PROXY_HOPS: "1" };
const service = await startService({
  workers: ["synthesis", "transcription"],
  env: { ...limits, START_UP_CHECK_SECRET: secret },
});
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

let lastAddress = 0;
const newAddress = (): string => `203.0.113.${(lastAddress += 1)}`;

/** The check as `npm start` makes it. @returns the ids of its requests beside what came of it */
async function check({ baseUrl }: Client = service) {
  const requestIds: string[] = [];
  const onRequest = (id: string) => requestIds.push(id);
  return { outcome: await checkService({ baseUrl, secret, onRequest }), requestIds };
}

test.serial("ten start-up checks of one address pass within one limit of one call, and are not counted", async (t) => {
  for (let start = 0; start < 10; start += 1) {
    const { outcome, requestIds } = await check();
    t.true(outcome !== busy && outcome.heard !== "", `start ${start}`);
    t.is(requestIds.length, 2);
    const rows = db.selectFrom("speech_requests").select(["is_demo", "user_id"]).where("id", "in", requestIds);
    t.deepEqual(await rows.execute(), [
      { is_demo: true, user_id: null },
      { is_demo: true, user_id: null },
    ]);
  }
  const stranger = () => service.call("POST", "/v1/demo/speech/synthesize", text);
  const first = await stranger();
  t.is(first.status, 200);
  t.regex(first.headers.get("ratelimit") ?? "", /;r=0;/, "the first call of the address that counts");
  t.is((await stranger()).status, 429);
  t.not((await check()).outcome, busy, "an address that may call no more is checked all the same");
  await prepareExamples({ baseUrl: service.baseUrl, secret });
  const { voices, recordings } = (await service.call("GET", "/v1/examples")).data(exampleList);
  t.truthy(recordings[0]?.transcript, "the public page begins with a transcript, and that address may make none");
  const previews = voices.map(({ voice_id: id }) => service.call("GET", `/v1/voices/${id}/preview`));
  t.deepEqual(
    (await Promise.all(previews)).map(({ status }) => status),
    Array.from({ length: 6 }, () => 200),
  );
});

test.serial("a taken slot of the demo does not hold the start-up check up", async (t) => {
  const subjectId = randomUUID();
  const address = newAddress();
  const groupKey = demoGroupOf(await demoCallerOf({ address, resources: service.resources }, null));
  await insertJob(db, { subjectId, name: "synthesize-speech", accountId: null, groupKey });
  t.teardown(() => deleteJob(db, subjectId));
  t.truthy(await claimJob(db, await promoteJob(db, subjectId)));
  const later = sql<Date>`now() + interval '1 hour'`;
  await db.updateTable("jobs").set({ heartbeat_at: later }).where("subject_id", "=", subjectId).execute();
  const headers = { "x-forwarded-for": address };
  const stranger = service.call("POST", "/v1/demo/speech/synthesize", { ...text, headers });
  const waiting = db.selectFrom("jobs").select("state").where("subject_id", "<>", subjectId);
  while ((await waiting.execute()).length === 0) await delay(20);
  t.not((await check()).outcome, busy);
  t.deepEqual(await waiting.execute(), [{ state: "queued" }], "an earlier caller still waits");
  await deleteJob(db, subjectId);
  promoteNext(service.resources);
  t.is((await stranger).status, 200);
});

test.serial("a check that is not served in time says so, and which row it has left", async (t) => {
  const own = await startService({ env: { WAIT_MAX_SECONDS: "0", START_UP_CHECK_SECRET: secret } });
  t.teardown(() => own[Symbol.asyncDispose]());
  const { outcome, requestIds } = await check(own);
  t.is(outcome, busy);
  const rows = () => own.resources.db.selectFrom("speech_requests").select("id").execute();
  t.deepEqual(
    (await rows()).map(({ id }) => id),
    requestIds,
  );
  for (const requestId of requestIds) await removeRequest(own.resources, { requestId });
  t.deepEqual(await rows(), []);
});

const wrongSecrets = {
  absent: undefined,
  empty: "",
  "of the same length": randomBytes(32).toString("base64url"),
  "one letter short": secret.slice(0, -1),
  "one letter longer": `${secret}A`,
  "sent twice": `${secret}, ${secret}`,
  "in other letters": secret.toUpperCase(),
};

for (const [name, shown] of Object.entries(wrongSecrets)) {
  test.serial(`a call whose secret is ${name} counts like any other`, async (t) => {
    const headers = {
      "x-forwarded-for": newAddress(),
      ...(shown !== undefined && { "x-start-up-check": shown }),
    };
    const call = () => service.call("POST", "/v1/demo/speech/synthesize", { ...text, headers });
    t.deepEqual([(await call()).status, (await call()).status], [200, 429]);
  });
}

test.serial("an API without a secret ignores the header", async (t) => {
  const own = await startService({ env: { ...limits, WAIT_MAX_SECONDS: "0" } });
  t.teardown(() => own[Symbol.asyncDispose]());
  for (const shown of [secret, "", "null", "undefined"]) {
    const headers = { "x-forwarded-for": newAddress(), "x-start-up-check": shown };
    const call = () => own.call("POST", "/v1/demo/speech/synthesize", { ...text, headers });
    t.deepEqual([(await call()).status, (await call()).status], [503, 429], shown);
  }
});

test.serial("the secret passes the limits of the demo and no others", async (t) => {
  const dataDir = `${service.resources.config.dataDir}/second`;
  const env = { ...service.env, DATA_DIR: dataDir, CONTACTS_PER_MINUTE: "1", CALLS_PER_MINUTE: "1" };
  await using resources = await openResources(readConfig(env), "test");
  const api = await startApi(resources);
  t.teardown(() => api.stop(2_000));
  const client = openClient(`http://127.0.0.1:${api.port}`);
  const headers = { "x-start-up-check": secret };
  const contact = { headers, json: { name: "Ada", email: "ada@example.com" } };
  const { key } = await service.account();
  t.is((await client.call("POST", "/v1/contact-submissions", contact)).status, 201);
  t.is((await client.call("POST", "/v1/contact-submissions", contact)).status, 429);
  t.is((await client.call("GET", "/v1/voices", { key, headers })).status, 200);
  t.is((await client.call("GET", "/v1/voices", { key, headers })).status, 429);
  t.is((await client.call("GET", "/v1/voices", { headers })).status, 401, "it opens no account");
});

test.serial("a secret that could be guessed is refused at the start", (t) => {
  t.throws(() => readConfig({ START_UP_CHECK_SECRET: "x".repeat(31) }), { message: /^START_UP_CHECK_SECRET: / });
});

test.serial("the secret is in no log, no answer, no row and no document", async (t) => {
  const api = await startLogged("src/api/main.ts", service.env);
  t.teardown(() => api.stop());
  const port = /"port":(\d+)/.exec(api.output())?.[1];
  const client = openClient(`http://127.0.0.1:${port}`);
  const wrong = randomBytes(32).toString("base64url");
  const path = "/v1/demo/speech/synthesize";
  const [right, other] = [secret, wrong].map((shown) => ({
    "x-start-up-check": shown,
    "x-forwarded-for": newAddress(),
  }));
  const answers = [
    await client.call("POST", path, { ...text, headers: { ...right } }),
    await client.call("POST", path, { json: {}, headers: { ...right } }),
    await client.call("POST", path, { body: "{", headers: { ...right, "content-type": "application/json" } }),
    await client.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(tone(1)), headers: { ...right } }),
    await client.call("GET", path, { headers: { ...right } }),
    await client.call("GET", "/nowhere", { headers: { ...right } }),
    await client.call("POST", path, { ...text, headers: { ...other } }),
    await client.call("POST", path, { ...text, headers: { ...other } }),
  ];
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 422, 422, 200, 405, 404, 200, 429],
  );
  const last = answers.at(-1)?.headers.get("x-request-id") ?? "?";
  while (!api.output().includes(last)) await delay(20);
  const rows = await sql<{ row: string }>`
    select t::text as row from speech_requests t union all select t::text from jobs t`.execute(db);
  const document = JSON.stringify(openApiDocument(routes, service.resources.config));
  const seen = [api.output(), document, ...rows.rows.map(({ row }) => row)];
  for (const { bytes, headers } of answers) seen.push(bytes.toString("latin1"), JSON.stringify([...headers]));
  for (const hidden of [secret, wrong, "start-up-check"]) {
    t.false(seen.some((one) => one.toLowerCase().includes(hidden.toLowerCase())));
  }
});
