import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { audioForm } from "#test/support/client.ts";
import { objectKeys } from "#test/support/left-behind.ts";
import { startService } from "#test/support/service.ts";
import { speech, wav } from "#test/support/sounds.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const { db, store } = service.resources;
const sentence = await speech("Please open the window. Thank you very much.");
test.after.always(() => service[Symbol.asyncDispose]());

const mebibyte = 1024 * 1024;

/** A WAV of so much speech followed by a chunk that holds no sound. */
function paddedWav(sound: Uint8Array, totalBytes: number): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(totalBytes);
  file.set(sound);
  file.writeUInt32LE(totalBytes - 8, 4);
  file.write("JUNK", sound.length);
  file.writeUInt32LE(totalBytes - sound.length - 8, sound.length + 4);
  return Uint8Array.from(file);
}

const sizesOf = async (keys: readonly string[]) => Promise.all(keys.map(async (key) => (await store.size(key)) ?? 0));
const storedNow = async () => (await sizesOf(await objectKeys(service))).reduce((sum, size) => sum + size, 0);

/** Waits a few seconds for the store to be empty. @returns the keys that are left */
async function leftInStore(withinMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const keys = await objectKeys(service);
    if (keys.length === 0 || performance.now() > deadline) return keys;
    await delay(50);
  }
}

test.serial("nothing of anonymous demo calls is left in the store seconds after their answers", async (t) => {
  const calls = Array.from({ length: 50 }, async (_, index) => {
    const spoken = await service.call("POST", "/v1/demo/speech/synthesize", {
      json: { text: `Call ${index}.` },
      ...(index % 2 === 0 && { headers: { accept: "audio/wav" } }),
    });
    const heard = await service.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(wav(0.3)) });
    return [spoken.status, heard.status];
  });
  const answers = (await Promise.all(calls)).flat();
  t.true(answers.every((status) => status === 200));
  t.deepEqual(await leftInStore(5_000), []);
  t.is((await db.selectFrom("speech_requests").select("id").execute()).length, 100, "their rows stay for feedback");
});

test.serial("of a large file with a little sound a little is kept", async (t) => {
  const { key } = await service.account();
  const file = paddedWav(wav(0.6), 50 * mebibyte - 1_024);
  const { status, json } = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(file) });
  t.is(status, 200, JSON.stringify(json));
  await delay(500);
  const stored = await storedNow();
  console.log("stored", stored, await objectKeys(service));
  t.true(stored <= 40 * 1024, `${stored} bytes`);
});
void z;
void sentence;
