import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { audioForm } from "#harness/clients/client.ts";
import type { ServiceProcess } from "#harness/service/service-process.ts";
import { startService } from "#test/support/service.ts";
import { encoded, speech } from "#harness/audio/sounds.ts";

const service = await startService({
  env: {
    TRANSCRIPTION_CONCURRENCY: "3",
    SYNTHESIS_CONCURRENCY: "5",
    SYNTHESIS_ENGINES: "2",
    TRUSTED_PROXY_HOPS: "1",
    // A caller who is held up is seen by the work of the others, not by a wait that ends.
    WAIT_MAX_SECONDS: "240",
  },
});
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** How many requests of this account have ended, and how many are being worked on. */
async function progressOf(userId: string): Promise<{ readonly ended: number; readonly running: number }> {
  const rows = await db.selectFrom("speech_requests").select("status").where("user_id", "=", userId).execute();
  const count = (...statuses: string[]): number => rows.filter(({ status }) => statuses.includes(status)).length;
  return { ended: count("completed", "failed"), running: count("processing") };
}

async function untilRunning(userId: string, runs: number): Promise<void> {
  while ((await progressOf(userId)).running < runs) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Ends a worker without waiting for what it still has in hand. */
async function giveUp(worker: ServiceProcess): Promise<void> {
  await db.deleteFrom("jobs").execute();
  await worker.stop();
}

test.serial("a short text passes 300 of another account", async (t) => {
  const [noisy, quiet] = [await service.account(), await service.account()];
  const nothing = { source: null, maxUnfinished: 1_000, options: {}, isDemo: false } as const;
  for (let count = 0; count < 300; count += 1) {
    const request = { requestId: randomUUID(), userId: noisy.userId, text: "Good morning.", ...nothing };
    await submitSynthesis(resources, request);
  }
  const worker = await service.startWorker("synthesis");
  await untilRunning(noisy.userId, 1);
  const waits: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    const before = await progressOf(noisy.userId);
    const begun = performance.now();
    const { status } = await service.call("POST", "/v1/speech/synthesize", {
      key: quiet.key,
      json: { text: "Good evening." },
    });
    waits.push(performance.now() - begun);
    t.is(status, 200);
    const passed = (await progressOf(noisy.userId)).ended - before.ended;
    t.true(passed <= 8, `${passed} were done meanwhile`);
  }
  t.log(`waits in ms: ${waits.map(Math.round).join(", ")}`);
  await giveUp(worker);
});

test.serial("long texts of one account do not hold a short text of another up", async (t) => {
  const [noisy, quiet] = [await service.account(), await service.account()];
  const text = "The parcel will be there before noon, and the driver rings twice when nobody is at home. ".repeat(56);
  const worker = await service.startWorker("synthesis");
  const speak = (key: string, json: object, headers = {}) =>
    service.call("POST", "/v1/speech/synthesize", { key, json, headers });
  for (let call = 0; call < 8; call += 1) {
    const long = { text: text.slice(0, 5_000), speed: 0.5, format: "ogg" };
    t.is((await speak(noisy.key, long, { prefer: "respond-async" })).status, 202);
  }
  await untilRunning(noisy.userId, 3);
  const before = await progressOf(noisy.userId);
  t.is(before.running, 3, "two of five slots stay free for others");
  const waits: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const begun = performance.now();
    t.is((await speak(quiet.key, { text: "hi" })).status, 200);
    waits.push(performance.now() - begun);
  }
  t.log(`waits in ms: ${waits.map(Math.round).join(", ")}`);
  t.deepEqual(await progressOf(noisy.userId), before, "no long text had to end for it");
  const rising = db.selectFrom("speech_requests").select("id").where("user_id", "=", noisy.userId);
  t.true((await rising.where("progress", ">", 0).execute()).length > 0, "and these get on");
  await giveUp(worker);
});

test.serial("several accounts with long texts leave a slot for one more", async (t) => {
  const accounts = [await service.account(), await service.account()];
  const quiet = await service.account();
  const worker = await service.startWorker("synthesis");
  for (const { key } of accounts) {
    for (let call = 0; call < 8; call += 1) {
      const json = { text: "The parcel will be there before noon. ".repeat(130), speed: 0.5 };
      await service.call("POST", "/v1/speech/synthesize", { key, json, headers: { prefer: "respond-async" } });
    }
  }
  await Promise.all(accounts.map(({ userId }) => untilRunning(userId, 1)));
  const spoken = await service.call("POST", "/v1/speech/synthesize", { key: quiet.key, json: { text: "hi" } });
  t.is(spoken.status, 200);
  for (const { userId } of accounts) t.is((await progressOf(userId)).ended, 0);
  await giveUp(worker);
});

test.serial("a long text that is cancelled is not spoken to its end", async (t) => {
  const { key, userId } = await service.account();
  const worker = await service.startWorker("synthesis", { HEARTBEAT_MS: "600000", LEASE_EXPIRES_MS: "1800000" });
  const json = { text: "The parcel will be there before noon. ".repeat(130), speed: 0.5 };
  const headers = { prefer: "respond-async" };
  const { request_id: id } = (await service.call("POST", "/v1/speech/synthesize", { key, json, headers })).data(
    z.object({ request_id: z.uuid() }),
  );
  await untilRunning(userId, 1);
  await cancelRequest(resources, id);
  const begun = performance.now();
  await worker.stop();
  const seconds = (performance.now() - begun) / 1000;
  t.log(`the worker had nothing in hand after ${seconds.toFixed(1)} s`);
  const rows = db.selectFrom("speech_requests").select(["status", "error_code"]).where("id", "=", id);
  t.deepEqual(await rows.execute(), [{ status: "failed", error_code: "cancelled" }]);
});

test.serial("the demo texts of one address do not hold those of another up", async (t) => {
  const worker = await service.startWorker("synthesis");
  const text = "The parcel will be there before noon, and the driver rings twice. ".repeat(8).slice(0, 500);
  const speak = (address: string, spoken: string) =>
    service.call("POST", "/v1/demo/speech/synthesize", {
      json: { text: spoken },
      headers: { "x-forwarded-for": address },
    });
  const ended: string[] = [];
  const many = Array.from({ length: 12 }, async () => {
    t.is((await speak("192.0.2.1", text)).status, 200);
    ended.push("one");
  });
  while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const before = ended.length;
  const begun = performance.now();
  t.is((await speak("192.0.2.2", "hi")).status, 200);
  t.log(
    `spoken after ${Math.round(performance.now() - begun)} ms, ${ended.length - before} of the other one meanwhile`,
  );
  t.true(ended.length - before <= 2);
  await Promise.all(many);
  t.deepEqual(await db.selectFrom("jobs").select("group_key").execute(), []);
  await worker.stop();
});

const answer = z.object({ text: z.string(), status: z.literal("completed") });

test.serial("long recordings of one account do not hold a short recording of another up", async (t) => {
  const [noisy, quiet] = [await service.account(), await service.account()];
  const [sentence, short] = await Promise.all([
    speech("There is a story about the elephant in the book that I was given, and nobody knows how it ends."),
    speech("The train will leave at seven."),
  ]);
  // Longer than this test.
  const repeat = ["-af", "aloop=loop=-1:size=2e9", "-t", "900", "-compression_level", "0"];
  const long = await encoded(sentence, "flac", repeat);
  const worker = await service.startWorker("transcription");
  for (let file = 0; file < 4; file += 1) {
    const options = { key: noisy.key, form: audioForm(long), headers: { prefer: "respond-async" } };
    t.is((await service.call("POST", "/v1/speech/transcriptions", options)).status, 202);
  }
  await untilRunning(noisy.userId, 2);
  for (let call = 0; call < 3; call += 1) {
    const begun = performance.now();
    const heard = await service.call("POST", "/v1/speech/transcriptions", { key: quiet.key, form: audioForm(short) });
    t.is(heard.status, 200);
    t.regex(heard.data(answer).text, /train/);
    t.log(`heard after ${Math.round(performance.now() - begun)} ms`);
    t.deepEqual(await progressOf(noisy.userId), { ended: 0, running: 2 }, "one slot stays free for others");
  }
  const demo = await service.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(short) });
  t.is(demo.status, 200, "the demo is such another");
  await giveUp(worker);
});
