import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { audioForm } from "#harness/clients/client.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const voices = "/v1/voices";
const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { db, store, workspace } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const sample = tone(2);
const make = (key: string, fields: Readonly<Record<string, string>> = {}) =>
  service.call("POST", voices, { key, form: audioForm(sample, { name: "Mine", ...fields }) });
const read = async (key: string, id: string) =>
  (await service.call("GET", `${voices}/${id}`, { key })).data(voiceAnswer);
const usesOf = (key: string, id: string) => service.call("GET", `${voices}/${id}/uses`, { key });

const match = {
  ...{ method: "matched", baseVoice: "af_heart", similarity: 0.8149, builtinVoice: "af_sky", builtinSimilarity: 0.7 },
  ...{ samplePitchHz: 193.22, pitchHz: 190.01, wordErrors: 0, words: 13, sampleSeconds: 12.34, warnings: ["Short."] },
  ...{
    clarity: { signal: 3, background: 4, overall: 3.21 },
    sampleClarity: { signal: 3, background: 4, overall: 3.5 },
  },
} as const;

/** Makes a voice and trains it by hand. @returns its id and the key of its sample */
async function ready(key: string, fields: Readonly<Record<string, string>> = {}) {
  const id = (await make(key, fields)).data(createdVoice).voice_id;
  await using folder = await workspace.folder();
  const path = join(folder.path, "sample");
  await writeFile(path, "fLaC");
  const sampleKey = `samples/${id}-1-1`;
  await store.putFile(sampleKey, path, "audio/flac");
  const trained = { status: "ready", engine: "kokoro", engine_voice: "af_heart", sample_key: sampleKey } as const;
  await db
    .updateTable("voices")
    .set({ ...trained, match: JSON.stringify(match) })
    .where("id", "=", id)
    .execute();
  return { id, sampleKey };
}

test("consent is kept with the time and the hash of the sample, and is no condition", async (t) => {
  const { key } = await service.account();
  const statement = "I agree that my voice is matched. 🎙️";
  const made = (await make(key, { consent: statement, consent_given_by: "Ann Example" })).data(createdVoice);
  const voice = await read(key, made.voice_id);
  t.like(voice.consent, { statement, given_by: "Ann Example" });
  t.true(Math.abs(Date.now() - Date.parse(voice.consent?.given_at ?? "")) < 60_000);
  t.is(voice.sample_sha256, createHash("sha256").update(sample).digest("hex"));
  t.like(voice, { progress: 0, match: null, has_sample: true });
  const without = (await make(key)).data(createdVoice);
  t.is((await read(key, without.voice_id)).consent, null);
});

test("an overlong consent is 422 at its field", async (t) => {
  const { key } = await service.account();
  const { status, json } = await make(key, { consent: "x".repeat(1001), consent_given_by: "x".repeat(201) });
  t.is(status, 422);
  t.like(json, { detail: [{ loc: ["body", "consent"] }, { loc: ["body", "consent_given_by"] }] });
});

test("a person who has agreed to nothing is 422 at the consent", async (t) => {
  const { key } = await service.account();
  for (const consent of [{}, { consent: "" }]) {
    const { status, json } = await make(key, { ...consent, consent_given_by: "Ann Example" });
    t.is(status, 422);
    t.like(json, { detail: [{ loc: ["body", "consent"], type: "missing", msg: "Field required" }] });
  }
});

test("what voice matching has reached is shown, rounded", async (t) => {
  const { key } = await service.account();
  const { id } = await ready(key);
  const voice = await read(key, id);
  t.like(voice, {
    progress: 100,
    match: { method: "matched", similarity: 0.81, builtin_similarity: 0.7, pitch_hz: 190 },
  });
  t.like(voice.match, { sample_pitch_hz: 193.2, clarity: 3.2, sample_clarity: 3.5, sample_seconds: 12.3 });
  t.like(voice.match, {
    base_voice: "Harper",
    builtin_voice: "Skye",
    word_errors: 0,
    words: 13,
    warnings: ["Short."],
  });
});

test("the sample can be deleted alone: the voice goes on speaking", async (t) => {
  const { key } = await service.account();
  const { id, sampleKey } = await ready(key);
  const { status, json } = await service.call("DELETE", `${voices}/${id}/sample`, { key });
  t.deepEqual([status, json], [200, { success: true, data: { voice_id: id, sample_deleted: true } }]);
  t.false((await objectKeys(service)).includes(sampleKey));
  t.like(await read(key, id), { status: "ready", has_sample: false });
  t.is((await service.call("DELETE", `${voices}/${id}/sample`, { key })).status, 200, "again is no fault");
  const text = { text: "Hello.", voice_id: id };
  t.is((await service.call("POST", "/v1/speech/synthesize", { key, json: text })).status, 202);
});

test("the sample can be played by its owner alone, as a whole and in parts, until it is deleted", async (t) => {
  const [{ key }, stranger] = [await service.account(), await service.account()];
  const { id } = await ready(key);
  const path = `${voices}/${id}/sample`;
  const whole = await service.call("GET", path, { key });
  t.deepEqual([whole.status, whole.headers.get("content-type"), whole.bytes.toString()], [200, "audio/wav", "fLaC"]);
  const part = await service.call("GET", path, { key, headers: { range: "bytes=1-2" } });
  t.deepEqual([part.status, part.headers.get("content-range"), part.bytes.toString()], [206, "bytes 1-2/4", "La"]);
  const etag = whole.headers.get("etag") ?? "";
  t.is((await service.call("GET", path, { key, headers: { "if-none-match": etag } })).status, 304);
  for (const [caller, voice] of [
    [stranger.key, id],
    [key, builtinVoices[0]?.id ?? ""],
    [key, randomUUID()],
  ] as const) {
    const { status, json } = await service.call("GET", `${voices}/${voice}/sample`, { key: caller });
    t.is(status, 404);
    t.like(json, { code: "voice_not_found" });
  }
  await service.call("DELETE", path, { key });
  const gone = await service.call("GET", path, { key });
  t.is(gone.status, 404);
  t.like(gone.json, { code: "not_found", detail: "The sample of this voice is not kept." });
});

test("what is said in a sample is kept with it, and goes with it", async (t) => {
  const { key } = await service.account();
  const { id } = await ready(key, { sample_text: "Good morning. 🌞" });
  t.is((await read(key, id)).sample_text, "Good morning. 🌞");
  await service.call("DELETE", `${voices}/${id}/sample`, { key });
  t.is((await read(key, id)).sample_text, null);
  t.is((await make(key, { sample_text: "x".repeat(1001) })).status, 422);
});

test("a voice of the account can be renamed, others cannot, and what is wrong with a name is said", async (t) => {
  const [{ key }, stranger] = [await service.account(), await service.account()];
  const { voice_id: id } = (await make(key, { description: "Old." })).data(createdVoice);
  const rename = (caller: string, voice: string, json: object) =>
    service.call("PATCH", `${voices}/${voice}`, { key: caller, json });
  t.like((await rename(key, id, { name: "Grandma" })).data(voiceAnswer), { name: "Grandma", description: "Old." });
  t.like((await rename(key, id, { description: "" })).data(voiceAnswer), { name: "Grandma", description: "" });
  t.like(await read(key, id), { name: "Grandma", description: "" });
  const refused = await rename(key, id, { name: "", description: "x".repeat(501) });
  t.is(refused.status, 422);
  t.like(refused.json, { detail: [{ loc: ["body", "name"] }, { loc: ["body", "description"] }] });
  for (const [caller, voice] of [
    [stranger.key, id],
    [key, builtinVoices[0]?.id ?? ""],
  ] as const) {
    t.like((await rename(caller, voice, { name: "Mine" })).json, { code: "voice_not_found" });
  }
});

test("the sample of a voice that is being trained stays, and foreign and built-in voices are not found", async (t) => {
  const [{ key }, stranger] = [await service.account(), await service.account()];
  const made = (await make(key)).data(createdVoice);
  const early = await service.call("DELETE", `${voices}/${made.voice_id}/sample`, { key });
  t.is(early.status, 409);
  t.like(early.json, { code: "voice_not_ready" });
  for (const [caller, id] of [
    [stranger.key, made.voice_id],
    [key, builtinVoices[0]?.id ?? ""],
    [key, randomUUID()],
  ] as const) {
    t.is((await service.call("DELETE", `${voices}/${id}/sample`, { key: caller })).status, 404);
    t.is((await usesOf(caller, id)).status, 404);
  }
});

test("the audit log of a voice outlives the voice and ends with the account", async (t) => {
  const { key, userId } = await service.account();
  const { id } = await ready(key);
  const json = { text: "Hello.", voice_id: id };
  const spoken = await service.call("POST", "/v1/speech/synthesize", { key, json });
  await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });
  await service.call("DELETE", `${voices}/${id}/sample`, { key });
  await service.call("DELETE", `${voices}/${id}`, { key });
  t.like((await usesOf(key, id)).json, {
    data: {
      total: 4,
      items: [
        { action: "deleted", request_id: null },
        { action: "sample_deleted" },
        { action: "spoken", request_id: spoken.headers.get("x-request-id") },
        { action: "created" },
      ],
    },
  });
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  t.deepEqual(await db.selectFrom("voice_uses").select("id").where("user_id", "=", userId).execute(), []);
});
