import test, { type ExecutionContext } from "ava";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { openResources } from "#src/platform/resources.ts";
import { openClient } from "#test/support/client.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
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

test("a process that drains tells the proxy that it is not ready, and serves everybody else", async (t) => {
  const { api, client } = await startAnother(t);
  const { key } = await service.account();
  t.is((await client.call("GET", "/readyz")).status, 200);
  const drained = api.drain(1_000);
  const ready = await client.call("GET", "/readyz");
  t.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"]);
  t.deepEqual(ready.json, { status: "unavailable", database: "ok", queue: "ok", object_store: "ok" });
  const keys = await client.call("GET", "/v1/api-keys", { key });
  t.deepEqual([keys.status, keys.headers.get("connection")], [200, "close"]);
  t.is((await client.call("GET", "/healthz")).status, 200, "it lives");
  await drained;
  t.is((await client.call("GET", "/v1/api-keys", { key })).status, 200, "the port stays open until it is to stop");
});

test("a process that has stopped takes no connection", async (t) => {
  const { api, client } = await startAnother(t);
  await api.drain(0);
  await api.stop(2_000);
  await t.throwsAsync(client.call("GET", "/healthz"));
});
