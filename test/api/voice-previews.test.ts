import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import test from "ava";
import { z } from "zod";
import { voiceAnswer } from "#src/api/voices/schemas.ts";
import { keepSpeech } from "#src/domain/speech/keep-speech.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { previewText } from "#src/domain/voices/preview-texts.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { previewOf } from "#src/domain/voices/voice-preview.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { insertPendingVoice, insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { probe } from "#harness/audio/sounds.ts";

const service = await startService({ workers: ["synthesis"] });
const { db, config } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const previewPath = (id: string): string => `/v1/voices/${id}/preview`;
const listen = (id: string, headers = {}) => service.call("GET", previewPath(id), { headers });
const keysOf = async (id: string) => (await objectKeys(service)).filter((key) => key.startsWith(`previews/${id}`));

test("a preview is spoken once, without a credential and without a charge, and then kept", async (t) => {
  const id = defaultVoiceId("de");
  t.deepEqual(await keysOf(id), []);
  const answers = await Promise.all([listen(id), listen(id), listen(id)]);
  for (const { status, headers } of answers) {
    t.is(status, 200);
    t.is(headers.get("content-type"), "audio/mpeg");
    t.is(headers.get("cache-control"), "public, max-age=86400");
  }
  const [first] = answers;
  const { codec, sampleRate, durationSeconds } = await probe(first.bytes);
  t.deepEqual([codec, sampleRate], ["mp3", 24_000]);
  t.true(durationSeconds > 1 && durationSeconds < 8, `${durationSeconds} s`);
  t.is((await keysOf(id)).length, 1);
  const spoken = db.selectFrom("speech_requests").select(["user_id", "credits"]).where("voice_id", "=", id);
  t.deepEqual(await spoken.execute(), [{ user_id: null, credits: null }]);

  const again = await listen(id);
  t.true(again.bytes.equals(first.bytes));
  const known = await listen(id, { "if-none-match": again.headers.get("etag") ?? "" });
  t.deepEqual([known.status, known.bytes.length], [304, 0]);
});

test("the answer about a built-in voice names its preview, that of a custom one none", async (t) => {
  const { key, userId } = await service.account();
  const read = async (id: string) => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  const id = defaultVoiceId("en");
  t.is((await read(id)).preview_url, `${config.publicUrl}${previewPath(id)}`);
  const own = await insertPendingVoice(service.resources, userId);
  t.is((await read(own)).preview_url, null);
  t.like((await listen(own)).json, { code: "voice_not_found" });
});

test("a voice without an engine, an unknown voice and an invalid id have no preview", async (t) => {
  const kokoro = builtinVoices.find(({ engine }) => engine === "kokoro")?.id ?? "";
  const page = z.object({ items: z.array(voiceAnswer) });
  const { key } = await service.account();
  const voices = (await service.call("GET", "/v1/voices?language=fr", { key })).data(page).items;
  const absent = voices.find(({ available }) => !available);
  if (absent !== undefined) {
    const { status, json } = await listen(kokoro);
    t.is(status, 404);
    t.like(json, { code: "not_found" });
    t.is(absent.preview_url, null);
  }
  t.like((await listen(randomUUID())).json, { code: "voice_not_found" });
  t.is((await listen("42")).status, 422);
});

test("a preview that could not be made is not tried again for a minute", async (t) => {
  const id = randomUUID();
  const facts = { name: "Odd", description: "", type: "builtin", status: "ready", engine: "flite" } as const;
  // A different engine speaks for it.
  await db
    .insertInto("voices")
    .values({ ...facts, id, language: "ja", engine_voice: "slt" })
    .execute();
  for (const { status, json } of [...(await Promise.all([listen(id), listen(id)])), await listen(id)]) {
    t.is(status, 404);
    t.like(json, { code: "not_found" });
  }
  const spoken = db.selectFrom("speech_requests").select("status").where("voice_id", "=", id);
  t.deepEqual(await spoken.execute(), [{ status: "completed" }]);
  await db.deleteFrom("voices").where("id", "=", id).execute();
});

test("previews that have to be spoken count against the limit of the demo, kept ones do not", async (t) => {
  // No worker runs here, and no call waits.
  await using small = await startService({ env: { DEMO_SYNTHESES_PER_MINUTE: "2", WAIT_MAX_SECONDS: "0" } });
  const id = defaultVoiceId("de");
  const call = () => small.call("GET", previewPath(id));
  t.deepEqual([(await call()).status, (await call()).status], [503, 503]);
  const refused = await call();
  t.is(refused.status, 429);
  t.like(refused.json, { code: "rate_limited" });
  const voice = await findVoice(small.resources.db, id);
  if (voice === null) return t.fail();
  await using folder = await small.resources.workspace.folder();
  await writeFile(`${folder.path}/preview`, "sound");
  await small.resources.store.putFile(previewOf(voice, []).key, `${folder.path}/preview`, "audio/mpeg");
  t.deepEqual([(await call()).status, (await call()).bytes.toString()], [200, "sound"]);
  return undefined;
});

test("another model of the engine makes another preview", async (t) => {
  const voice = await findVoice(db, defaultVoiceId("de"));
  if (voice === null) return t.fail();
  const keyOf = (modelDigest: string, name = voice.engine ?? "") => previewOf(voice, [{ name, modelDigest }]).key;
  t.is(keyOf("1"), keyOf("1"));
  t.not(keyOf("1"), keyOf("2"));
  t.is(keyOf("1", "other"), keyOf("2", "other"), "those of other engines do not matter");
  return undefined;
});

test("what another engine spoke in place of the voice's own is not kept", async (t) => {
  const { userId } = await service.account();
  const request = await findRequest(db, await insertSpoken(service.resources, userId));
  if (request === null) return t.fail();
  const keepOf = (model: string) =>
    keepSpeech(service.resources, { key: `previews/${model}`, engine: "flite" }, { ...request, model });
  t.deepEqual([await keepOf("espeak-ng"), await keepOf("flite")], [false, true]);
  t.deepEqual([await keysOf("espeak-ng"), await keysOf("flite")], [[], ["previews/flite"]]);
  return undefined;
});

test("every language has something to say, and no preview is longer than a demo", (t) => {
  for (const { language } of builtinVoices) {
    const { length } = previewText(language);
    t.true(length > 10 && length < 60, language);
  }
});
