import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import type { EngineReport, EngineState } from "#src/domain/engines/manifest.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { startService } from "#test/support/service.ts";
import { openEngineRegistration } from "#workers/runtime/engine-registry.ts";

const service = await startService({ env: { HEARTBEAT_MS: "100", LEASE_EXPIRES_MS: "60000" } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

// The table is taken away for a moment: the tests take turns.
const rowsOf = (name: string) =>
  db.selectFrom("engines").select(["instance_id", "state", "seen_at", "ended_at"]).where("name", "=", name).execute();

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(30);
}

test.serial("a registration is there when it is opened, is renewed and changed by heartbeats, and ends", async (t) => {
  t.timeout(60_000);
  let state: EngineState = "starting";
  const registration = await openEngineRegistration(service.resources, () => [{ manifest: manifestOf("one"), state }]);
  const [first] = await rowsOf("one");
  t.like(first, { state: "starting", ended_at: null });
  state = "ready";
  await until(async () => (await rowsOf("one"))[0]?.state === "ready");
  const renewed = (await rowsOf("one"))[0]?.seen_at ?? new Date(0);
  t.true(renewed > (first?.seen_at ?? renewed));
  await registration[Symbol.asyncDispose]();
  const [last, ...others] = await rowsOf("one");
  t.truthy(last?.ended_at);
  t.deepEqual(others, []);
  await delay(300);
  t.deepEqual(await rowsOf("one"), [last], "nothing is written after the end");
});

test.serial("a change is registered long before the next heartbeat, and is logged once for each way", async (t) => {
  t.timeout(60_000);
  const { config } = service.resources;
  const logged: string[] = [];
  const note = (facts: object, message: string) => void logged.push(`${message}: ${JSON.stringify(facts)}`);
  const slow = { ...config, jobs: { ...config.jobs, heartbeatMs: 60_000 } };
  let report: EngineReport = { manifest: manifestOf("flapping"), state: "starting" };
  const resources = { db, config: slow, log: { info: note, warn: note } };
  await using _ = await openEngineRegistration(resources, () => [report]);
  const become = async (state: EngineState, reason?: string): Promise<void> => {
    report = { manifest: report.manifest, state, ...(reason !== undefined && { reason }) };
    await until(async () => (await rowsOf("flapping"))[0]?.state === state);
  };
  for (const reason of ["The model is torn.", "The model is still torn."]) {
    await become("unavailable", reason);
    await become("starting");
  }
  await become("ready");
  await become("starting");
  await become("ready");
  t.deepEqual(logged, [
    'an engine is unavailable: {"engine":"flapping","reason":"The model is torn."}',
    'an engine is available again: {"engine":"flapping"}',
  ]);
});

test.serial("a registry that cannot be written keeps no worker from starting, and is written later", async (t) => {
  t.timeout(60_000);
  await db.schema.alterTable("engines").renameTo("engines_away").execute();
  await using _ = await openEngineRegistration(service.resources, () => [
    { manifest: manifestOf("late"), state: "ready" },
  ]);
  await db.schema.alterTable("engines_away").renameTo("engines").execute();
  await until(async () => (await rowsOf("late")).length === 1);
  t.pass();
});

test.serial("the workers register what they have, and note their end", async (t) => {
  t.timeout(60_000);
  const workers = [await service.startWorker("transcription"), await service.startWorker("synthesis")];
  const names = ["pocketsphinx", "flite", "espeak-ng"];
  for (const name of names) t.like((await rowsOf(name))[0], { state: "ready", ended_at: null }, name);
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const name of names) t.truthy((await rowsOf(name))[0]?.ended_at, name);
});
