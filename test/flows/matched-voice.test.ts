import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { audioForm } from "#harness/clients/client.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { limitFile } from "#test/support/file-limit.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";

const passage =
  "Please call Stella. Ask her to bring these things with her from the store: six spoons of fresh snow peas, five thick " +
  "slabs of blue cheese, and maybe a snack for her brother Bob. We also need a small plastic snake and a toy frog.";

/** Preparing the reference voices takes minutes, so the tests use those that are there. */
function isPrepared(t: ExecutionContext): boolean {
  const needed = ["kokoro-82m", "ge2e-speaker-encoder", "dnsmos", "silero-vad"];
  const missing = needed.filter((name) => !existsSync(join(modelsDirectory, name, "model.json")));
  const prepared = globSync(join(modelsDirectory, "voice-matching-*", "voices.json"));
  if (missing.length === 0 && prepared.length > 0) return true;
  t.log(
    `Not run: MODELS_DIR has no ${missing.length > 0 ? missing.join(", ") : "reference voices; npm run models -- prepare-voices"}.`,
  );
  t.pass();
  return false;
}

test("a sample becomes a natural voice that speaks, though its worker is killed while it trains", async (t) => {
  if (!isPrepared(t)) return;
  limitFile(35);
  t.timeout(1_800_000);
  const env = { SPEECH_MODELS: "default", HEARTBEAT_MS: "200" };
  const service = await startService({ workers: ["synthesis"], env });
  t.teardown(() => service[Symbol.asyncDispose]());
  const { db } = service.resources;
  const first = await service.startWorker("training");
  const { key } = await service.account();
  const fields = { name: "Stella", consent: "She agrees." };
  const form = audioForm(await speech(passage, "slt"), fields);
  const id = (await service.call("POST", "/v1/voices", { key, form })).data(createdVoice).voice_id;
  const progress = async () => (await findVoice(db, id))?.progress ?? 0;
  while ((await progress()) <= 5) await delay(200);
  await first.kill();
  const expired = { requeueAfterMs: 10_000, leaseExpiresMs: 1_000 };
  while ((await sweepJobs(service.resources, expired)).expired === 0) await delay(100);
  await service.startWorker("training");
  const percents: number[] = [];
  const read = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  for (;;) {
    const voice = await read();
    percents.push(voice.progress);
    if (voice.status === "ready" || voice.status === "failed") break;
    await delay(200);
  }
  const voice = await read();
  t.is(voice.error, null);
  t.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
  );
  t.true((voice.match?.similarity ?? 0) > 0.5, JSON.stringify(voice.match));
  t.true(Math.abs(12 * Math.log2((voice.match?.pitch_hz ?? 0) / (voice.match?.sample_pitch_hz ?? 1))) < 2.5);
  const json = { text: "Good evening.", voice_id: id };
  const said = await service.call("POST", "/v1/speech/synthesize", { key, json });
  t.true(said.data(synthesisAnswer).duration_seconds > 0.5);
  t.log(JSON.stringify(voice.match));
  t.deepEqual(await leftoversAfter(service), nothing);
});

test("a voice that is deleted while it is trained leaves nothing", async (t) => {
  if (!isPrepared(t)) return;
  t.timeout(300_000);
  const service = await startService({ workers: ["training"], env: { SPEECH_MODELS: "default", HEARTBEAT_MS: "200" } });
  t.teardown(() => service[Symbol.asyncDispose]());
  const { key } = await service.account();
  const form = audioForm(await speech(passage, "slt"), { name: "Stella" });
  const id = (await service.call("POST", "/v1/voices", { key, form })).data(createdVoice).voice_id;
  const progress = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer).progress;
  while ((await progress()) <= 5) await delay(50);
  t.is((await service.call("DELETE", `/v1/voices/${id}`, { key })).status, 200);
  t.deepEqual(await leftoversAfter(service, 60_000), nothing);
});
