import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { routes } from "#src/api/routes.ts";
import { speech } from "#harness/audio/sounds.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { until } from "#harness/until.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { type Fields, recordingForm } from "#test/support/recording-form.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
/** No worker runs here. */
const idle = await startService({ env: { ELEVENLABS_WAIT_SECONDS: "1", CORS_ORIGINS: "https://app.example" } });
const services = [service, idle];

const { key } = await service.account();
const { key: idleKey, userId } = await idle.account();
const sound = await speech("Please open the window.");
const voice = await insertPendingVoice(idle.resources, userId);
const { upload_url: uploaded } = z
  .object({ upload_url: z.url() })
  .parse((await service.call("POST", "/assemblyai/v2/upload", { key, body: sound })).json);
test.after.always(() => Promise.all(services.map((one) => one[Symbol.asyncDispose]())));

const formOf = (fields: Fields, fileField?: string) => recordingForm(sound, { fields, fileField });

const listOf = (header: string | null): readonly string[] => (header === null ? [] : header.split(", "));
const george = "JBFqnCBsd6RMkjVDRZzb";
const spoken = { model: "tts-1", voice: "alloy", input: "Hello." };

/** The ignored options of a call, from the column or the row of the page that lists them. */
async function documented(page: string, call: string): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, "../../docs", page), "utf8");
  const row = text.split("\n").find((line) => line.startsWith(`| ${call}`)) ?? "";
  const cells = row.split(" | ");
  const cell = (cells[call.startsWith("Ignored by ") ? 1 : 2] ?? "").split(/ and all |; and, beside/, 1)[0] ?? "";
  return [...cell.replaceAll(/\([^)]*\)/g, "").matchAll(/`(?<name>[\w.]+)`/g)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );
}

/** Values that are valid where not any text is. */
const values: Readonly<Record<string, string>> = {
  temperature: "0.5",
  num_speakers: "2",
  multichannel_output_style: "combined",
  include: "logprobs",
  chunking_strategy: '{"type":"server_vad"}',
  remove_background_noise: "true",
};

const asked = (names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? "anything"]));

const queryOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, all]) => [all].flat().map((one): [string, string] => [name, one])),
  ).toString();

/** The same as JSON, where a member is one of an object. */
function jsonOf(fields: Fields): Readonly<Record<string, unknown>> {
  const members = Object.entries(fields).filter(([name]) => name.includes("."));
  const others = Object.entries(fields).filter(([name]) => !name.includes("."));
  const settings = Object.fromEntries(members.map(([name, value]) => [name.replace(/^.*\./, ""), value]));
  return { ...Object.fromEntries(others), ...(members.length > 0 && { voice_settings: settings }) };
}

const speaking = `/elevenlabs/v1/text-to-speech/${george}`;

/** The fields that are no texts, as JSON. */
const assemblyAiFields = (fields: Fields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]): [string, unknown] => [name, typed(name, value)]));

function typed(name: string, value: unknown): unknown {
  if (/^(?:disfluencies|custom_topics|speed_boost|redact_pii_return_unredacted)$/.test(name)) return true;
  if (/^(?:temperature|speech_threshold|.*_confidence|.*_threshold)$/.test(name)) return 0.5;
  return name === "topics" ? [value] : value;
}

/** A call for each row of the pages that names options: how they are sent with it. */
const documentedCalls: readonly {
  readonly page: string;
  readonly call: string;
  readonly path: string;
  readonly sent: (fields: Fields) => CallOptions & { readonly query?: string };
  readonly isIdle?: true;
}[] = [
  {
    ...{ page: "openai.md", call: "`POST /audio/speech`", path: "/openai/v1/audio/speech" },
    sent: (fields) => ({ json: { ...spoken, ...fields } }),
  },
  {
    ...{ page: "openai.md", call: "`POST /audio/transcriptions`", path: "/openai/v1/audio/transcriptions" },
    sent: (fields) => ({ form: formOf({ ...fields, model: "whisper-1" }, "file") }),
  },
  {
    ...{ page: "deepgram.md", call: "Ignored by `/v1/listen`", path: "/deepgram/v1/listen" },
    sent: (fields) => ({ query: queryOf(fields), body: sound }),
  },
  {
    ...{ page: "deepgram.md", call: "Ignored by `/v1/speak`", path: "/deepgram/v1/speak" },
    sent: (fields) => ({ query: queryOf(fields), json: { text: "Hello." } }),
  },
  ...["", "/stream", "/with-timestamps"].map((form) => ({
    ...{ page: "elevenlabs.md", call: "`POST /v1/text-to-speech/{voice_id}`", path: `${speaking}${form}` },
    sent: ({ optimize_streaming_latency: _latency, ...fields }: Fields) => ({
      query: queryOf({ optimize_streaming_latency: "3" }),
      json: { ...jsonOf(fields), text: "Hello." },
    }),
  })),
  {
    ...{ page: "elevenlabs.md", call: "`POST /v1/speech-to-text`", path: "/elevenlabs/v1/speech-to-text" },
    sent: (fields) => ({ form: formOf({ ...fields, model_id: "scribe_v1" }, "file") }),
  },
  {
    ...{ page: "sarvam.md", call: "Ignored by `/speech-to-text`", path: "/sarvam/speech-to-text" },
    sent: (fields) => ({ form: formOf({ ...fields, language_code: "en-IN" }, "file") }),
  },
  ...["", "/stream"].map((form) => ({
    ...{ page: "sarvam.md", call: "Ignored by `/text-to-speech`", path: `/sarvam/text-to-speech${form}` },
    sent: (fields: Fields) => ({ json: { ...fields, text: "Hello.", language_code: "en-IN" } }),
  })),
  {
    ...{ page: "assemblyai.md", call: "Ignored by `POST /v2/transcript`", path: "/assemblyai/v2/transcript" },
    sent: (fields) => ({ json: { ...assemblyAiFields(fields), audio_url: uploaded } }),
  },
  {
    ...{ page: "elevenlabs.md", call: "`GET /v2/voices`", path: "/elevenlabs/v2/voices", isIdle: true },
    sent: (fields) => ({ query: queryOf(fields) }),
  },
  {
    ...{ page: "elevenlabs.md", call: "`POST /v1/voices/add`", path: "/elevenlabs/v1/voices/add", isIdle: true },
    sent: (fields) => ({ form: formOf({ ...fields, name: "Mine" }, "files") }),
  },
  {
    ...{ page: "elevenlabs.md", call: "`POST /v1/voices/{voice_id}/edit`", isIdle: true },
    path: `/elevenlabs/v1/voices/${voice}/edit`,
    sent: (fields) => ({ form: formOf({ ...fields, name: "Mine" }) }),
  },
];

for (const { page, call, path, sent, isIdle } of documentedCalls) {
  test(`${path.replace(voice, "{voice_id}")}: the answer names every option that ${page} calls ignored`, async (t) => {
    const names = await documented(page, call);
    t.true(names.length > 0);
    const { query = "", ...options } = sent(asked(names));
    const to = isIdle ? idle : service;
    const answer = await to.call(call.includes("GET") ? "GET" : "POST", `${path}?${query}`, {
      ...options,
      key: isIdle ? idleKey : key,
    });
    t.is(answer.status, 200);
    t.deepEqual(listOf(answer.headers.get("speech-ignored")).toSorted(), names.toSorted());
  });
}

const reads = routes.filter(
  ({ method, path, socket }) =>
    method === "get" && socket === undefined && dialectAt(path) !== null && !/\{|\/token$/.test(path),
);

for (const { path } of reads) {
  test(`${path} names an option that it does not know`, async (t) => {
    const answer = await idle.call("GET", `${path}?surprise=1&off=false&none=&surprise=2`, { key: idleKey });
    t.deepEqual([answer.status, answer.headers.get("speech-ignored")], [200, "surprise"]);
    t.is((await idle.call("GET", path, { key: idleKey })).headers.get("speech-ignored"), null);
  });
}

test("our own API names what it does not know where it works with speech, and passes over it", async (t) => {
  const namesOf = async (method: string, path: string, json?: object): Promise<string | null> => {
    const options = { key: idleKey, headers: { prefer: "respond-async" }, ...(json && { json }) };
    const { status, headers } = await idle.call(method, path, options);
    t.true(status < 300, path);
    return headers.get("speech-ignored");
  };
  t.is(await namesOf("GET", "/v1/voices?surprise=1"), "surprise");
  t.is(await namesOf("POST", "/v1/speech/synthesize", { text: "a", voise_id: "x", language: "en" }), "voise_id");
  t.is(await namesOf("POST", "/v1/speech/synthesize", { text: "a", language: "en" }), null);
  t.is(await namesOf("GET", "/v1/plans?surprise=1"), null);
});

test("options that only other fields deprive of their effect are named then", async (t) => {
  const transcribe = async (path: string, options: CallOptions) =>
    listOf((await service.call("POST", path, { ...options, key })).headers.get("speech-ignored"));
  const openAi = (fields: Fields) => transcribe("/v1/audio/transcriptions", { form: formOf(fields, "file") });
  const granularity = { "timestamp_granularities[]": "word" };
  t.deepEqual(await openAi({ model: "whisper-1", stream: "true", ...granularity }), [
    "stream",
    "timestamp_granularities",
  ]);
  const streamed = { model: "gpt-4o-transcribe", stream: "true", response_format: "verbose_json", ...granularity };
  t.deepEqual(await openAi(streamed), ["response_format", "timestamp_granularities"]);
  t.deepEqual(await openAi({ model: "whisper-1", language: "en", "languages[]": ["en", "de"] }), ["languages"]);
  t.deepEqual(await openAi({ model: "whisper-1", "chunking_strategy[type]": "server_vad" }), ["chunking_strategy"]);
  const formats = '[{"format":"txt","max_characters_per_line":40},{"format":"srt","include_speakers":true}]';
  const form = formOf({ model_id: "scribe_v1", additional_formats: formats }, "file");
  t.deepEqual(await transcribe("/elevenlabs/v1/speech-to-text", { form }), [
    "additional_formats.max_characters_per_line",
    "additional_formats.include_speakers",
  ]);
});

test("a text may be one of the words for false, and 0 a number", async (t) => {
  const nameOf = async (path: string, options: CallOptions) =>
    (await service.call("POST", path, { ...options, key })).headers.get("speech-ignored");
  t.is(await nameOf("/openai/v1/audio/speech", { json: { ...spoken, instructions: "No" } }), "instructions");
  t.is(await nameOf(speaking, { json: { text: "Hello.", previous_text: "No", seed: 0 } }), "previous_text, seed");
  t.is(
    await nameOf("/deepgram/v1/listen?keyterm=off&search=no&custom_topic=off&dictation=1", { body: sound }),
    "custom_topic, dictation",
  );
  const form = formOf({ model_id: "scribe_v1", seed: "0", tag_audio_events: "yes" }, "file");
  t.is(await nameOf("/elevenlabs/v1/speech-to-text", { form }), "seed, tag_audio_events");
  const settings = { use_speaker_boost: "0", stability: 0 };
  t.is(
    await nameOf(speaking, { json: { text: "Hello.", voice_settings: settings } }),
    "voice_settings.use_speaker_boost, voice_settings.stability",
  );
});

test("the direction of the voices is named where they are not sorted, and what is told anyway never", async (t) => {
  const nameOf = async (path: string) => {
    const answer = await idle.call("GET", `/elevenlabs${path}`, { key: idleKey });
    t.is(answer.status, 200, path);
    return answer.headers.get("speech-ignored");
  };
  for (const direction of ["asc", "desc"]) {
    t.is(await nameOf(`/v2/voices?sort_direction=${direction}`), "sort_direction");
    t.is(await nameOf(`/v2/voices?sort_direction=${direction}&sort=name`), null);
  }
  for (const value of ["1", "yes", "True", "0", "no", "off"]) {
    t.is(await nameOf(`/v2/voices?include_total_count=${value}&include_live_moderated=${value}`), null);
    t.is(await nameOf(`/v1/voices/${george}?with_settings=${value}`), null);
  }
});

/** Names that a header must not repeat. */
const hostile = ["a\r\nSet-Cookie: b=c", "naïve", "स्वर", "a b", "a,b", "x".repeat(65), "\u0000", '"', "é\ud800"];

test("a name that is not plain, or one too many, is not repeated", async (t) => {
  const grant = async (query: string, json: Readonly<Record<string, unknown>>) => {
    const answer = await idle.call("POST", `/deepgram/v1/auth/grant?${query}`, { json, key: idleKey });
    t.is(answer.status, 200);
    t.is(answer.headers.get("set-cookie"), null);
    return answer.headers.get("speech-ignored");
  };
  for (const name of hostile) {
    t.is(await grant("", { [name]: 1 }), "*");
    t.is(await grant(queryOf({ [name.toWellFormed()]: "1" }), { kept: 1 }), "kept, *");
  }
  const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  const own = Object.fromEntries(inherited.map((name) => [name, "1"]));
  t.deepEqual(listOf(await grant("", own)), Object.keys(own));
  t.is(await grant(queryOf(own), Object.fromEntries([["__proto__", 1]])), inherited.join(", "));
  const longest = Array.from({ length: 33 }, (_, index) => `${index}`.padEnd(64, "x"));
  const list = await grant("", Object.fromEntries(longest.map((name) => [name, 1])));
  t.is(list, [...longest.slice(0, 32), "*"].toSorted((one) => (one === "*" ? 1 : 0)).join(", "));
});

test("thousands of names are as good as a few", async (t) => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name_${index}`, 1] as const));
  const answer = await service.call("POST", speaking, { json: { ...many, text: "Hello." }, key });
  t.is(answer.status, 200);
  const list = listOf(answer.headers.get("speech-ignored"));
  t.deepEqual(list, [...Object.keys(many).slice(0, 32), "*"]);
  const fields = Object.fromEntries(hostile.slice(1, 6).map((name) => [name, "1"]));
  const form = formOf({ ...fields, surprise: "1", model_id: "scribe_v1", long: "x".repeat(60_000) }, "file");
  const transcribed = await service.call("POST", "/elevenlabs/v1/speech-to-text", { form, key });
  t.is(transcribed.headers.get("speech-ignored"), "surprise, long, *");
});

test("lines of JSON with times come with the header", async (t) => {
  const headers = { "xi-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify({ text: "Hello.", seed: 1 });
  const answer = await fetch(`${service.baseUrl}${speaking}/stream/with-timestamps`, { method: "POST", headers, body });
  t.deepEqual(
    [answer.headers.get("content-type"), answer.headers.get("speech-ignored")],
    ["application/x-ndjson", "seed"],
  );
  await answer.body?.cancel();
});

test("events, and a call that hears the stream of an equal one, tell it too", async (t) => {
  const waiting = await startService();
  t.teardown(() => waiting[Symbol.asyncDispose]());
  const json = { ...spoken, input: "This sentence is heard by two.", instructions: "Whisper.", stream_format: "sse" };
  const account = await waiting.account();
  const called = Promise.all([1, 2].map(() => waiting.call("POST", "/v1/audio/speech", { json, key: account.key })));
  const { db, config, log } = waiting.resources;
  const limiter = await openRateLimiter({ redis: config.redis, prefix: config.queuePrefix, db, log });
  t.teardown(() => limiter.close());
  const areHere = async () => (await limiter.look(`speech:account:${account.userId}`))?.calls === 2;
  t.true(await until(areHere, { withinMs: 60_000, signal: new AbortController().signal }));
  // The work begins when both calls have come.
  await waiting.startWorker("synthesis");
  const answers = await called;
  t.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get("speech-ignored")]),
    [1, 2].map(() => [200, "instructions"]),
  );
  t.is(answers.filter(({ headers }) => headers.has("idempotent-replayed")).length, 1);
  t.regex(answers[0]?.headers.get("content-type") ?? "", /^text\/event-stream/);
});

test("pages of other origins can read it", async (t) => {
  const headers = { origin: "https://app.example" };
  const answer = await idle.call("GET", "/deepgram/v1/projects?surprise=1", { headers, key: idleKey });
  t.is(answer.headers.get("access-control-expose-headers"), "*");
});
