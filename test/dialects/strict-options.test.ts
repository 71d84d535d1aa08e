import { request } from "node:http";
import test from "ava";
import OpenAI from "openai";
import { DeepgramClient } from "@deepgram/sdk";
import { speech } from "#harness/audio/sounds.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { openSocket } from "#harness/clients/socket-client.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import { type Fields, recordingForm } from "#test/support/recording-form.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const waits = {
  OPENAI_WAIT_SECONDS: "1",
  DEEPGRAM_WAIT_SECONDS: "1",
  ELEVENLABS_WAIT_SECONDS: "1",
  SARVAM_WAIT_SECONDS: "1",
};
/** No worker runs here: what is accepted is answered with 504. */
const strict = await startService({ env: { ...waits, DIALECT_STRICT: "true" } });
const { key } = await service.account();
const sound = await speech("Please open the window.");
test.after.always(() => Promise.all([service, strict].map((one) => one[Symbol.asyncDispose]())));

const formOf = (fields: Fields, fileField?: string) => recordingForm(sound, { fields, fileField });
const george = "JBFqnCBsd6RMkjVDRZzb";
const speaking = `/elevenlabs/v1/text-to-speech/${george}`;
const spoken = { model: "tts-1", voice: "alloy", input: "Hello." };

/** Options that ask for nothing, or for what is done anyway. */
const defaults: readonly (readonly [string, CallOptions])[] = [
  ["/openai/v1/audio/speech", { json: { ...spoken, instructions: null, speed: 4, extra: null, list: [] } }],
  ["/openai/v1/audio/speech", { json: { ...spoken, voice: { id: "alloy", name: null, settings: {}, isOwn: false } } }],
  ["/deepgram/v1/speak?callback_method=POST&mip_opt_out=false&speed=1", { json: { text: "Hello." } }],
  [
    "/deepgram/v1/listen?profanity_filter=false&sentiment=False&keyterm=&search=null&dictation=0&measurements=no&filler_words=OFF&summarize=f&sentiment=N&utt_split=0.80&version=latest&encoding=linear16&sample_rate=16000",
    { body: sound },
  ],
  [
    `${speaking}?enable_logging=true&optimize_streaming_latency=0`,
    {
      json: {
        ...{ text: "Hello.", model_id: "eleven_v3", seed: null, apply_text_normalization: "auto" },
        ...{ use_pvc_as_ivc: false, previous_request_ids: [], pronunciation_dictionary_locators: null },
        voice_settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true, speed: 1.1 },
      },
    },
  ],
  [speaking, { json: { text: "Hello.", voice_settings: { use_speaker_boost: 1 }, use_pvc_as_ivc: "no" } }],
  [
    "/elevenlabs/v1/speech-to-text?enable_logging=true",
    {
      form: formOf(
        {
          ...{
            model_id: "scribe_v1",
            temperature: "0.0",
            tag_audio_events: "no",
            use_speaker_library: "0",
            num_speakers: "null",
            seed: "",
          },
          additional_formats:
            '[{"format":"srt","max_characters_per_line":40,"include_timestamps":true},{"format":"srt","maxCharactersPerLine":40,"includeTimestamps":true,"includeSpeakers":false}]',
        },
        "file",
      ),
    },
  ],
  [
    "/sarvam/text-to-speech",
    {
      json: {
        ...{
          text: "Hello.",
          language_code: "en-IN",
          pitch: 0,
          loudness: 1,
          temperature: 0.6,
          dict_id: null,
          pace: 1.1,
        },
        ...{
          enable_preprocessing: true,
          enable_cached_responses: false,
          model: "bulbul:v2",
          speech_sample_rate: 8_000,
        },
      },
    },
  ],
  [
    "/speech-to-text",
    {
      form: formOf(
        { ...{ language_code: "unknown", with_timestamps: "False", keyterms: "[]", prompt: "", mode: "verbatim" } },
        "file",
      ),
    },
  ],
  [
    "/openai/v1/audio/transcriptions",
    {
      form: formOf(
        {
          ...{ model: "whisper-1", temperature: "0", prompt: "", chunking_strategy: "auto" },
          ...{ response_format: "verbose_json", "timestamp_granularities[]": ["word", "segment"] },
        },
        "file",
      ),
    },
  ],
];

for (const [index, [path, options]] of defaults.entries()) {
  test(`${index}, ${path}: what asks for nothing beyond what is done is not named, and never refused`, async (t) => {
    const answer = await service.call("POST", path, { ...options, key });
    t.deepEqual([answer.status, answer.headers.get("speech-ignored")], [200, null]);
    const account = await strict.account();
    t.is((await strict.call("POST", path, { ...options, key: account.key })).status, 504);
  });
}

/** The answer of each dialect to a call with two options without effect. */
const refusals = [
  {
    path: "/openai/v1/audio/speech",
    options: { json: { ...spoken, instructions: "Whisper.", mood: "sad" } },
    body: {
      error: {
        message: "Options without effect: instructions, mood. Leave them out.",
        ...{ type: "invalid_request_error", param: "instructions", code: "unsupported_parameter" },
      },
    },
  },
  {
    path: "/v1/audio/transcriptions",
    options: { form: formOf({ model: "whisper-1", prompt: "some names.", mood: "sad" }, "file") },
    body: { error: { param: "prompt", code: "unsupported_parameter" } },
  },
  {
    path: "/deepgram/v1/listen?tier=base&sentiment=true",
    options: { body: sound },
    body: { err_code: "Bad Request", err_msg: "Options without effect: tier, sentiment. Leave them out." },
  },
  {
    path: "/deepgram/v1/listen?language=de&detect_language=true",
    options: { body: sound },
    body: { err_msg: "Options without effect: language. Leave them out." },
  },
  {
    path: "/v1/audio/speech",
    options: { json: { ...spoken, voice: { id: "alloy", mood: "sad" } } },
    body: { error: { param: "voice.mood" } },
  },
  {
    path: `${speaking}/stream`,
    options: { json: { text: "Hello.", seed: 0, voice_settings: { style: 1 } } },
    body: {
      detail: {
        status: "options_unsupported",
        message: "Options without effect: seed, voice_settings.style. Leave them out.",
      },
    },
  },
  {
    path: "/sarvam/text-to-speech/stream",
    options: { json: { text: "Hello.", pitch: 0.2, mood: "sad" } },
    body: {
      error: { message: "Options without effect: pitch, mood. Leave them out.", code: "invalid_request_error" },
    },
  },
  {
    path: "/speech-to-text",
    options: { form: formOf({ prompt: "Sarvam" }, "file") },
    body: { error: { message: "Options without effect: prompt. Leave them out." } },
  },
  {
    path: "/assemblyai/v2/transcript",
    options: { json: { audio_url: "https://example.com/a.wav", prompt: "A call.", disfluencies: true } },
    body: { error: "Options without effect: prompt, disfluencies. Leave them out." },
  },
  {
    path: "/elevenlabs/v1/voices/add",
    options: { form: formOf({ name: "Mine", labels: '{"accent":"none"}' }, "files") },
    body: { detail: { status: "options_unsupported" } },
  },
] as const;

for (const { path, options, body } of refusals) {
  test(`${path}: with DIALECT_STRICT=true the options are refused, and nothing is stored or charged`, async (t) => {
    const account = await strict.account();
    const answer = await strict.call("POST", path, { ...options, key: account.key });
    t.is(answer.status, 400);
    t.like(answer.json, body);
    t.is(answer.headers.get("speech-ignored"), null);
    const { db } = strict.resources;
    const of = (table: "speech_requests" | "voices") =>
      db.selectFrom(table).select("id").where("user_id", "=", account.userId).execute();
    t.deepEqual([await of("speech_requests"), await of("voices")], [[], []]);
    t.deepEqual(await chargesOf(strict.resources, account.userId), []);
    t.is(await heldOf(strict.resources, account.userId), 0);
  });
}

test("with DIALECT_STRICT=true a query with options without effect is refused before the body has come", async (t) => {
  const account = await strict.account();
  const headers = { authorization: `Token ${account.key}`, "content-length": 10_000_000 };
  const call = request(`${strict.baseUrl}/deepgram/v1/listen?sentiment=true`, { method: "POST", headers });
  t.teardown(() => call.destroy());
  const status = new Promise((resolve, reject) => {
    call.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
  });
  call.write(sound.subarray(0, 1000));
  t.is(await status, 400);
});

test("with DIALECT_STRICT=true input that is not valid is told first", async (t) => {
  const account = await strict.account();
  const json = { ...spoken, input: "", instructions: "Whisper." };
  const answer = await strict.call("POST", "/openai/v1/audio/speech", { json, key: account.key });
  t.like(answer.json, { error: { param: "input" } });
});

test("with DIALECT_STRICT=true the vendors' own clients work as long as they ask for nothing more", async (t) => {
  const account = await strict.account();
  const openai = new OpenAI({ baseURL: `${strict.baseUrl}/openai/v1`, apiKey: account.key, maxRetries: 0 });
  const deepgram = new DeepgramClient({ apiKey: account.key, baseUrl: `${strict.baseUrl}/deepgram` });
  const elevenLabs = elevenLabsClient(strict.baseUrl, account.key);
  const once = { maxRetries: 0 };
  const file = new File([sound], "sound.wav");
  const calls = [
    () => openai.audio.speech.create({ model: "gpt-4o-mini-tts", voice: "alloy", input: "Hello." }),
    () => openai.audio.transcriptions.create({ file, model: "whisper-1" }),
    () => deepgram.listen.v1.media.transcribeFile(sound, { model: "nova-3", smart_format: true }, once),
    () => deepgram.speak.v1.audio.generate({ text: "Hello.", model: "aura-2-thalia-en" }, once),
    () => elevenLabs.textToSpeech.convert(george, { text: "Hello.", modelId: "eleven_multilingual_v2" }, once),
    () => elevenLabs.speechToText.convert({ file, modelId: "scribe_v1" }, once),
    () =>
      elevenLabs.speechToText.convert(
        { file, modelId: "scribe_v1", additionalFormats: [{ format: "srt", maxCharactersPerLine: 30 }] },
        once,
      ),
  ];
  for (const call of calls) {
    const thrown: unknown = await call().then(
      () => null,
      (error: unknown) => error,
    );
    // Accepted: there is only no worker.
    t.like(thrown, thrown instanceof OpenAI.APIError ? { status: 504 } : { statusCode: 504 });
  }
  t.true((await elevenLabs.voices.search({ includeTotalCount: true })).voices.length > 0);
  t.true((await deepgram.auth.v1.tokens.grant()).access_token.length > 0);
});

test("an option in a message that is nested too deeply to be written is refused like others, and the service goes on", async (t) => {
  const { key: own } = await strict.account();
  const client = await openSocket(`${strict.baseUrl}/sarvam/text-to-speech/ws`, {
    headers: { "api-subscription-key": own },
  });
  const [open, shut] = ["[", "]"].map((bracket) => bracket.repeat(20_000));
  client.socket.send(`{"type":"config","data":{"x":${open}${shut}}}`);
  t.like(await client.next("error"), { data: { message: "Options without effect: x. Leave them out.", code: 400 } });
  t.true((await client.closed).code > 1000);
  t.is((await strict.call("GET", "/healthz")).status, 200);
});
