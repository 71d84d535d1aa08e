import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { findLeftovers } from "#harness/service/leftovers.ts";
import { untilLockAwaited } from "#test/support/database.ts";
import { startService } from "#test/support/service.ts";

// No worker runs here: who waits, waits until it hangs up.
const service = await startService();
const { db } = service.resources;
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const find = (text: string) =>
  db
    .selectFrom("speech_requests")
    .select(["id", "status", "error_code"])
    .where("input_text", "=", text)
    .executeTakeFirst();

/** Asks for a text to be spoken, and hangs up once that is written down. @returns the text */
async function askAndHangUp(t: ExecutionContext, path: string): Promise<string> {
  const text = randomUUID();
  const calling = new AbortController();
  const call = fetch(`${service.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ text }),
    signal: calling.signal,
  });
  while ((await find(text)) === undefined) await delay(10);
  calling.abort();
  await t.throwsAsync(call);
  return text;
}

test.serial("a demo call whose caller has hung up is cancelled, with its work", async (t) => {
  const text = await askAndHangUp(t, "/v1/demo/speech/synthesize");
  const deadline = performance.now() + 30_000;
  while ((await find(text))?.status === "queued" && performance.now() < deadline) await delay(10);
  const { id, ...ended } = (await find(text)) ?? { id: "" };
  t.deepEqual(ended, { status: "failed", error_code: "cancelled" });
  t.false((await findLeftovers(service)).jobs.includes(id));
  while (Object.keys(await countsOf("/v1/demo/speech/synthesize")).length === 0) await delay(10);
  t.deepEqual(await countsOf("/v1/demo/speech/synthesize"), { 499: 1 });
});

/** How often calls of a route were counted, by their status. */
async function countsOf(route: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await service.resources.metrics.text()).split("\n");
  const found = lines.flatMap((line) => {
    const match = /^http_request_duration_seconds_count{.*route="([^"]*)",status="(\d+)"} (\d+)$/.exec(line);
    return match?.[1] === route ? [[match[2] ?? "", Number(match[3])] as const] : [];
  });
  return Object.fromEntries(found);
}

test.serial("a hang-up is counted as 499, not as an error of ours nor as a success", async (t) => {
  const path = "/v1/subscriptions";
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  t.teardown(release);
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table api_keys in access exclusive mode`.execute(trx);
    lock();
    await held;
  });
  await locked;
  const calling = new AbortController();
  const call = fetch(`${service.baseUrl}${path}/current`, { headers: { "x-api-key": key }, signal: calling.signal });
  await untilLockAwaited(db);
  calling.abort();
  await t.throwsAsync(call);
  await delay(100);
  release();
  await holding;
  const counts = () => countsOf(`${path}/current`);
  while (Object.keys(await counts()).length === 0) await delay(10);
  t.deepEqual(await counts(), { 499: 1 });
});

test.serial("a regular call whose caller has hung up is kept, with its work", async (t) => {
  const text = await askAndHangUp(t, "/v1/speech/synthesize");
  // Answered after the service has seen the end of that connection.
  for (let count = 0; count < 20; count += 1) await service.call("GET", "/readyz");
  const { id, ...kept } = (await find(text)) ?? { id: "" };
  t.deepEqual(kept, { status: "queued", error_code: null });
  t.true((await findLeftovers(service)).jobs.includes(id));
});
