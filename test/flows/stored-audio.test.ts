import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { usageReport } from "#src/api/usage/schemas.ts";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { audioForm } from "#harness/clients/client.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import { encoded, probe, speech, wav } from "#harness/audio/sounds.ts";

const service = await startService({ workers: ["synthesis", "transcription", "training"] });
const { db, store } = service.resources;
const sentence = await speech("Please open the window. Thank you very much.");
test.after.always(() => service[Symbol.asyncDispose]());

const mebibyte = 1024 * 1024;
type Bytes = Uint8Array<ArrayBuffer>;

/** A WAV of a sound and a chunk without any, so large together. */
function paddedWav(sound: Bytes, totalBytes: number): Bytes {
  const file = Buffer.alloc(totalBytes);
  file.set(sound);
  file.writeUInt32LE(totalBytes - 8, 4);
  // Flite leaves it to the end of the file.
  file.writeUInt32LE(sound.length - 44, 40);
  file.write("JUNK", sound.length);
  file.writeUInt32LE(totalBytes - sound.length - 8, sound.length + 4);
  return Uint8Array.from(file);
}

/** The objects of the store with their sizes, once their number is as expected or some seconds are over. */
async function storedSizes(count: number): Promise<Readonly<Record<string, number>>> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const keys = await objectKeys(service);
    if (keys.length === count || performance.now() > deadline) {
      const sizes = keys.map(async (key) => [key, (await store.size(key)) ?? 0] as const);
      return Object.fromEntries<number>(await Promise.all(sizes));
    }
    await delay(20);
  }
}

const sumOf = (sizes: Readonly<Record<string, number>>): number =>
  Object.values(sizes).reduce((sum, size) => sum + size, 0);

const storedBytesOf = async (key: string): Promise<number> =>
  (await service.call("GET", "/v1/usage", { key })).data(usageReport).storage.stored_bytes;

const transcribe = async (key: string, audio: Bytes) => {
  const { status, headers } = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio) });
  const id = headers.get("x-request-id") ?? "";
  return { id, status };
};
const heard = requestAnswer.options[1];
const readHeard = async (key: string, id: string) =>
  (await service.call("GET", `/v1/speech/requests/${id}`, { key })).data(heard);
const keep = (key: string, keepRecordings: boolean) =>
  service.call("PATCH", "/v1/users/me", { key, json: { keep_recordings: keepRecordings } });

/** Removes all that the test has stored, and sees that the sums are right before and after. */
async function emptyStore(): Promise<void> {
  if ((await recountStorage({ db })).differences.length > 0) throw new Error("The stored bytes do not add up.");
  for (const { key, path } of made.splice(0)) await service.call("DELETE", path, { key });
  if ((await recountStorage({ db })).differences.length > 0) throw new Error("The stored bytes do not add up.");
}

const made: { readonly key: string; readonly path: string }[] = [];

test.serial("nothing of anonymous demo calls is in the store seconds after their answers", async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 5 }, async (_, index) => {
      const accept = index % 2 === 0 ? { headers: { accept: "audio/wav" } } : {};
      const json = { text: `Call ${index}.` };
      const spoken = await service.call("POST", "/v1/demo/speech/synthesize", { json, ...accept });
      const said = index === 0 ? Uint8Array.from(wav(0.3).subarray(0, 44)) : wav(0.3);
      const listened = await service.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(said) });
      t.true(spoken.bytes.length > 1_000);
      return [spoken.status, listened.status];
    });
    const answers = (await Promise.all(calls)).flat();
    t.is(answers.filter((status) => status === 200).length, 9);
    t.is(answers.filter((status) => status === 422).length, 1, "one recording holds no sound");
  }
  t.deepEqual(await storedSizes(0), {});
  t.is((await db.selectFrom("speech_requests").select("id").execute()).length, 100, "their rows stay for feedback");
});

test.serial("nothing is left of a demo call whose caller hangs up while it is spoken", async (t) => {
  const calling = new AbortController();
  const call = fetch(`${service.baseUrl}/v1/demo/speech/synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: "This is one of many sentences. ".repeat(16) }),
    signal: calling.signal,
  });
  const begun = () => db.selectFrom("speech_requests").select("id").where("status", "=", "processing").execute();
  while ((await begun()).length === 0) await delay(5);
  calling.abort();
  await t.throwsAsync(call);
  const isOpen = () => db.selectFrom("jobs").select("subject_id").execute();
  while ((await isOpen()).length > 0) await delay(20);
  await delay(1_000);
  t.deepEqual(await storedSizes(0), {});
});

test.serial("of a large file with little sound little is stored, which can be played", async (t) => {
  const { key } = await service.account();
  const { id, status } = await transcribe(key, paddedWav(wav(0.6, Math.random), 50 * mebibyte - 1_024));
  t.is(status, 200);
  const sizes = await storedSizes(1);
  t.true(sumOf(sizes) <= 40 * 1024, JSON.stringify(sizes));
  t.is(await storedBytesOf(key), sumOf(sizes));
  const { audio_url: url } = await readHeard(key, id);
  const played = await service.call("GET", new URL(url ?? "").pathname, { key });
  t.deepEqual([played.status, played.headers.get("content-type")], [200, "audio/flac"]);
  t.like(await probe(played.bytes), { codec: "flac", sampleRate: 16_000, durationSeconds: 0.6 });
  const part = await service.call("GET", new URL(url ?? "").pathname, { key, headers: { range: "bytes=0-3" } });
  t.deepEqual([part.status, part.bytes.toString()], [206, "fLaC"]);
  made.push({ key, path: `/v1/speech/requests/${id}` });
  await emptyStore();
  t.deepEqual(await storedSizes(0), {});
  t.is(await storedBytesOf(key), 0);
});

test.serial("noise of any length is stored in little more than 32 KB a second", async (t) => {
  const { key } = await service.account();
  const { id } = await transcribe(
    key,
    await encoded(
      wav(20, () => 2 * Math.random() - 1),
      "mp3",
    ),
  );
  const sizes = await storedSizes(1);
  t.true(sumOf(sizes) <= 20 * 32_500, JSON.stringify(sizes));
  made.push({ key, path: `/v1/speech/requests/${id}` });
  await emptyStore();
});

test.serial("an account that wants no recordings kept has none stored, and the next one is as it was", async (t) => {
  const { key } = await service.account();
  t.like((await service.call("GET", "/v1/users/me", { key })).json, { data: { keep_recordings: true } });
  t.like((await keep(key, false)).json, { data: { keep_recordings: false } });
  t.like((await service.call("GET", "/v1/users/me", { key })).json, { data: { keep_recordings: false } });
  const { id, status } = await transcribe(key, sentence);
  t.is(status, 200);
  t.deepEqual(await storedSizes(0), {});
  t.is(await storedBytesOf(key), 0);
  const read = await readHeard(key, id);
  t.is(read.audio_url, null);
  t.regex(read.text ?? "", /window/);
  t.is((await service.call("GET", `/v1/speech/requests/${id}/audio`, { key })).status, 404);
  t.is((await keep(key, true)).status, 200);
  const next = await transcribe(key, sentence);
  t.is(Object.keys(await storedSizes(1)).length, 1);
  made.push({ key, path: `/v1/speech/requests/${next.id}` });
  await emptyStore();
});

test.serial("what was sent goes when the work has failed, and counts no more", async (t) => {
  const { key } = await service.account();
  const { id, status } = await transcribe(
    key,
    Uint8Array.from([...wav(0).subarray(0, 20), ...Array.from({ length: 99 }, () => 0)]),
  );
  t.is(status, 422);
  t.deepEqual(await storedSizes(0), {});
  t.is(await storedBytesOf(key), 0);
  t.is((await readHeard(key, id)).audio_url, null);
});

test.serial("of a voice the sample is kept as it was trained on", async (t) => {
  const { key } = await service.account();
  const birch = await speech(
    "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It is easy to tell the depth of a well.",
    "slt",
  );
  const form = audioForm(paddedWav(birch, 2 * mebibyte), { name: "Mine" });
  const { voice_id: id } = (await service.call("POST", "/v1/voices", { key, form })).data(createdVoice);
  t.is(await storedBytesOf(key), 2 * mebibyte);
  const read = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  while (["pending", "training"].includes((await read()).status)) await delay(50);
  t.like(await read(), { status: "ready", error: null });
  const sizes = await storedSizes(1);
  t.true(sumOf(sizes) < birch.length, JSON.stringify(sizes));
  t.is(await storedBytesOf(key), sumOf(sizes));
  const row = db.selectFrom("voices").select(["sample_key", "sample_container"]).where("id", "=", id);
  t.deepEqual(await row.execute(), [{ sample_key: Object.keys(sizes)[0] ?? "", sample_container: "flac" }]);
  made.push({ key, path: `/v1/voices/${id}` });
  await emptyStore();
  t.deepEqual(await storedSizes(0), {});
});

test.serial("what was spoken counts until it is deleted, also of a demo call of the account", async (t) => {
  const { key } = await service.account();
  const headers = { "idempotency-key": "again" };
  const spoken = await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });
  const tried = await service.call("POST", "/v1/demo/speech/synthesize", { key, json: { text: "Hello." }, headers });
  const sizes = await storedSizes(2);
  t.is(await storedBytesOf(key), sumOf(sizes));
  const again = await service.call("POST", "/v1/demo/speech/synthesize", { key, json: { text: "Hello." }, headers });
  t.deepEqual([again.status, again.json], [200, tried.json], "it is answered again with its audio");
  const path = `/v1/speech/requests/${spoken.data(z.object({ request_id: z.uuid() })).request_id}`;
  made.push({ key, path }, { key, path: `/v1/speech/requests/${tried.headers.get("x-request-id")}` });
  await emptyStore();
  t.is(await storedBytesOf(key), 0);
  t.like((await service.call("GET", "/v1/usage", { key })).json, { data: { total_credits_consumed: 6 } });
});
