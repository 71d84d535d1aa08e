import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { demoSynthesisAnswer, requestAnswer, synthesisAnswer } from "#src/api/speech/schemas.ts";
import { builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { findLeftovers, leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import { decode, likeness } from "#harness/audio/decoded.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { probe } from "#harness/audio/sounds.ts";

const demo = "/v1/demo/speech/synthesize";
const regular = "/v1/speech/synthesize";

const service = await startService({ workers: ["synthesis"] });
const { db, config } = service.resources;
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const say = (json: unknown, options: CallOptions = {}) => service.call("POST", regular, { key, json, ...options });
const tryOut = (json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.call("POST", demo, { json, headers });

/** Both sizes in a WAV header are those of the file. */
function hasRealSizes(t: ExecutionContext, bytes: Buffer): void {
  t.is(bytes.toString("latin1", 0, 4), "RIFF");
  t.is(bytes.readUInt32LE(4), bytes.length - 8);
  const data = bytes.indexOf("data");
  t.is(bytes.readUInt32LE(data + 4), bytes.length - data - 8);
}

test("a demo call answers with the audio itself, which is as long as it says", async (t) => {
  const answer = await tryOut({ text: "Hello there, how are you?" });
  t.is(answer.status, 200);
  const { audio, ...facts } = answer.data(demoSynthesisAnswer);
  const bytes = Buffer.from(audio, "base64");
  hasRealSizes(t, bytes);
  const { codec, sampleRate, durationSeconds } = await probe(bytes);
  t.is(codec, "pcm_s16le");
  t.true(Math.abs(durationSeconds - facts.duration_seconds) < 0.01);
  t.deepEqual(facts, {
    request_id: answer.headers.get("x-request-id") ?? "",
    status: "completed",
    audio_url: null,
    content_type: "audio/wav",
    sample_rate: sampleRate,
    bit_rate: null,
    duration_seconds: facts.duration_seconds,
    cached: false,
    characters: 25,
    language: "en",
    model: "flite",
    voice: { voice_id: defaultVoiceId("en"), name: "Ray" },
  });
});

test("a demo call speaks by the built-in voice that it names, and by no voice of an account", async (t) => {
  const voice = builtinVoices.find(({ engineVoice }) => engineVoice === "slt");
  const spoken = await tryOut({ text: "Hello.", voice_id: voice?.id });
  t.like(spoken.data(demoSynthesisAnswer), { voice: { voice_id: voice?.id, name: "Sally" } });
  const id = await insertPendingVoice(service.resources, userId);
  const refused = await tryOut({ text: "Hello.", voice_id: id }, { authorization: `Bearer ${key}` });
  t.is(refused.status, 404);
  t.like(refused.json, { code: "voice_not_found" });
});

test("a regular call answers with the address of the audio, and with no audio", async (t) => {
  const answer = await say({ text: "Good morning 😀." });
  t.is(answer.status, 200);
  const { audio_url: url, characters } = answer.data(synthesisAnswer);
  const path = `/v1/speech/requests/${answer.headers.get("x-request-id")}/audio`;
  t.is(url, `${config.publicUrl}${path}`);
  t.is(characters, 15);
  t.false(answer.bytes.includes('"audio":'));
  const audio = await service.call("GET", path, { key });
  t.is(audio.headers.get("content-type"), "audio/wav");
  hasRealSizes(t, audio.bytes);
});

const formats = [
  ["wav", "audio/wav", "wav", "pcm_s16le"],
  ["mp3", "audio/mpeg", "mp3", "mp3"],
  ["ogg", "audio/ogg", "ogg", "opus"],
  ["flac", "audio/flac", "flac", "flac"],
  ["aac", "audio/aac", "aac", "aac"],
] as const;

for (const [format, type, container, codec] of formats) {
  test(`${type} is sent as it is when it is what the caller accepts`, async (t) => {
    for (const answer of [
      await say({ text: "This is a short test." }, { headers: { accept: type } }),
      await tryOut({ text: "This is a short test." }, { accept: type }),
    ]) {
      t.is(answer.status, 200);
      t.is(answer.headers.get("content-type"), type);
      t.is(Number(answer.headers.get("content-length")), answer.bytes.length);
      t.regex(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
      const probed = await probe(answer.bytes);
      t.deepEqual([probed.formatName, probed.codec], [container, codec]);
      t.true(probed.durationSeconds > 0.5 && probed.durationSeconds < 5);
      if (format === "wav") hasRealSizes(t, answer.bytes);
    }
  });

  test(`the format ${format} is kept for later`, async (t) => {
    const spoken = (await say({ text: "This is a short test.", format })).data(synthesisAnswer);
    t.is(spoken.content_type, type);
    const audio = await service.call("GET", `/v1/speech/requests/${spoken.request_id}/audio`, { key });
    t.is(audio.headers.get("content-type"), type);
    const probed = await probe(audio.bytes);
    t.is(probed.codec, codec);
    t.true(Math.abs(probed.durationSeconds - spoken.duration_seconds) < 0.15);
  });
}

const unlike = [
  ["pcm", "audio/pcm", 24_000, null, {}],
  ["pcm", "audio/pcm", 16_000, null, { sample_rate: 16_000 }],
  ["mulaw", "audio/pcmu", 8_000, null, {}],
  ["alaw", "audio/pcma", 16_000, null, { sample_rate: 16_000 }],
  ["aac", "audio/aac", 24_000, 48_000, {}],
  ["mp3", "audio/mpeg", 44_100, 128_000, { sample_rate: 44_100, bit_rate: 128_000 }],
  ["ogg", "audio/ogg", 48_000, 64_000, { sample_rate: 48_000, bit_rate: 64_000 }],
  ["wav", "audio/wav", 8_000, null, { sample_rate: 8_000 }],
] as const;

test("every format has the same speech, at the requested or the default rates", async (t) => {
  const text = "The quick brown fox jumps over the lazy dog.";
  const original = await say({ text }, { headers: { accept: "audio/wav" } });
  const { samples } = await decode(original.bytes, "wav", 24_000);
  for (const [format, type, sampleRate, bitRate, rates] of unlike) {
    const spoken = (await say({ text, format, ...rates })).data(synthesisAnswer);
    const address = `/v1/speech/requests/${spoken.request_id}`;
    const shown = (await service.call("GET", address, { key })).data(requestAnswer);
    const facts = { content_type: type, sample_rate: sampleRate, bit_rate: bitRate };
    t.like(spoken, { ...facts, cached: false }, format);
    t.like(shown, facts, format);
    const { bytes, headers } = await service.call("GET", `${address}/audio`, { key });
    t.is(headers.get("content-type"), type);
    const decoded = await decode(bytes, format, sampleRate);
    t.true(Math.abs(decoded.seconds - spoken.duration_seconds) < 0.2, `${format}: ${decoded.seconds} s`);
    t.true(likeness(samples, decoded.samples) > 0.85, `${format}: ${likeness(samples, decoded.samples)}`);
    const accepted = await say({ text, ...rates }, { headers: { accept: type } });
    t.is(accepted.headers.get("content-type"), type);
    t.deepEqual(accepted.bytes, bytes);
  }
});

const negotiations = [
  ["application/json", "application/json"],
  ["*/*", "application/json"],
  ["text/html", "application/json"],
  ["", "application/json"],
  ["audio/*", "audio/wav"],
  ["audio/mpeg;q=0.5, audio/flac", "audio/flac"],
  ["application/json;q=0.1, audio/ogg", "audio/ogg"],
  ["AUDIO/WAV", "audio/wav"],
  ["audio/PCMU", "audio/pcmu"],
  ["nonsense;;;q=x,/", "application/json"],
] as const;

test("the Accept header decides between JSON and audio", async (t) => {
  for (const [accept, type] of negotiations) {
    const { status, headers } = await tryOut({ text: "Hi." }, { accept });
    t.is(status, 200, accept);
    t.is((headers.get("content-type") ?? "").split(";")[0], type, accept);
  }
});

test("an `Accept` of audio needs a call that waits", async (t) => {
  const answer = await say({ text: "Later." }, { headers: { accept: "audio/wav", prefer: "respond-async" } });
  t.is(answer.status, 202);
  t.like(answer.json, { success: true });
});

test("work that is not waited for is done all the same", async (t) => {
  const accepted = await say({ text: "Not now, but soon." }, { headers: { prefer: "respond-async" } });
  t.is(accepted.status, 202);
  const location = accepted.headers.get("location") ?? "";
  let shown = (await service.call("GET", location, { key })).data(requestAnswer);
  while (shown.status !== "completed") {
    await delay(20);
    shown = (await service.call("GET", location, { key })).data(requestAnswer);
  }
  t.is(shown.request_type, "tts");
  t.is(shown.progress, 100);
  t.not(shown.finished_at, null);
  t.true((shown.duration_seconds ?? 0) > 0.5);
  hasRealSizes(t, (await service.call("GET", `${location}/audio`, { key })).bytes);
});

test("a demo call always waits", async (t) => {
  const answer = await tryOut({ text: "Now." }, { prefer: "respond-async, wait=0" });
  t.is(answer.status, 200);
});

test.serial("a request that takes long to be written down is waited for", async (t) => {
  const written = db.transaction().execute(async (trx) => {
    await sql`lock table speech_requests in share row exclusive mode`.execute(trx);
    const answers = [tryOut({ text: "Patience." }), say({ text: "Patience." })];
    // Long enough for the result waiter to look more than once.
    await delay(1_200);
    return answers;
  });
  const statuses = (await Promise.all(await written)).map(({ status }) => status);
  t.deepEqual(statuses, [200, 200]);
});

test("a text is spoken slower or faster as its speed says", async (t) => {
  const seconds = async (speed: number): Promise<number> =>
    (await say({ text: "The quick brown fox jumps over the lazy dog.", speed })).data(synthesisAnswer).duration_seconds;
  const [slow, usual, fast] = await Promise.all([seconds(0.5), seconds(1), seconds(2)]);
  t.true(slow > 1.6 * usual && slow < 2.4 * usual, `${slow} against ${usual}`);
  t.true(fast > 0.4 * usual && fast < 0.65 * usual, `${fast} against ${usual}`);
});

test("a voice speaks in its own language, a language in its own voice", async (t) => {
  const german = builtinVoices.find((voice) => voice.language === "de");
  const byVoice = (await say({ text: "Guten Tag.", voice_id: german?.id })).data(synthesisAnswer);
  const byLanguage = (await say({ text: "Guten Tag.", language: "de-AT" })).data(synthesisAnswer);
  for (const { language, voice } of [byVoice, byLanguage]) {
    t.is(language, "de");
    t.deepEqual(voice, { voice_id: german?.id ?? "", name: german?.name ?? "" });
  }
});

const hardTexts = [
  "नमस्ते दुनिया",
  `a${"😀".repeat(20)}`,
  "a!?… — «»",
  "-o /etc/passwd --help",
  "$(touch hacked) `id` ; rm -rf / | cat",
  '<speak><audio src="file:///etc/passwd"/></speak>',
  "\u0007\u001b[31m\t\r\n\u202e\ufeff\u{10ffff}",
  "7",
  "a".repeat(100),
];

test("markup is spoken as it asks", async (t) => {
  const usual = (await tryOut({ text: "Good morning. Good night." })).data(demoSynthesisAnswer);
  const text = "<speak>Good morning. <break time='2s'/><prosody rate='slow'>Good night.</prosody></speak>";
  const answer = (await tryOut({ text, input_type: "ssml" })).data(demoSynthesisAnswer);
  t.true(answer.duration_seconds > usual.duration_seconds + 2, `${answer.duration_seconds} s`);
  t.is(answer.characters, text.length);
});

test("word times are returned on request, also with audio", async (t) => {
  const text = "It costs $42.50 in March.";
  const plain = (await say({ text })).data(synthesisAnswer);
  t.deepEqual([plain.words, plain.words_source], [null, null]);
  const { request_id: id, ...spoken } = (await say({ text, word_timestamps: true })).data(synthesisAnswer);
  t.is(spoken.words_source, "alignment");
  t.is(spoken.words?.map(({ word }) => word).join(" "), text);
  t.true((spoken.words?.at(-1)?.end ?? 0) <= spoken.duration_seconds);
  const shown = (await service.call("GET", `/v1/speech/requests/${id}`, { key })).data(requestAnswer);
  t.like(shown, { words: spoken.words, words_source: "alignment" });
  const bytes = await say({ text, word_timestamps: true }, { headers: { accept: "audio/wav" } });
  hasRealSizes(t, bytes.bytes);
  const later = `/v1/speech/requests/${bytes.headers.get("x-request-id")}`;
  t.like((await service.call("GET", later, { key })).data(requestAnswer), { words_source: "alignment" });
});

test("whatever the characters are, with a letter or digit they end as sound", async (t) => {
  for (const text of hardTexts) {
    const answer = await tryOut({ text });
    t.is(answer.status, 200, JSON.stringify(text.slice(0, 40)));
    t.true(answer.data(demoSynthesisAnswer).duration_seconds > 0, JSON.stringify(text.slice(0, 40)));
  }
});

test.after("finished work leaves neither jobs nor temporary files nor objects without a row", async (t) => {
  const unfinished = await db
    .selectFrom("speech_requests")
    .select("id")
    .where("user_id", "=", userId)
    .where("finished_at", "is", null)
    .execute();
  while (unfinished.length > 0 && (await findLeftovers(service)).openRequests.length > 0) await delay(50);
  t.deepEqual(await leftoversAfter(service), nothing);
});
