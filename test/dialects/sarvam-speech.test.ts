import test from "ava";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { speakerVoice, usualSpeaker } from "#src/api/dialects/sarvam/aliases.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { decode } from "#harness/audio/decoded.ts";
import { probe } from "#harness/audio/sounds.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { sarvamClient } from "#test/support/sarvam.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { resources } = service;
const { key, userId } = await service.account();
const client = sarvamClient(service.baseUrl, key);
test.after.always(() => service[Symbol.asyncDispose]());

const text = "The train leaves at seven.";
const heardIn = ({ audios }: { readonly audios: readonly string[] }): Buffer => Buffer.from(audios[0] ?? "", "base64");
type Options = Omit<Parameters<typeof client.textToSpeech.convert>[0], "text">;

test("textToSpeech.convert gives a WAV file in base64, and its id is that of the request that was charged", async (t) => {
  const account = await service.account();
  const own = sarvamClient(service.baseUrl, account.key);
  const spoken = await own.textToSpeech.convert({ text, language_code: "en-IN", speaker: "anushka", pace: 1.2 });
  t.is(spoken.audios.length, 1);
  const { codec, sampleRate, durationSeconds } = await probe(heardIn(spoken));
  t.deepEqual([codec, sampleRate], ["pcm_s16le", 24_000]);
  t.true(durationSeconds > 0.8, `${durationSeconds} s`);
  t.deepEqual(await chargesOf(resources, account.userId), [[spoken.request_id, text.length]]);
});

/** The options of a call, and the codec and the rate of its sound; the format of one without a header. */
const encodings: readonly (readonly [Options, string, number, "pcm" | "mulaw" | "alaw" | null])[] = [
  [{ language_code: "en-IN", output_audio_codec: "mp3" }, "mp3", 24_000, null],
  [{ language_code: "en-IN", output_audio_codec: "flac", speech_sample_rate: 48_000 }, "flac", 48_000, null],
  [{ language_code: "en-IN", output_audio_codec: "aac", speech_sample_rate: 16_000 }, "aac", 16_000, null],
  // ffprobe gives Opus at 48 kHz, whatever it was made of.
  [{ language_code: "en-IN", output_audio_codec: "opus" }, "opus", 48_000, null],
  [{ language_code: "en-IN", output_audio_codec: "wav", speech_sample_rate: 8_000 }, "pcm_s16le", 8_000, null],
  [{ language_code: "en-IN", output_audio_codec: "linear16" }, "pcm", 24_000, "pcm"],
  [{ language_code: "en-IN", output_audio_codec: "mulaw" }, "mulaw", 8_000, "mulaw"],
  [{ language_code: "en-IN", output_audio_codec: "alaw", speech_sample_rate: 16_000 }, "alaw", 16_000, "alaw"],
];

for (const [options, codec, hertz, bare] of encodings) {
  test(`${options.output_audio_codec} at ${options.speech_sample_rate ?? "its own rate"} is what it says`, async (t) => {
    const sound = heardIn(await client.textToSpeech.convert({ text, ...options }));
    if (bare === null) {
      const found = await probe(sound);
      t.deepEqual([found.codec, found.sampleRate], [codec, hertz]);
    } else {
      const { seconds } = await decode(sound, bare, hertz);
      t.true(seconds > 0.8 && seconds < 5, `${seconds} s`);
    }
  });
}

test("textToSpeech.convertStream can be read while it arrives, by default as MP3 of 22.05 kHz", async (t) => {
  const { data } = await client.textToSpeech.convertStream({ text, language_code: "en-IN" }).withRawResponse();
  const { codec, sampleRate } = await probe(Buffer.from(await data.arrayBuffer()));
  t.deepEqual([codec, sampleRate], ["mp3", 22_050]);
});

test("bit rates beyond those of a codec are the nearest that it has", async (t) => {
  for (const [rate, most] of [
    ["192k", 161_000],
    ["32k", 34_000],
  ] as const) {
    const response = await client.textToSpeech.convertStream({ text, output_audio_bitrate: rate });
    const sound = Buffer.from(await response.arrayBuffer());
    const { durationSeconds } = await probe(sound);
    t.true((sound.length * 8) / durationSeconds < most * 1.2, `${rate}: ${sound.length} bytes`);
  }
});

test("an Indian language is spoken by its code, also by that of older clients, and Odia as Sarvam writes it", async (t) => {
  const spoken = await client.textToSpeech.convert({ text: "नमस्ते, आप कैसे हैं?", language_code: "hi-IN", speaker: "ritu" });
  t.true(heardIn(spoken).length > 20_000);
  const json = { text: "ନମସ୍କାର", target_language_code: "od-IN", speaker: "shubh" };
  const older = await service.call("POST", "/text-to-speech", { key, json });
  t.is(older.status, 200);
  const rows = await resources.db
    .selectFrom("speech_requests")
    .select(["language", "language_tag", "voice_id"])
    .where("user_id", "=", userId)
    .where("language", "in", ["hi", "or"])
    .orderBy("language")
    .execute();
  const genders = rows.map(({ voice_id: id }) => builtinVoices.find((voice) => voice.id === id)?.gender);
  t.deepEqual(
    rows.map(({ language }) => language),
    ["hi", "or"],
  );
  t.deepEqual(genders, ["female", "male"]);
});

test("a speaker is a voice of its gender in every language, and English ones are Kokoro's", (t) => {
  const engines = defaultEnginesOf("synthesis");
  for (const [speaker, gender] of [
    ["anushka", "female"],
    ["Shubh", "male"],
  ] as const) {
    for (const language of ["hi", "ta", "bn"]) {
      const { aliases } = speakerVoice(speaker, { language, engines });
      const voice = builtinVoices.find(({ id }) => id === aliases[speaker.toLowerCase()]);
      t.deepEqual([voice?.language, voice?.gender], [language, gender], `${speaker} ${language}`);
    }
    const [first] = speakerVoice(speaker, { language: "en", engines }).aliases[speaker.toLowerCase()] ?? "";
    t.true(first === "a" || first === "b");
  }
  t.deepEqual([usualSpeaker("bulbul:v2"), usualSpeaker()], ["anushka", "shubh"]);
});

test("the account's own voices are listed for those who choose a speaker", async (t) => {
  const own = await service.account();
  const list = async (query: string) => (await service.call("GET", `/sarvam/voices${query}`, { key: own.key })).json;
  t.deepEqual(await list(""), { status: "success", data: { voices: [], total: 0 } });
  const id = await insertPendingVoice(resources, own.userId);
  t.like(await list(""), { data: { total: 0 } });
  await resources.db
    .updateTable("voices")
    .set({ name: "Asha", status: "ready", progress: 100, engine: "kokoro", engine_voice: "af_heart" })
    .where("id", "=", id)
    .execute();
  t.like(await list("?search=ash&limit=1"), {
    data: { voices: [{ id, name: "Asha", status: "active", source: "cloned", created_by: own.userId }], total: 1 },
  });
  t.like(await list("?search=other"), { data: { total: 0 } });
  t.like(await list("?offset=1"), { data: { total: 0 } });
});
