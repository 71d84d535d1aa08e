import { randomUUID } from "node:crypto";
import test from "ava";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { voiceAnswer } from "#src/api/voices/schemas.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { leftoversAfter, nothing, objectKeys } from "#harness/service/leftovers.ts";
import { until } from "#harness/until.ts";
import { speech, tone } from "#harness/audio/sounds.ts";
import { insertOutdatedVoice } from "#test/support/outdated-voice.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const sample = await speech("The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.");
test.after.always(() => service[Symbol.asyncDispose]());

const read = async (key: string, id: string) =>
  (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
const train = (key: string, id: string) => service.call("POST", `/v1/voices/${id}/train`, { key });
const speak = (key: string, id: string) =>
  service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Good night.", voice_id: id } });

/** Looks until there is something. */
async function eventually<Found>(look: () => Promise<Found | null>): Promise<Found | null> {
  let found: Found | null = null;
  await until(
    async () => {
      found = await look();
      return found !== null;
    },
    { withinMs: 120_000, signal: new AbortController().signal },
  );
  return found;
}

test.serial(
  "a voice of the formant synthesiser is outdated everywhere, and nothing is charged for asking it",
  async (t) => {
    const { key, userId } = await service.account();
    const id = await insertOutdatedVoice(resources, { userId, sample });
    const voice = await read(key, id);
    t.like(voice, { status: "failed", available: false, has_sample: true, error: { code: "voice_outdated" } });
    const refused = await speak(key, id);
    t.is(refused.status, 409);
    t.like(refused.json, { code: "voice_outdated", detail: voice.error?.message });
    const json = { model: "tts-1", input: "Good night.", voice: id };
    t.like((await service.call("POST", "/openai/v1/audio/speech", { key, json })).json, {
      error: { code: "voice_outdated", param: "voice" },
    });
    t.like((await service.call("GET", "/v1/voices?type=custom&available=true", { key })).json, { data: { total: 0 } });
    const [listed] = [(await service.call("GET", "/v1/voices?type=custom", { key })).json];
    t.like(listed, { data: { items: [{ voice_id: id, status: "failed" }] } });
    t.is((await db.selectFrom("speech_requests").select("id").execute()).length, 0);
  },
);

test.serial("what cannot be trained again is refused with the reason", async (t) => {
  const [owner, stranger] = [await service.account(), await service.account()];
  const id = await insertOutdatedVoice(resources, { userId: owner.userId, sample });
  for (const voiceId of [id, builtinVoices[0]?.id ?? "", randomUUID()]) {
    t.like((await train(stranger.key, voiceId)).json, { code: "voice_not_found" });
  }
  const bare = await insertOutdatedVoice(resources, { userId: owner.userId, sample: null });
  const { status, json } = await train(owner.key, bare);
  t.is(status, 409);
  t.like(json, { code: "invalid_transition" });
  t.regex(JSON.stringify(json), /The sample of this voice is not kept\. Replace it with/);
});

test.serial("a request that waited while its voice became outdated fails and costs nothing", async (t) => {
  const idle = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
  t.teardown(() => idle[Symbol.asyncDispose]());
  const { key, userId } = await idle.account();
  const id = await insertOutdatedVoice(idle.resources, { userId, sample: null });
  const ready = { engine: "flite", engine_voice: "rms", profile: null };
  await idle.resources.db.updateTable("voices").set(ready).where("id", "=", id).execute();
  const json = { text: "Good night.", voice_id: id };
  const waiting = (await idle.call("POST", "/v1/speech/synthesize", { key, json })).json;
  t.like(waiting, { data: { status: "queued" } });
  await idle.resources.db.updateTable("voices").set({ engine: "espeak-ng" }).where("id", "=", id).execute();
  await idle.startWorker("synthesis");
  const request = await eventually(async () => {
    const row = idle.resources.db.selectFrom("speech_requests").select(["status", "error_code", "credits"]);
    const found = await row.executeTakeFirstOrThrow();
    return found.status === "failed" ? found : null;
  });
  t.like(request, { error_code: "voice_outdated", credits: null });
});

test.serial("an outdated voice is trained again from its sample, keeps its id, and speaks", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertOutdatedVoice(resources, { userId, sample });
  await service.startWorker("training");
  await service.startWorker("synthesis");
  const answers = await Promise.all([train(key, id), train(key, id)]);
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  t.deepEqual(statuses, [200, 409], "it is trained once");
  const voice = await eventually(async () => {
    const found = await read(key, id);
    return found.status === "ready" || found.status === "failed" ? found : null;
  });
  t.like(voice, { status: "ready", error: null, engine: "kokoro", match: { method: "matched" } });
  t.true((await speak(key, id)).data(synthesisAnswer).duration_seconds > 0.3);
  const { sample_key: kept } = (await findVoice(db, id)) ?? {};
  t.not(kept, `samples/${id}-1`);
  await eventually(async () => {
    const keys = (await objectKeys(service)).filter((name) => name.includes(id));
    return keys.length === 1 && keys[0] === kept ? keys : null;
  });
  t.is((await service.call("GET", `/v1/voices/${id}/sample`, { key })).status, 200);
  t.like((await train(key, id)).json, { code: "invalid_transition" });
  t.is((await service.call("DELETE", `/v1/voices/${id}`, { key })).status, 200);
});

test.serial("an outdated voice whose sample makes no voice says why", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertOutdatedVoice(resources, { userId, sample: tone(8) });
  t.is((await train(key, id)).status, 200);
  const voice = await eventually(async () => {
    const found = await read(key, id);
    return found.status === "failed" ? found : null;
  });
  t.like(voice, { error: { code: "sample_without_speech" }, has_sample: false });
  t.is((await service.call("DELETE", `/v1/voices/${id}`, { key })).status, 200);
  t.deepEqual(await leftoversAfter(service), nothing);
});
