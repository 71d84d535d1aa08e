import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { requestAnswer, transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { id3 } from "#harness/audio/hostile-media.ts";
import { audioForm, type CallOptions } from "#harness/clients/client.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import { encoded, speech, tone, wav } from "#harness/audio/sounds.ts";

const demo = "/v1/demo/speech/transcriptions";
const regular = "/v1/speech/transcriptions";

const service = await startService({ workers: ["transcription"], env: { DEMO_AUDIO_MAX_SECONDS: "8" } });
const { db } = service.resources;
const { key } = await service.account();
const stranger = await service.account();
const sentence = await speech("Please open the window. Thank you very much.");
test.after.always(() => service[Symbol.asyncDispose]());

type Bytes = Uint8Array<ArrayBuffer>;
const listen = (audio: Bytes, fields: Readonly<Record<string, string>> = {}, options: CallOptions = {}) =>
  service.call("POST", regular, { key, form: audioForm(audio, fields), ...options });
const tryOut = (audio: Bytes) => service.call("POST", demo, { form: audioForm(audio) });

type Transcription = z.output<typeof transcriptionAnswer>;

/** Everything in its order, and inside what it belongs to. */
function isOrderly(t: ExecutionContext, { segments, words, text, duration_seconds: seconds }: Transcription): void {
  for (const parts of [segments, words]) {
    let last = 0;
    for (const { start, end } of parts) {
      t.true(start >= last && end >= start, `${start}–${end} after ${last}`);
      last = start;
    }
    t.true((parts.at(-1)?.end ?? 0) <= seconds + 0.05);
  }
  for (const { start, end } of words) {
    t.true(
      segments.some((segment) => segment.start <= start && end <= segment.end),
      `${start}–${end}`,
    );
  }
  t.deepEqual(
    segments.map(({ id }) => id),
    segments.map((_, index) => index),
  );
  t.is(words.map(({ word }) => word).join(" "), text.replaceAll(/[.,?!]/g, ""));
  t.is(segments.map((segment) => segment.text).join(" "), text);
}

test("both endpoints hear the same words, with their times", async (t) => {
  const [own, free] = await Promise.all([listen(sentence), tryOut(sentence)]);
  t.is(own.status, 200);
  t.is(free.status, 200);
  const heard = own.data(transcriptionAnswer);
  t.regex(heard.text, /window.*thank you/is);
  isOrderly(t, heard);
  const seconds = (sentence.length - 44) / 2 / 16_000;
  t.true(Math.abs(heard.duration_seconds - seconds) < 0.01);
  t.deepEqual(heard.usage, { type: "duration", seconds: Math.ceil(seconds) });
  t.like(heard, { request_id: own.headers.get("x-request-id") ?? "", status: "completed", language: "en" });
  t.is(free.data(transcriptionAnswer).text, heard.text);
});

const kinds: readonly (readonly [extension: string, ...options: string[]])[] = [
  ["wav"],
  ["mp3"],
  ["flac"],
  ["ogg", "-c:a", "libopus"],
  ["ogg", "-c:a", "libvorbis"],
  ["m4a"],
  ["aac"],
  ["webm"],
  ["wav", "-c:a", "libgsm_ms", "-ar", "8000"],
  ["gsm", "-c:a", "libgsm", "-ar", "8000"],
  ["aiff"],
  ["wma"],
  ["spx", "-c:a", "libspeex"],
  ["ts", "-c:a", "aac"],
];

test("a recording whose sound is behind a long cover, or begins within a frame, is heard", async (t) => {
  const [aac, mp3] = [await encoded(sentence, "aac"), await encoded(sentence, "mp3", ["-id3v2_version", "0"])];
  for (const sound of [Buffer.concat([id3(new Uint8Array(70_000)), aac]), mp3.subarray(301)]) {
    const answer = await listen(Uint8Array.from(sound));
    t.is(answer.status, 200);
    t.regex(answer.data(transcriptionAnswer).text, /thank you/i);
  }
});

test("G.723.1 is heard by the name of its file, and refused without", async (t) => {
  const content = await encoded(sentence, "g723_1", ["-f", "g723_1", "-ar", "8000", "-b:a", "6300"]);
  const form = new FormData();
  form.set("audio", new Blob([content]), "call.g723");
  const answer = await service.call("POST", regular, { key, form });
  t.is(answer.status, 200);
  t.regex(answer.data(transcriptionAnswer).text, /thank/i);
  t.is((await listen(content)).status, 422);
});

for (const [extension, ...options] of kinds) {
  test(`${[extension, ...options].join(" ")} is heard`, async (t) => {
    const answer = await listen(await encoded(sentence, extension, options));
    t.is(answer.status, 200);
    t.regex(answer.data(transcriptionAnswer).text, /thank you/i);
  });
}

const formats = [
  ["text", "text/plain; charset=utf-8", /^[a-z'., ]*thank you very much\.?\n$/i],
  ["srt", "application/x-subrip; charset=utf-8", /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n[a-z'., ]+\n/i],
  ["vtt", "text/vtt; charset=utf-8", /^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\n[a-z'., ]+\n/i],
] as const;

test("one transcript can be had in every format, at once and later", async (t) => {
  for (const [format, type, shape] of formats) {
    const answer = await listen(sentence, { response_format: format });
    t.is(answer.headers.get("content-type"), type);
    t.regex(answer.bytes.toString(), shape);
    const path = `/v1/speech/requests/${answer.headers.get("x-request-id")}`;
    t.is(
      (await service.call("GET", `${path}/transcript?format=${format}`, { key })).bytes.toString(),
      answer.bytes.toString(),
    );
    t.like((await service.call("GET", path, { key })).json, { data: { request_type: "asr", status: "completed" } });
    for (const end of ["", "/transcript"]) {
      t.is((await service.call("GET", `${path}${end}`, { key: stranger.key })).status, 404);
    }
  }
});

test("silence is an empty transcript, and no error", async (t) => {
  const answer = await listen(wav(2.5));
  t.is(answer.status, 200);
  t.like(answer.data(transcriptionAnswer), {
    text: "",
    duration_seconds: 2.5,
    usage: { type: "duration", seconds: 3 },
  });
  t.deepEqual(answer.data(transcriptionAnswer).words, []);
  t.deepEqual(answer.data(transcriptionAnswer).segments, []);
  t.is((await listen(wav(1), { response_format: "vtt" })).bytes.toString(), "WEBVTT\n");
  t.is((await listen(wav(1), { response_format: "text" })).bytes.toString(), "\n");
  t.is((await tryOut(wav(0.01))).status, 200);
});

test("a whole second counts once, a little more counts as another", async (t) => {
  for (const [seconds, counted] of [
    [1, 1],
    [1.01, 2],
    [0.2, 1],
  ] as const) {
    t.like((await listen(wav(seconds))).data(transcriptionAnswer), { usage: { seconds: counted } }, `${seconds} s`);
  }
});

test("a transcription that the caller does not wait for is completed", async (t) => {
  const accepted = await listen(sentence, {}, { headers: { prefer: "respond-async" } });
  t.is(accepted.status, 202);
  const location = accepted.headers.get("location") ?? "";
  t.like(accepted.json, {
    success: true,
    data: { request_id: location.slice("/v1/speech/requests/".length), status: "queued" },
  });
  let shown = (await service.call("GET", location, { key })).data(requestAnswer);
  let progress = 0;
  while (shown.status !== "completed") {
    t.true(shown.progress >= progress && shown.progress < 100);
    progress = shown.progress;
    await delay(20);
    shown = (await service.call("GET", location, { key })).data(requestAnswer);
  }
  t.is(shown.progress, 100);
  t.regex(shown.text ?? "", /thank you/);
});

test("numbers are written in figures, or as they were said", async (t) => {
  const audio = await speech("The bridge was built in nineteen eighty four. Room nine oh two has twenty five chairs.");
  const send = (format: string) => listen(audio, { format });
  const [smart, verbatim] = await Promise.all([send("smart"), send("verbatim")]);
  const inFigures = smart.data(transcriptionAnswer);
  const asSaid = verbatim.data(transcriptionAnswer);
  t.regex(inFigures.text, /\b25\b/);
  t.regex(asSaid.text, /\btwenty[ -]five\b/i);
  t.notRegex(asSaid.text, /\d/);
  for (const shown of [inFigures, asSaid]) {
    t.is(shown.words.map(({ written }) => written).join(" "), shown.text);
    t.regex(shown.words.map(({ spoken }) => spoken).join(" "), /twenty five/);
  }
});

test("a recording can be asked for as subtitles of one word each", async (t) => {
  const answer = await listen(sentence, { response_format: "srt", max_words: "1" });
  t.regex(answer.bytes.toString(), /^1\n\S+ --> \S+\n\S+\n\n2\n/);
  t.is((await listen(sentence, { response_format: "srt", max_lines: "11" })).status, 422);
});

test("an unknown format is refused with the list of formats", async (t) => {
  const loud = await listen(sentence, { format: "loud" });
  const formatRow = { type: "literal_error", loc: ["body", "format"], ctx: { expected: "'smart' or 'verbatim'" } };
  t.like([loud.status, loud.json], [422, { detail: [formatRow] }]);
  const pdf = await listen(sentence, { response_format: "pdf" });
  const expected = "'json', 'text', 'srt' or 'vtt'";
  const row = { type: "literal_error", loc: ["body", "response_format"], msg: `Input should be ${expected}` };
  t.deepEqual([pdf.status, pdf.json], [422, { detail: [{ ...row, input: "pdf", ctx: { expected } }] }]);
});

test("a transcript says which model read it, and gives back the language as it was sent", async (t) => {
  const answer = await listen(wav(1), { language: "EN-in", model: "pocketsphinx" });
  t.is(answer.status, 200);
  const read = { language: "en", language_tag: "EN-in", model: "pocketsphinx", confidence_source: "model" };
  t.like(answer.data(transcriptionAnswer), read);
  const path = `/v1/speech/requests/${answer.headers.get("x-request-id")}`;
  t.like((await service.call("GET", path, { key })).json, { data: read });
  t.like((await service.call("GET", `${path}/transcript?format=json`, { key })).json, { data: read });
});

test("audio that only the decoder finds too long is refused, by what it is and not by what it says", async (t) => {
  const raw = await encoded(tone(9), "aac");
  const { status, json } = await tryOut(raw);
  t.is(status, 413);
  t.like(json, { success: false, code: "audio_too_long", max_seconds: 8 });
  t.is((await tryOut(await encoded(wav(7.8), "aac"))).status, 200);
});

test("a file that cannot be decoded is refused in the words of every bad file, and its request is kept as failed", async (t) => {
  const damaged = Uint8Array.from([...tone(1).subarray(0, 20), ...Array.from({ length: 300 }, () => 7)]);
  const answer = await listen(damaged);
  t.is(answer.status, 422);
  const detail = z.object({ detail: z.tuple([z.looseObject({ msg: z.string() })]) }).parse(answer.json).detail[0];
  t.like(detail, { type: "value_error", loc: ["body", "audio"], input: null, ctx: { error: {} } });
  t.regex(detail.msg, /^Value error, [A-Z].+\.$/);
  const shown = await service.call("GET", `/v1/speech/requests/${answer.headers.get("x-request-id")}`, { key });
  const message = detail.msg.slice("Value error, ".length);
  t.like(shown.json, { data: { status: "failed", text: null, error: { code: "audio_unusable", message } } });
});

test.after("heard and refused audio leaves neither jobs nor temporary files nor objects without a row", async (t) => {
  while ((await db.selectFrom("jobs").select("subject_id").execute()).length > 0) await delay(50);
  t.deepEqual(await leftoversAfter(service), nothing);
});
