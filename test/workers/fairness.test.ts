import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { audioForm } from "#test/support/client.ts";
import { startService } from "#test/support/service.ts";
import { encoded, speech } from "#test/support/sounds.ts";

const service = await startService({
  env: { TRANSCRIPTION_CONCURRENCY: "3" },
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

test.serial("a short text passes 300 of another account", async (t) => {
  const [noisy, quiet] = [await service.account(), await service.account()];
  const nothing = { source: null, maxUnfinished: 1_000, speed: 1, format: "wav", isDemo: false } as const;
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
  await worker.stop();
  await db.deleteFrom("jobs").execute();
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
  await service.startWorker("transcription");
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
    t.deepEqual(await progressOf(noisy.userId), { ended: 0, running: 2 }, "one place is kept for others");
  }
  const demo = await service.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(short) });
  t.is(demo.status, 200, "the demo is such another");
});
