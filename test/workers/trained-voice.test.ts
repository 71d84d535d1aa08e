import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { findVoice, startTraining } from "#src/domain/voices/queries.ts";
import { raiseTrainingProgress } from "#src/domain/voices/training-queries.ts";
import { DomainError } from "#src/errors.ts";
import { trainVoice } from "#src/jobs/train-voice.ts";
import { audioForm } from "#harness/clients/client.ts";
import { fakeMatching, speakOffset } from "#test/support/fake-voice-matching.ts";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { insertOutdatedVoice } from "#test/support/outdated-voice.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { probe, speech } from "#harness/audio/sounds.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { trainVoiceHandler } from "#workers/training/train-voice.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { SpeakStyle } from "#workers/speech/voices/matching/style-voice.ts";

// No worker runs: the tests below are the worker, and one after the other, since a run may take any account's work.
const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { resources } = service;
const { db } = resources;
const reference = await mkdtemp(join(tmpdir(), "speech-reference-"));
const sample = await speech(
  "We saw the brown fox at nine, and it ran over the lazy dog as if there was nothing to it.",
);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(reference, { recursive: true });
});

async function make(fields: Readonly<Record<string, string>> = {}) {
  const { key } = await service.account();
  const form = audioForm(sample, { name: "Mine", ...fields });
  const id = (await service.call("POST", "/v1/voices", { key, form })).data(createdVoice).voice_id;
  const read = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  return { id, key, read };
}

/** Runs the training as a worker would. */
async function train(id: string, speak: SpeakStyle = speakOffset, open = async () => fakeMatching(reference, speak)) {
  const handler = trainVoiceHandler(resources, open);
  const payload = await promoteJob(db, id);
  const job = { contract: { ...trainVoice, backoffMs: () => 0 }, payload, handler };
  return runJob(resources, job, new AbortController().signal);
}

const usesOf = async (id: string, key: string) => (await service.call("GET", `/v1/voices/${id}/uses`, { key })).json;

/** Runs `interrupt` when the engine speaks for the third time. */
function interruptedBy(interrupt: () => Promise<unknown> | undefined): SpeakStyle {
  let spoken = 0;
  return async (said) => {
    spoken += 1;
    if (spoken === 3) await interrupt();
    return speakOffset(said);
  };
}

test.serial("a sample becomes a matched voice with its similarity, and is kept", async (t) => {
  const { id, read, key } = await make();
  await train(id);
  const { status, progress, match, has_sample: hasSample } = await read();
  t.deepEqual([status, progress, hasSample], ["ready", 100, true]);
  t.is(match?.method, "matched");
  t.true((match?.similarity ?? 0) > (match?.builtin_similarity ?? 1));
  t.like(await usesOf(id, key), { data: { items: [{ action: "trained" }, { action: "created" }] } });
});

/** Reads a voice in the middle of its training, `elapsed` seconds after its start, at `progress` or what was reached meanwhile. */
async function midway({ id, read }: Awaited<ReturnType<typeof make>>, progress: number, elapsed: number) {
  const seen: Awaited<ReturnType<typeof read>>[] = [];
  const interrupt = async () => {
    const training_started_at = new Date(Date.now() - elapsed * 1_000);
    await db.updateTable("voices").set({ progress, training_started_at }).where("id", "=", id).execute();
    seen.push(await read());
  };
  await train(id, interruptedBy(interrupt));
  return { left: seen[0]?.seconds_left ?? null, done: (seen[0]?.progress ?? 0) / 100 };
}

test.serial("a voice in training has the time left by the median of the earlier trainings and its pace", async (t) => {
  const measure = (seconds: number | null) => db.updateTable("voices").set({ training_seconds: seconds }).execute();
  const isAbout = (left: number | null, seconds: number): void => {
    t.true(left !== null && left >= Math.floor(seconds) && left < seconds + 30, `${left} of ${seconds}`);
  };
  await measure(null);
  const first = await make();
  t.is((await first.read()).seconds_left, null, "while it waits");
  const alone = await midway(first, 95, 1_900);
  isAbout(alone.left, (1_900 * (1 - alone.done)) / alone.done);
  t.is((await first.read()).seconds_left, null, "once it is ready");
  t.true((await trainingSeconds(first.id)) > 0);
  await measure(null);
  for (const seconds of [500, 1_000, 9_000]) {
    const { userId } = await service.account();
    const id = await insertOutdatedVoice(resources, { userId, sample: null });
    const times = { training_started_at: new Date(), training_seconds: seconds };
    await db.updateTable("voices").set(times).where("id", "=", id).execute();
  }
  for (const elapsed of [100, 5_000]) {
    const { left, done } = await midway(await make(), 50, elapsed);
    isAbout(left, (1 - done) * (elapsed + (1 - done) * 1_000));
    await measure(1_000);
  }
});

test.serial("a training that starts again has the progress and the time left of its new run", async (t) => {
  const { id, read } = await make();
  await startTraining(db, id);
  await raiseTrainingProgress(db, id, 43);
  await startTraining(db, id);
  await db.updateTable("voices").set({ training_seconds: 600 }).where("training_seconds", "is not", null).execute();
  const { progress, seconds_left: left, training_started_at: start } = await read();
  t.deepEqual([progress, left], [0, 600]);
  t.true(Math.abs(Date.now() - Date.parse(start ?? "")) < 60_000);
});

const trainingSeconds = async (id: string): Promise<number> => {
  const row = db.selectFrom("voices").select("training_seconds").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).training_seconds ?? 0;
};

test.serial("voices that wait for their training have places in the queue", async (t) => {
  await db.deleteFrom("jobs").execute();
  const [first, second] = [await make(), await make()];
  t.deepEqual([(await first.read()).queue_position, (await second.read()).queue_position], [1, 2]);
  const list = await service.call("GET", "/v1/voices?type=custom", { key: second.key });
  t.like(list.json, { data: { items: [{ voice_id: second.id, queue_position: 2 }] } });
  await train(first.id);
  t.deepEqual([(await first.read()).queue_position, (await second.read()).queue_position], [null, 1]);
});

/** The reading of the sample by a recogniser. */
const heardIn = (rest: Partial<Recognition> = {}): Recognition => {
  const segment = (id: number, text: string, end: number) => ({ id, text, start: end - 1, end, confidence: 1 });
  const segments = [segment(0, "We saw the fox.", 2), segment(1, "It ran.", 4), segment(2, "Long after.", 40)];
  return { ...{ text: "", segments, words: [], model: "toy", confidenceSource: "none" }, ...rest };
};
const reading = (recognition: Recognition | null) => async () => ({
  ...fakeMatching(reference),
  readSample: async () => recognition,
});

test.serial("a finished voice says the first sentences of its sample, free, until the sample is deleted", async (t) => {
  const { id, key, read: show } = await make();
  await train(id, speakOffset, reading(heardIn()));
  const heard = await service.call("GET", `/v1/voices/${id}/comparison`, { key });
  const { voice_seconds: seconds = null, ...words } = (await show()).comparison ?? {};
  t.deepEqual(words, { text: "We saw the fox. It ran.", sample_seconds: 4 });
  t.true(Math.abs((seconds ?? 0) - (await probe(heard.bytes)).durationSeconds) < 0.1);
  t.deepEqual([heard.status, heard.headers.get("content-type")], [200, "audio/mpeg"]);
  t.is((await probe(heard.bytes)).codec, "mp3");
  const stranger = await service.account();
  t.is((await service.call("GET", `/v1/voices/${id}/comparison`, { key: stranger.key })).status, 404);
  t.deepEqual((await recountStorage(resources)).differences, []);
  await service.call("DELETE", `/v1/voices/${id}/sample`, { key });
  t.is((await show()).comparison, null);
  t.deepEqual(
    (await objectKeys(service)).filter((name) => name.includes(id)),
    [],
  );
});

test.serial("words that are not understood are not compared, those that were sent with the sample are", async (t) => {
  for (const [recognition, fields, comparison] of [
    [null, {}, null],
    [heardIn({ isOtherLanguage: true }), {}, null],
    [heardIn({ unintelligible: [{ start: 0, end: 1 }] }), {}, null],
    [heardIn({ unintelligible: [{ start: 3, end: 5 }] }), {}, { text: "We saw the fox.", sample_seconds: 2 }],
    [null, { sample_text: "It ran away." }, { text: "It ran away." }],
    [null, { sample_text: "Dies ist ein langer Satz in deutscher Sprache, den niemand vorliest." }, null],
  ] as const) {
    const { id, read: show } = await make(fields);
    await train(id, speakOffset, reading(recognition));
    t.like({ shown: (await show()).comparison }, { shown: comparison });
  }
});

test.serial("a voice that cannot be compared is ready all the same", async (t) => {
  const { id, read: show } = await make({ sample_text: "It ran." });
  const speakText = () => Promise.reject(new DomainError("engine_timeout"));
  await train(id, speakOffset, async () => ({ ...fakeMatching(reference), speakText }));
  t.like(await show(), { status: "ready", comparison: null, has_sample: true });
});

test.serial("a search that a caller asks for is no longer made", async (t) => {
  const [plain, searched] = [await make(), await make({ improve: "true" })];
  await train(plain.id);
  await train(searched.id);
  t.deepEqual((await searched.read()).match, (await plain.read()).match);
});

test.serial("a voice that is deleted while it is trained leaves nothing", async (t) => {
  const { id, key } = await make();
  await train(
    id,
    interruptedBy(() => service.call("DELETE", `/v1/voices/${id}`, { key })),
  );
  t.is(await findVoice(db, id), null);
  const left = (await objectKeys(service)).filter((name) => name.includes(id));
  t.deepEqual(left, []);
});

test.serial("a training that fails finally says why, and its sample goes", async (t) => {
  const { id, read } = await make();
  const fail: SpeakStyle = () => Promise.reject(new DomainError("engine_timeout"));
  await train(id, fail);
  const { status, error, has_sample: hasSample } = await read();
  t.deepEqual([status, error?.code, hasSample], ["failed", "engine_timeout", false]);
});

test.serial("a run that has lost its lease makes no voice", async (t) => {
  const { id } = await make();
  await train(
    id,
    interruptedBy(() => db.updateTable("jobs").set({ run: 9 }).where("subject_id", "=", id).execute()),
  );
  t.like(await findVoice(db, id), { status: "training", engine: null });
});

test.serial("a new training that fails keeps the sample, and can be asked for again", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertOutdatedVoice(resources, { userId, sample });
  const askAgain = async () => (await service.call("POST", `/v1/voices/${id}/train`, { key })).status;
  const read = async () => (await service.call("GET", `/v1/voices/${id}`, { key })).data(voiceAnswer);
  t.is(await askAgain(), 200);
  await train(id, () => Promise.reject(new DomainError("engine_timeout")));
  t.like(await read(), { status: "failed", error: { code: "engine_timeout" }, has_sample: true });
  t.is(await askAgain(), 200);
  t.like(await read(), { status: "pending", error: null });
  await train(id);
  t.like(await read(), { status: "ready", error: null, has_sample: true });
  t.is(await askAgain(), 409);
});

const noisy = () =>
  Promise.reject(new DomainError("audio_unusable", "The sample has too much background noise: 2.9 on a scale."));

test.serial("a failed voice is trained from another sample, and keeps its name and its consent", async (t) => {
  const { id, key, read } = await make({
    consent: "I agree.",
    consent_given_by: "Ann Example",
    sample_text: "We saw.",
  });
  const before = await read();
  const replace = (form: FormData, by = key) => service.call("PUT", `/v1/voices/${id}/sample`, { key: by, form });
  t.like((await replace(audioForm(sample))).json, { code: "invalid_transition" }, "while it waits");
  await train(id, noisy);
  t.like(await read(), { status: "failed", error: { code: "audio_unusable" }, has_sample: false });
  const stranger = await service.account();
  t.like((await replace(audioForm(sample), stranger.key)).json, { code: "voice_not_found" });
  const another = await speech("And then it slept until the evening, when it was cold and dark, and the wind blew.");
  const answers = await Promise.all([
    replace(audioForm(another, { sample_text: "It slept." })),
    replace(audioForm(another)),
  ]);
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  t.deepEqual(statuses, [200, 409], "it is replaced once");
  const waiting = await read();
  t.like(waiting, { status: "pending", error: null, progress: 0, has_sample: true, name: "Mine" });
  t.deepEqual(waiting.consent, before.consent);
  t.not(waiting.sample_sha256, before.sample_sha256);
  t.like(await usesOf(id, key), { data: { items: [{ action: "sample_replaced" }, { action: "created" }] } });
  await train(id, noisy);
  t.like(await read(), { status: "failed", has_sample: false }, "a sample that is at fault goes");
  t.is((await replace(audioForm(another))).status, 200);
  await train(id);
  t.like(await read(), { status: "ready", error: null, has_sample: true });
  t.is((await objectKeys(service)).filter((name) => name.includes(id)).length, 1);
  t.deepEqual((await recountStorage(resources)).differences, []);
});

test.serial("an outdated voice is trained from another sample in place of the stored one", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertOutdatedVoice(resources, { userId, sample });
  const form = audioForm(sample);
  t.is((await service.call("PUT", `/v1/voices/${id}/sample`, { key, form })).status, 200);
  const keys = (await objectKeys(service)).filter((name) => name.includes(id));
  t.deepEqual(keys, [(await findVoice(db, id))?.sample_key ?? ""]);
});

test.serial("a machine without the models leaves a training to one that has them", async (t) => {
  await insertMatchingFolder(resources);
  const { id, read } = await make();
  const outcome = await train(id, speakOffset, () => Promise.reject(new DomainError("voice_matching_not_installed")));
  t.is(outcome, "returned");
  t.like(await read(), { has_sample: true, error: null });
});
