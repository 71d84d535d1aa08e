import { DeepgramClient } from "@deepgram/sdk";
import test from "ava";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { faultOfRedaction } from "#src/api/speech/text-fields.ts";
import { updateAccount } from "#src/domain/accounts/queries.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { tone, wav } from "#harness/audio/sounds.ts";
import { decodeRecording } from "#harness/audio/recordings.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { audioForm, type CallOptions } from "#harness/clients/client.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";

const service = await startService();
const hears = manifestOf("hears");
await registerEngines(service.resources, crypto.randomUUID(), readyEngines([hears]));
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const texts = ["My card is 4111 1111 1111 1111.", "Call this fucking number, 212-456-7890."];

/** Waits for the job of the only call under way, and does it as an engine that hears these texts. */
async function hearNext(facts: Partial<Recognition> = {}): Promise<void> {
  const { db } = service.resources;
  const jobs = db.selectFrom("jobs").select("subject_id");
  let job = await jobs.executeTakeFirst();
  for (; job === undefined; job = await jobs.executeTakeFirst()) await delay(20);
  const segments = texts.map((text, id) => ({ id, start: id, end: id + 1, text, confidence: 0.5 }));
  const words = segments.flatMap(({ text, start }) =>
    text.split(" ").map((word, at) => ({ word, start: start + at / 10, end: start + (at + 1) / 10, confidence: 0.5 })),
  );
  const read = { text: texts.join(" "), segments, words, confidenceSource: "model", model: "hears", ...facts } as const;
  const recognizer = { manifests: [hears], transcribe: () => Promise.resolve(read) };
  const handler = transcribeAudioHandler(service.resources, recognizer, noSpeakers);
  const payload = await promoteJob(db, job.subject_id);
  await runJob(service.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
}

async function heard(path: string, options: CallOptions, facts: Partial<Recognition> = {}) {
  const call = service.call("POST", path, { key, ...options });
  await hearNext(facts);
  return call;
}

const leaks = /4111|1111|456|7890|fuck/i;
/** Ids and times, whose digits may be those of a leak. */
const idsAndTimes = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+/g;

test.serial("what is taken out of a transcript is nowhere: in no row, text, subtitle, list or export", async (t) => {
  const form = audioForm(wav(2), { redact: "all", profanity: "mask" });
  const answer = (await heard("/v1/speech/transcriptions", { form })).data(transcriptionAnswer);
  t.is(answer.text, "My card is [card]. Call this f****** number, [phone].");
  t.deepEqual(
    answer.words.map(({ word }) => word),
    ["My", "card", "is", "[card]", "Call", "this", "f******", "number", "[phone]"],
  );
  t.like(answer.words[3], { written: "[card].", spoken: "[card]", start: 0.3, end: 0.7 });
  const id = answer.request_id;
  const row = await service.resources.db
    .selectFrom("speech_requests")
    .select(["transcript", "options"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  t.notRegex(JSON.stringify(row.transcript), leaks);
  const paths = ["text", "srt", "vtt", "json"].map((format) => `/v1/speech/requests/${id}/transcript?format=${format}`);
  const lists = ["", "/export?format=csv", "/export?format=json"].map((end) => `/v1/speech/requests${end}`);
  for (const path of [`/v1/speech/requests/${id}`, ...paths, ...lists]) {
    const got = await service.call("GET", path, { key });
    t.is(got.status, 200, path);
    const shown = got.bytes.toString();
    t.regex(shown, /\[card\]/, path);
    t.notRegex(shown.replaceAll(idsAndTimes, ""), leaks, path);
  }
});

test.serial("kinds may be sent several times, and a transcript is as it was heard without them", async (t) => {
  const form = audioForm(wav(2), {});
  for (const kind of ["phone", "iban, email"]) form.append("redact", kind);
  const answer = (await heard("/v1/speech/transcriptions", { form })).data(transcriptionAnswer);
  t.regex(answer.text, /4111 1111 1111 1111\. .*fucking number, \[phone\]\.$/);
  const plain = (await heard("/v1/speech/transcriptions", { form: audioForm(wav(2), {}) })).data(transcriptionAnswer);
  t.is(plain.text, texts.join(" "));
});

test("an unknown kind is refused with those that are known", async (t) => {
  const form = audioForm(wav(2), { redact: "card,names" });
  const refused = await service.call("POST", "/v1/speech/transcriptions", { key, form });
  t.is(refused.status, 422);
  t.like(refused.json, { detail: [{ type: "literal_error", loc: ["body", "redact", 0] }] });
  t.regex(JSON.stringify(refused.json), /'card', .*'digits' or 'all'/);
});

/** The loudest sample from one second to another of the recording that is kept. */
async function keptPeaks(id: string, as = key): Promise<(from: number, to: number) => number> {
  const { bytes } = await service.call("GET", `/v1/speech/requests/${id}/audio`, { key: as });
  const path = join(await mkdtemp(join(tmpdir(), "muted-")), "kept.flac");
  await writeFile(path, bytes);
  await decodeRecording(path, `${path}.raw`, new AbortController().signal);
  const { buffer, byteOffset, length } = await readFile(`${path}.raw`);
  await rm(dirname(path), { recursive: true });
  const samples = new Int16Array(buffer.slice(byteOffset, byteOffset + length));
  return (from, to) =>
    samples.subarray(16_000 * from, 16_000 * to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

test.serial("what is taken out is muted in the recording that is kept", async (t) => {
  const form = audioForm(tone(2), { redact: "card", redact_audio: "true" });
  const { request_id: id } = (await heard("/v1/speech/transcriptions", { form })).data(transcriptionAnswer);
  const peak = await keptPeaks(id);
  // The card is said from 0.3 to 0.7 s.
  t.is(peak(0.2, 0.8), 0);
  t.true(peak(0, 0.1) > 1_000 && peak(1, 2) > 1_000);
});

test.serial("a part is charged alone, and its times and what is muted are those of the whole recording", async (t) => {
  const account = await service.account();
  const form = audioForm(tone(6), { redact: "card", redact_audio: "true", start: "2.5", end: "4.5" });
  const answer = (await heard("/v1/speech/transcriptions", { key: account.key, form })).data(transcriptionAnswer);
  const { request_id: id, duration_seconds: seconds, words } = answer;
  t.is(seconds, 2);
  t.deepEqual(await chargesOf(service.resources, account.userId), [[id, 2]]);
  t.like(words[3], { word: "[card]", start: 2.8, end: 3.2 });
  t.is(answer.segments[1]?.start, 3.5);
  const srt = await service.call("GET", `/v1/speech/requests/${id}/transcript?format=srt`, { key: account.key });
  t.regex(srt.bytes.toString(), /^1\n00:00:02,500 --> /);
  const peak = await keptPeaks(id, account.key);
  t.is(peak(0, 2.45), 0, "what is not transcribed is not kept");
  t.is(peak(2.7, 3.3), 0);
  t.true(peak(2.52, 2.6) > 1_000 && peak(3.5, 4.5) > 1_000);
  t.is(peak(4.5, 6), 0);
});

test("a part that ends before it begins is refused with its field", async (t) => {
  const account = await service.account();
  const path = "/v1/speech/transcriptions";
  const call = (fields: Readonly<Record<string, string>>) =>
    service.call("POST", path, { key: account.key, form: audioForm(tone(2), fields) });
  for (const fields of [{ start: "1", end: "1" }, { end: "0" }]) {
    const refused = await call(fields);
    t.is(refused.status, 422);
    t.like(refused.json, { detail: [{ loc: ["body", "end"] }] });
  }
  t.like((await call({ start: "-1" })).json, { detail: [{ loc: ["body", "start"], type: "greater_than_equal" }] });
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});

test.serial("a part that begins behind the end fails with the reason, and costs nothing", async (t) => {
  const account = await service.account();
  const form = audioForm(tone(2), { start: "2.5" });
  const failed = await heard("/v1/speech/transcriptions", { key: account.key, form });
  t.is(failed.status, 422);
  t.regex(JSON.stringify(failed.json), /no sound after second 2\.5/);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});

for (const [title, facts] of [
  ["the times of its words are estimates", { hasEstimatedTimes: true }],
  ["a part of it was not read", { unread: [{ code: "language_unsupported", message: "No model reads it." }] }],
] as const) {
  test.serial(`a recording that is to be muted is not kept where ${title}`, async (t) => {
    const path = "/v1/speech/transcriptions";
    const keptOf = async (fields: Readonly<Record<string, string>>) => {
      const form = audioForm(tone(2), fields);
      const answer = (await heard(path, { form }, facts)).data(transcriptionAnswer);
      const { status } = await service.call("GET", `/v1/speech/requests/${answer.request_id}/audio`, { key });
      return [status, answer.warnings.some(({ code }) => code === "recording_not_kept")];
    };
    t.deepEqual(await keptOf({ redact: "card", redact_audio: "true" }), [404, true]);
    t.deepEqual(await keptOf({ redact: "card" }), [200, false]);
  });
}

test("muting is refused where nothing is to be muted, or no recording is kept, and costs nothing", async (t) => {
  const call = (as: string, fields: Readonly<Record<string, string>>) =>
    service.call("POST", "/v1/speech/transcriptions", { key: as, form: audioForm(wav(2), fields) });
  const useless = await call(key, { redact_audio: "true" });
  t.is(useless.status, 422);
  t.like(useless.json, { detail: [{ loc: ["body", "redact_audio"] }] });
  t.like(faultOfRedaction({ redact: [["card"]], redact_audio: true, task: "translate" }), { name: "redact_audio" });
  t.is(faultOfRedaction({ redact: [["card"]], redact_audio: true, task: "transcribe" }), null);
  const silent = await service.account();
  await updateAccount(service.resources.db, silent.userId, { keep_recordings: false });
  const refused = await call(silent.key, { redact: "card", redact_audio: "true" });
  t.is(refused.status, 400);
  t.like(refused.json, { code: "options_unsupported" });
  t.deepEqual(await chargesOf(service.resources, silent.userId), []);
});

const heardText = z.object({
  results: z.object({
    channels: z.tuple([z.object({ alternatives: z.tuple([z.object({ transcript: z.string() })]) })]),
  }),
});

test.serial("Deepgram's and ElevenLabs' own clients ask for the same", async (t) => {
  const deepgram = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const options = { profanity_filter: true, smart_format: true, redact: "phone_number" };
  const listening = deepgram.listen.v1.media.transcribeFile(wav(2), options);
  await hearNext();
  const [{ alternatives }] = heardText.parse(await listening).results.channels;
  t.is(alternatives[0].transcript, "My card is 4111 1111 1111 1111. Call this f****** number, [phone].");
  const several = await heard("/deepgram/v1/listen?redact=pci&redact=phone_number&smart_format=true", { body: wav(2) });
  const [channel] = heardText.parse(several.json).results.channels;
  t.is(channel.alternatives[0].transcript, "My card is [card]. Call this fucking number, [phone].");
  const converting = elevenLabsClient(service.baseUrl, key).speechToText.convert({
    ...{ modelId: "scribe_v1", file: new File([wav(2)], "sound.wav") },
    entityRedaction: ["credit_card", "phone_number"],
  });
  await hearNext();
  t.like(await converting, { text: "My card is [card]. Call this fucking number, [phone]." });
});
