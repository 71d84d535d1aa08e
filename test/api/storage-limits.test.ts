import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { usageReport } from "#src/api/usage/schemas.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { type Answer, audioForm } from "#harness/clients/client.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { insertHeard } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { wav } from "#harness/audio/sounds.ts";

/** The recording of a second. */
const recording = wav(1);
const maxBytes = 3 * recording.length + 1_000;
// No worker runs here: what is sent stays as it is.
const service = await startService({
  env: {
    ...{ VOICES_MAX: "3", STORED_MAX_BYTES: `${maxBytes}`, WAIT_MAX_SECONDS: "0", SPEECH_CONCURRENCY: "50" },
  },
});
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const requests = "/v1/speech/requests";
const sendVoice = (key: string, audio = recording) =>
  service.call("POST", "/v1/voices", { key, form: audioForm(audio, { name: "Mine" }) });
const sendRecording = (key: string, audio = recording) =>
  service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio) });
const sendText = (key: string) => service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });
const remove = (key: string, id: string) => service.call("DELETE", `${requests}/${id}`, { key });
const storageOf = async (key: string) => (await service.call("GET", "/v1/usage", { key })).data(usageReport).storage;
const idOf = (answer: Answer): string => answer.headers.get("x-request-id") ?? "";
const statuses = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

/** The sums are those of the objects, and the objects are those of the rows. */
async function addsUp(t: ExecutionContext): Promise<void> {
  t.deepEqual((await recountStorage({ db })).differences, []);
  t.deepEqual((await recountCredits({ db })).differences, []);
  const counted = await db.selectFrom("stored_objects").select("key").orderBy("key").execute();
  t.deepEqual(
    counted.map(({ key }) => key),
    await objectKeys(service),
  );
}

test.serial("of 20 voices made at once as many come to be as the account may have", async (t) => {
  const { key, userId } = await service.account();
  const small = wav(1, undefined, 8_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendVoice(key, small)));
  t.deepEqual(statuses(answers), [...Array.from({ length: 3 }, () => 201), ...Array.from({ length: 17 }, () => 409)]);
  for (const { status, json } of answers) {
    if (status === 409) t.like(json, { code: "voice_limit", voices: 3, voices_max: 3 });
  }
  const voices = await db.selectFrom("voices").select("id").where("user_id", "=", userId).execute();
  t.is(voices.length, 3);
  t.like(await storageOf(key), { voices: 3, voices_max: 3, stored_bytes: 3 * small.length });
  await addsUp(t);

  t.is((await service.call("DELETE", `/v1/voices/${voices[0]?.id}`, { key })).status, 200);
  t.is((await storageOf(key)).voices, 2);
  t.is((await sendVoice(key, small)).status, 201);
  t.is((await sendVoice(key, small)).status, 409);
  const other = await service.account();
  t.is((await sendVoice(other.key, small)).status, 201, "the voices of others do not count");
});

test.serial("of 20 uploads at once as many are taken as there is room for, and the others leave nothing", async (t) => {
  const { key } = await service.account();
  const before = await objectKeys(service);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendRecording(key)));
  t.is(answers.filter(({ status }) => status === 202).length, 3);
  for (const { status, json } of answers) {
    if (status === 409) t.like(json, { code: "storage_limit", stored_max_bytes: maxBytes });
  }
  t.is(answers.filter(({ status }) => status === 409).length, 17);
  t.deepEqual(await storageOf(key), {
    voices: 0,
    voices_max: 3,
    stored_bytes: 3 * recording.length,
    stored_max_bytes: maxBytes,
  });
  t.is((await objectKeys(service)).length, before.length + 3);
  await addsUp(t);
  t.like((await sendVoice(key)).json, { code: "storage_limit", stored_bytes: 3 * recording.length });

  const [taken] = answers.filter(({ status }) => status === 202);
  t.is((await remove(key, taken === undefined ? "" : idOf(taken))).status, 200);
  t.is((await storageOf(key)).stored_bytes, 2 * recording.length);
  t.is((await sendRecording(key)).status, 202);
  await addsUp(t);
});

test.serial("what cannot fit is refused before it is stored", async (t) => {
  const { key } = await service.account();
  const before = await objectKeys(service);
  const { status, json } = await sendRecording(key, wav(4));
  t.is(status, 409);
  t.like(json, { code: "storage_limit", stored_bytes: 0, stored_max_bytes: maxBytes });
  t.deepEqual(await objectKeys(service), before);
  t.deepEqual(await db.selectFrom("pending_objects").select("key").execute(), []);
});

test.serial("texts are spoken until the account is full, and again when it is not", async (t) => {
  const { key, userId } = await service.account();
  t.is((await sendText(key)).status, 202);
  const rest = { key: `results/${randomUUID()}`, user_id: userId, bytes: maxBytes };
  await db.insertInto("stored_objects").values(rest).execute();
  for (const path of ["/v1/speech/synthesize", "/v1/demo/speech/synthesize"]) {
    const { status, json } = await service.call("POST", path, { key, json: { text: "Hello." } });
    t.is(status, 409, path);
    t.like(json, { code: "storage_limit", stored_bytes: maxBytes, stored_max_bytes: maxBytes });
  }
  const demo = await service.call("POST", "/v1/demo/speech/synthesize", { json: { text: "Hello." } });
  t.is(demo.status, 503, "demo calls do not count against an account");
  await db.insertInto("object_removals").values({ key: rest.key }).execute();
  t.is((await sendText(key)).status, 202);
  await addsUp(t);
});

test.serial("a request is deleted with its job and its held credits, and only by its account", async (t) => {
  const { key } = await service.account();
  const stranger = await service.account();
  const before = (await service.call("GET", "/v1/usage", { key })).data(usageReport).credits;
  const id = idOf(await sendRecording(key));
  for (const [caller, other] of [
    [stranger.key, id],
    [key, randomUUID()],
  ] as const) {
    const refused = await remove(caller, other);
    t.is(refused.status, 404);
    t.like(refused.json, { code: "request_not_found" });
  }
  t.is((await db.selectFrom("jobs").select("subject_id").where("subject_id", "=", id).execute()).length, 1);
  const gone = await remove(key, id);
  t.deepEqual([gone.status, gone.json], [200, { success: true, data: { request_id: id, deleted: true } }]);
  t.deepEqual(await db.selectFrom("jobs").select("subject_id").where("subject_id", "=", id).execute(), []);
  t.deepEqual((await service.call("GET", "/v1/usage", { key })).data(usageReport).credits, before);
  t.is((await service.call("GET", `${requests}/${id}`, { key })).status, 404);
  t.is((await remove(key, id)).status, 404);
  t.is((await storageOf(key)).stored_bytes, 0);
  await addsUp(t);
});

test.serial("a finished request leaves the history, and what was said of it stays", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertHeard(service.resources, userId);
  const feedback = { json: { request_id: id, feedback_text: "Well heard." } };
  t.is((await service.call("POST", "/v1/feedback", { key, ...feedback })).status, 201);
  t.is((await remove(key, id)).status, 200);
  const total = z.object({ total: z.int() });
  t.is((await service.call("GET", requests, { key })).data(total).total, 0);
  t.is((await service.call("GET", "/v1/feedback", { key })).data(total).total, 1);
});

test.serial("the setting for recordings takes a boolean and nothing else", async (t) => {
  const { key } = await service.account();
  const change = (json: unknown) => service.call("PATCH", "/v1/users/me", { key, json });
  t.like((await change({})).json, { data: { keep_recordings: true } }, "what is absent stays");
  t.is((await change({ keep_recordings: "perhaps" })).status, 422);
  t.is((await change({ keep_recordings: null })).status, 422);
  t.like((await change({ keep_recordings: false, role: "admin" })).json, {
    data: { keep_recordings: false, role: "user" },
  });
  t.like((await service.call("GET", "/v1/users/me/limits", { key })).json, { data: { audio_retention_days: 30 } });
});
