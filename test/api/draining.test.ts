import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { openResources } from "#src/platform/resources.ts";
import { endsWithin } from "#src/platform/shutdown.ts";
import { openClient } from "#harness/clients/client.ts";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { untilLockAwaited } from "#test/support/database.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** One more API process on the same data. */
async function startAnother(t: ExecutionContext) {
  const env = { ...service.env, DATA_DIR: `${service.resources.config.dataDir}/another` };
  const resources = await openResources(readConfig(env), "test");
  const api = await startApi(resources);
  t.teardown(async () => {
    await api.stop(2_000);
    await resources[Symbol.asyncDispose]();
  });
  return { api, client: openClient(`http://127.0.0.1:${api.port}`) };
}

test("a process that drains is not ready for the proxy, and still serves calls", async (t) => {
  const { api, client } = await startAnother(t);
  const { key } = await service.account();
  t.is((await client.call("GET", "/readyz")).status, 200);
  const drained = api.drain(1_000);
  const ready = await client.call("GET", "/readyz");
  t.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"]);
  t.like(ready.json, { status: "unavailable", database: "ok", queue: "ok", object_store: "ok" });
  const keys = await client.call("GET", "/v1/api-keys", { key });
  t.deepEqual([keys.status, keys.headers.get("connection")], [200, "close"]);
  t.is((await client.call("GET", "/healthz")).status, 200, "it lives");
  await drained;
  t.is((await client.call("GET", "/v1/api-keys", { key })).status, 200, "the port stays open until it is to stop");
});

test("an idle connection does not delay shutdown", async (t) => {
  const { api } = await startAnother(t);
  const socket = connect(api.port, "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket, "close");
  const begun = performance.now();
  await api.stop(20_000);
  t.true(performance.now() - begun < 10_000);
  await closed;
});

test("shutdown waits for calls in progress, also of callers who have hung up", async (t) => {
  const { api } = await startAnother(t);
  const { key } = await service.account();
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table contact_submissions in access exclusive mode`.execute(trx);
    lock();
    await unlocked;
  });
  await locked;
  const json = { name: "Late Ada", email: "ada@example.com", interested_products: ["tts"] };
  const hangUp = new AbortController();
  const gone = fetch(`http://127.0.0.1:${api.port}/v1/contact-submissions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify(json),
    signal: hangUp.signal,
  }).catch(() => undefined);
  await untilLockAwaited(db);
  hangUp.abort();
  await gone;
  const stopped = api.stop(20_000);
  t.false(await endsWithin(stopped, 2_000));
  unlock();
  await holding;
  await stopped;
  const written = db.selectFrom("contact_submissions").select("id").where("name", "=", json.name);
  t.is((await written.execute()).length, 1);
});

test("pipelined requests do not delay shutdown, nor does their connection after it has closed", async (t) => {
  const { api } = await startAnother(t);
  const { key } = await service.account();
  const text = "Two calls say this.";
  const body = JSON.stringify({ text });
  const long = [
    "POST /v1/speech/synthesize HTTP/1.1",
    "Host: a",
    `X-API-Key: ${key}`,
    "Content-Type: application/json",
  ];
  const sent = [...long, `Content-Length: ${body.length}`, "", body].join("\r\n");
  const baseUrl = `http://127.0.0.1:${api.port}`;
  const behind = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100);
  const [gone, kept] = [await openRawConnection(baseUrl, sent, behind), await openRawConnection(baseUrl, sent, behind)];
  const written = db.selectFrom("speech_requests").select("id").where("input_text", "=", text);
  while ((await written.execute()).length < 2) await setTimeout(10);
  gone.socket.destroy();
  const begun = performance.now();
  await api.stop(20_000);
  t.true(performance.now() - begun < 10_000);
  const answers = await kept.closed;
  t.regex(answers, /^HTTP\/1\.1 202 /, "it is told where its result will be");
  t.is(answers.match(/HTTP\/1\.1 /g)?.length, 1, "the others may be sent again elsewhere");
});

test("a process that has stopped takes no connection", async (t) => {
  const { api, client } = await startAnother(t);
  await api.drain(0);
  await api.stop(2_000);
  await t.throwsAsync(client.call("GET", "/healthz"));
});
