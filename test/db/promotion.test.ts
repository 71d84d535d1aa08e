import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { startPostgresPair } from "#harness/servers/postgres-pair.ts";
import { openCutProxy } from "#test/support/cut-proxy.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startService, type TestService } from "#test/support/service.ts";

const { redisUrl } = testEnvironment();
const requestId = z.object({ data: z.object({ request_id: z.uuid() }) });
const pauseMs = 150;
const callsAfter = 5;

interface Call {
  readonly status: number;
  /** Null for a call that was not accepted. */
  readonly id: string | null;
  readonly sentAtMs: number;
}

/** Submits one text after the other until it is asked to stop. */
function submitSteadily(service: TestService, key: string) {
  const calls: Call[] = [];
  const stopping = new AbortController();
  const headers = { prefer: "respond-async" };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const sentAtMs = performance.now();
      const text = `This is sentence number ${calls.length}.`;
      const { status, json } = await service.call("POST", "/v1/speech/synthesize", { key, json: { text }, headers });
      calls.push({ status, id: status === 202 ? requestId.parse(json).data.request_id : null, sentAtMs });
      await sleep(pauseMs);
    }
  };
  const ended = run();
  const acceptedSince = (ms: number): readonly Call[] =>
    calls.filter(({ id, sentAtMs }) => id !== null && sentAtMs > ms);
  return { calls, acceptedSince, stop: () => (stopping.abort(), ended) };
}

const unfinished = async ({ resources: { db } }: TestService): Promise<number> =>
  (await db.selectFrom("speech_requests").select("id").where("finished_at", "is", null).execute()).length;

test("a standby that is promoted under load has every accepted request, and completes and charges each once", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "speech-pair-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  await using pair = await startPostgresPair(directory, (databaseUrl) => prepareDatabase({ databaseUrl, redisUrl }));
  await using address = await openCutProxy(pair.primary.url);
  const url = new URL(pair.primary.url);
  url.port = new URL(address.baseUrl).port;
  const direct = { DATABASE_URL: url.href, DATABASE_DIRECT_URL: "", DATABASE_POOLER: "" };
  const patience = { SWEEP_INTERVAL_MS: "500", REQUEUE_AFTER_MS: "3000" };
  await using service = await startService({ workers: ["synthesis", "maintenance"], env: { ...direct, ...patience } });
  const { db } = service.resources;
  const { key, userId } = await service.account();
  const load = submitSteadily(service, key);
  while (load.acceptedSince(0).length < callsAfter) await sleep(20);

  const killedAtMs = performance.now();
  await pair.primary.kill();
  await address.cut();
  // Calls reach a server that only reads before they reach a primary.
  await address.restore(pair.standby.url);
  await sleep(3 * pauseMs);
  await pair.promote();
  const promotedAtMs = performance.now();
  while (load.acceptedSince(promotedAtMs).length < callsAfter) await sleep(20);
  await load.stop();
  while ((await unfinished(service)) > 0) await sleep(50);

  const [next] = load.acceptedSince(promotedAtMs);
  const secondsTo = (ms: number): string => ((ms - killedAtMs) / 1000).toFixed(1);
  t.log(
    `promoted ${secondsTo(promotedAtMs)} s after the kill; accepted again after ${secondsTo(next?.sentAtMs ?? 0)} s`,
  );
  const statuses = load.calls.map(({ status }) => status);
  t.true(statuses.includes(503));
  t.deepEqual(
    statuses.filter((status) => status !== 202 && status !== 503),
    [],
  );
  const rows = await db.selectFrom("speech_requests").select(["id", "status"]).execute();
  t.deepEqual([...new Set(rows.map(({ status }) => status))], ["completed"]);
  const kept = new Set(rows.map(({ id }) => id));
  t.deepEqual(
    load.acceptedSince(0).filter(({ id }) => id !== null && !kept.has(id)),
    [],
  );
  const charged = await chargesOf(service.resources, userId);
  t.deepEqual(charged.map(([id]) => id).toSorted(), [...kept].toSorted());
  t.deepEqual((await recountCredits(service.resources)).differences, []);
});
