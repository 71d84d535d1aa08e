import test from "ava";
import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { testEnvironment } from "#test/support/environment.ts";
import { findLeftovers, nothing } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const cluster = new pg.Client({ connectionString: testEnvironment().clusterUrl });
await cluster.connect();
const database = new URL(service.env["DATABASE_URL"] ?? "").pathname.slice(1);

/** Makes the server a standby, or a primary again: it ends all connections. */
async function setReadOnly(value: "on" | "off"): Promise<void> {
  await cluster.query(`alter database ${pg.escapeIdentifier(database)} set default_transaction_read_only = ${value}`);
  await cluster.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
}

/** A connection that was just ended can be the first to be tried. */
async function untilConnected(): Promise<void> {
  while ((await service.call("GET", "/pricing.json")).status !== 200) await delay(50);
}

test.after.always(async () => {
  await setReadOnly("off");
  await cluster.end();
  await service[Symbol.asyncDispose]();
});

test("a database that is read-only is an outage: nothing is written, and the same call passes when it is over", async (t) => {
  const { key } = await service.account();
  const speak = () => service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });
  await setReadOnly("on");
  await untilConnected();
  const refused = await speak();
  t.is(refused.status, 503);
  t.like(refused.json, { success: false, code: "unavailable" });
  t.regex(refused.headers.get("retry-after") ?? "", /^\d+$/);
  t.is(
    (await service.call("POST", "/v1/contact-submissions", { json: { name: "Ada", email: "a@example.com" } })).status,
    503,
  );
  await setReadOnly("off");
  await untilConnected();
  t.like(await findLeftovers(service), nothing);
  t.is((await speak()).status, 202);
});
