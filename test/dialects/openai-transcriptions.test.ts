import test from "ava";
import OpenAI, { toFile } from "openai";
import { newKey } from "#harness/service/account.ts";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"] });
const { key } = await service.account();

const baseURL = `${service.baseUrl}/openai/v1`;
const openai = new OpenAI({ baseURL, apiKey: key });
const said = "Please open the window. Thank you very much.";
const sound = await speech(said);
const file = () => toFile(sound, "sound.wav");
test.after.always(() => service[Symbol.asyncDispose]());

test("audio.transcriptions.create gives the text and how long it was", async (t) => {
  const { data, request_id: id } = await openai.audio.transcriptions
    .create({ file: await file(), model: "whisper-1" })
    .withResponse();
  t.deepEqual(wordsOf(data.text), wordsOf(said));
  t.like(data.usage, { type: "duration" });
  const request = await service.call("GET", `/v1/speech/requests/${id}`, { key });
  t.like(request.json, { data: { status: "completed", text: data.text } });
});

test("`verbose_json` has segments, and words on request", async (t) => {
  const ask = async (timestamp_granularities?: ("word" | "segment")[]) =>
    openai.audio.transcriptions.create({
      ...{ file: await file(), model: "whisper-1", response_format: "verbose_json" },
      ...(timestamp_granularities !== undefined && { timestamp_granularities }),
    });
  const usual = await ask();
  t.like(usual, { language: "english", words: undefined });
  t.is(usual.segments?.map(({ text }) => text).join(" "), usual.text);
  for (const { start, end, avg_logprob: logprob, tokens } of usual.segments ?? []) {
    t.true(start < end && end <= usual.duration && logprob <= 0);
    t.deepEqual(tokens, []);
  }
  const words = await ask(["word"]);
  t.is(words.segments, undefined);
  t.is(words.words?.map(({ word }) => word).join(" "), words.text);
  const both = await ask(["word", "segment"]);
  t.deepEqual([both.words, both.segments], [words.words, usual.segments]);
});

test("a text, SRT and WebVTT come as they are", async (t) => {
  const create = async (format: "text" | "srt" | "vtt") =>
    openai.audio.transcriptions.create({ file: await file(), model: "gpt-transcribe", response_format: format });
  const text = await create("text");
  t.deepEqual(wordsOf(text), wordsOf(said));
  t.regex(await create("srt"), /^1\n00:00:0\d,\d{3} --> /);
  t.regex(await create("vtt"), /^WEBVTT\n\n00:00:0\d\.\d{3} --> /);
});

test("subtitles are plain text, as OpenAI sends them", async (t) => {
  for (const format of ["text", "srt", "vtt"] as const) {
    const response = await openai.audio.transcriptions
      .create({ file: await file(), model: "whisper-1", response_format: format })
      .asResponse();
    t.is(response.headers.get("content-type"), "text/plain; charset=utf-8", format);
  }
});

test("`gpt-transcribe` tells the language, and reads the first of `languages` that an engine reads", async (t) => {
  const languages = { model: "gpt-transcribe", languages: ["xx", "en"], keywords: ["window", "gate"] };
  const { text, ...more } = await openai.audio.transcriptions.create({ file: await file(), ...languages });
  t.deepEqual(wordsOf(text), wordsOf(said));
  t.like(more, { languages: [{ code: "en" }] });
  const other = await openai.audio.transcriptions.create({ file: await file(), model: "whisper-1" });
  t.false("languages" in other);
});

test("a list of languages of which no engine reads one is refused by its name", async (t) => {
  const languages = { model: "gpt-transcribe", languages: ["xx", "yy"] };
  const call = openai.audio.transcriptions.create({ file: await file(), ...languages });
  const refused = await t.throwsAsync(call, { instanceOf: OpenAI.BadRequestError });
  t.like(refused, { param: "languages", code: "invalid_value" });
  t.regex(refused.message, /reads any of: xx, yy\. Send one of: .*en/);
});

test("`gpt-4o-transcribe-diarize` transcribes, and samples of speakers of any length are passed over", async (t) => {
  const sample = `data:audio/wav;base64,${"A".repeat(400_000)}`;
  const { text } = await openai.audio.transcriptions.create({
    ...{ file: await file(), model: "gpt-4o-transcribe-diarize", response_format: "json" },
    known_speaker_names: ["agent", "customer"],
    known_speaker_references: [sample, sample],
  });
  t.deepEqual(wordsOf(text), wordsOf(said));
});

test("a recording in another field is refused with the name of the right one", async (t) => {
  const form = new FormData();
  form.set("audio", new Blob([sound]), "sound.wav");
  form.set("model", "whisper-1");
  const { json } = await service.call("POST", "/openai/v1/audio/transcriptions", { key, form });
  const message = "file: The file must be sent in the field 'file', not in 'audio'";
  t.like(json, { error: { param: "file", code: "missing_required_parameter", message } });
});

test("`stream: true` sends the text in parts and then whole", async (t) => {
  const asked = { file: await file(), model: "gpt-4o-mini-transcribe", stream: true } as const;
  const stream = await openai.audio.transcriptions.create(asked);
  const deltas: string[] = [];
  let whole: string | null = null;
  for await (const event of stream) {
    if (event.type === "transcript.text.delta") deltas.push(event.delta);
    if (event.type === "transcript.text.done") whole = event.text;
  }
  t.true(deltas.length > 0);
  t.is(deltas.join(""), whole ?? "");
  t.deepEqual(wordsOf(whole ?? ""), wordsOf(said));
});

test("`stream` is not looked at with `whisper-1`", async (t) => {
  const form = new FormData();
  form.set("file", new Blob([sound]), "sound.wav");
  for (const [name, value] of Object.entries({ model: "whisper-1", stream: "true" })) form.set(name, value);
  const { json } = await service.call("POST", "/v1/audio/transcriptions", { key, form });
  t.like(json, { usage: { type: "duration" } });
});

test("what the engines do not use is accepted", async (t) => {
  const { text } = await openai.audio.transcriptions.create({
    ...{ file: await file(), model: "gpt-4o-transcribe", prompt: "a window.", temperature: 0.2, language: "en" },
    ...{ include: ["logprobs"], response_format: "json", timestamp_granularities: ["word"] },
    chunking_strategy: { type: "server_vad", threshold: 0.4 },
  });
  t.deepEqual(wordsOf(text), wordsOf(said));
  const auto = { file: await file(), model: "gpt-4o-transcribe", chunking_strategy: "auto" } as const;
  t.deepEqual(wordsOf((await openai.audio.transcriptions.create(auto)).text), wordsOf(said));
});

test("a recording is charged once, by its seconds, though the first call's connection broke and the SDK sent it again", async (t) => {
  const account = await service.account();
  const requests = () =>
    service.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", account.userId).execute();
  let attempts = 0;
  const breaking: typeof fetch = async (url, init) => {
    attempts += 1;
    if (attempts > 1) return fetch(url, init);
    const leaving = new AbortController();
    const gone = fetch(url, { ...init, signal: leaving.signal });
    const isThere = async () => (await requests()).length > 0;
    void until(isThere, { withinMs: 30_000, signal: leaving.signal }).then(() => leaving.abort());
    return gone;
  };
  const client = new OpenAI({ baseURL, apiKey: account.key, fetch: breaking });
  const { text } = await client.audio.transcriptions.create({ file: await file(), model: "whisper-1" });
  t.deepEqual(wordsOf(text), wordsOf(said));
  t.is(attempts, 2);
  const made = await requests();
  const [[id] = [], ...more] = await chargesOf(service.resources, account.userId);
  t.deepEqual([[id], more], [made.map((request) => request.id), []]);
  t.is(await heldOf(service.resources, account.userId), 0);
});

test("a translation that no model can do is refused with a sentence that says what to do", async (t) => {
  // The SDK's own method is marked as deprecated.
  const form = new FormData();
  form.set("file", new Blob([sound]), "sound.wav");
  form.set("model", "whisper-1");
  const refused = await t.throwsAsync(openai.post("/audio/translations", { body: form }), {
    instanceOf: OpenAI.BadRequestError,
  });
  t.like(refused, { param: "model", code: "unsupported_value", type: "invalid_request_error" });
  t.regex(refused.message, /No installed model translates speech/);
});

test("input that is not valid is a BadRequestError that names the field", async (t) => {
  const good = { file: await file(), model: "whisper-1" };
  for (const [bad, param, code] of [
    [{ ...good, file: await toFile(Buffer.from("no sound"), "sound.wav") }, "file", "invalid_value"],
    [{ ...good, language: "xx" }, "language", "invalid_value"],
    [{ ...good, temperature: 2 }, "temperature", "invalid_value"],
  ] as const) {
    const refused = await t.throwsAsync(openai.audio.transcriptions.create({ ...bad, stream: false }), {
      instanceOf: OpenAI.BadRequestError,
    });
    t.like(refused, { param, code }, refused.message);
  }
});

test("values that the SDK's types do not have are refused, too", async (t) => {
  for (const [name, value, param] of [
    ["timestamp_granularities[]", "line", "timestamp_granularities.0"],
    ["chunking_strategy", "never", "chunking_strategy"],
    ["response_format", "docx", "response_format"],
    ["stream", "perhaps", "stream"],
  ] as const) {
    const form = new FormData();
    form.set("file", new Blob([sound]), "sound.wav");
    for (const [field, content] of Object.entries({ model: "gpt-transcribe", [name]: value })) form.set(field, content);
    const { status, json } = await service.call("POST", "/openai/v1/audio/transcriptions", { key, form });
    t.is(status, 400);
    t.like(json, { error: { type: "invalid_request_error", param, code: "invalid_value" } });
  }
});

test("a key without the right to speech is a PermissionDeniedError", async (t) => {
  const account = await service.account();
  const fit = await newKey(service.resources, account.userId, ["usage"]);
  const client = new OpenAI({ baseURL, apiKey: fit });
  await t.throwsAsync(client.audio.transcriptions.create({ file: await file(), model: "whisper-1" }), {
    instanceOf: OpenAI.PermissionDeniedError,
    message: /speech/,
  });
});
