import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import type { PcmFile } from "#workers/speech/engine.ts";
import { toFileTimes } from "#workers/speech/engines/remote/file-times.ts";
import { readAnswer } from "#workers/speech/recognition/read-answer.ts";
import { wav } from "#harness/audio/sounds.ts";
import { answering, remoteEngine, secretKey, startSpeechServer } from "./speech-server.ts";
import { calm, privateFolder } from "./synth-support.ts";

const english = () => ({ language: "en", signal: calm() });

/** A file of digital silence, or of these samples. */
async function pcm(t: ExecutionContext, seconds: number, samples?: Uint8Array): Promise<PcmFile> {
  const path = join(await privateFolder(t), "audio.raw");
  await writeFile(path, samples ?? "");
  await truncate(path, 2 * Math.round(seconds * 16_000));
  return { path, sampleRate: 16_000, durationSeconds: seconds };
}

/** The engine's transcript for this answer to a file of four seconds. */
async function readOf(t: ExecutionContext, value: unknown) {
  const server = await startSpeechServer(t, { answer: answering(value) });
  const { engine } = remoteEngine(t, server.url);
  const { text, words, segments, confidenceSource, model } = await engine.transcribe(await pcm(t, 4), english());
  t.is(model, "whisper-tiny.en");
  return {
    ...{ text, confidenceSource },
    words: words.map(({ word, start, end, confidence }) => [word, start, end, confidence]),
    segments: segments.map(({ id, text: own, start, end, confidence }) => [id, own, start, end, confidence]),
  };
}

const logProbability = (share: number): number => Math.log(share);

test("words with probabilities inside their segments are taken as they are (speaches, faster-whisper)", async (t) => {
  const words = [
    { word: " Hello", start: 0.5, end: 1, probability: 0.9 },
    { word: " world.", start: 1.1, end: 1.5, probability: 0.7 },
  ];
  const segments = [{ id: 7, text: " Hello world.", start: 0.5, end: 1.5, avg_logprob: -3, words }];
  const expected = {
    ...{ text: "Hello world.", confidenceSource: "model" },
    words: [
      ["Hello", 0.5, 1, 0.9],
      ["world.", 1.1, 1.5, 0.7],
    ],
    segments: [[0, "Hello world.", 0.5, 1.5, 0.8]],
  };
  t.deepEqual(await readOf(t, { text: " Hello world.", segments }), expected);
  t.deepEqual(await readOf(t, { segments, words }), expected);
});

test("words beside the segments belong to the one they lie in, and have its confidence (OpenAI)", async (t) => {
  const read = await readOf(t, {
    ...{ task: "transcribe", language: "english", duration: 4, text: "One two. Three." },
    words: [
      { word: "One", start: 0, end: 0.5 },
      { word: "two", start: 0.5, end: 1.1 },
      { word: "Three", start: 2, end: 2.5 },
    ],
    segments: [
      { text: " One two.", start: 0, end: 1.5, avg_logprob: logProbability(0.9) },
      { text: " Three.", start: 1.5, end: 3, avg_logprob: logProbability(0.6) },
    ],
  });
  t.deepEqual(read.words, [
    ["One", 0, 0.5, 0.9],
    ["two", 0.5, 1.1, 0.9],
    ["Three", 2, 2.5, 0.6],
  ]);
  t.deepEqual(read.segments, [
    [0, "One two.", 0, 1.5, 0.9],
    [1, "Three.", 1.5, 3, 0.6],
  ]);
  t.is(read.confidenceSource, "model");
});

test("without words they are those of the text, and share the time by their letters (vLLM)", async (t) => {
  const read = await readOf(t, {
    ...{ duration: "4.0", language: "en", text: "abc d", words: null },
    segments: [{ id: 42, text: " abc d", start: 1, end: 3, avg_logprob: -1, compression_ratio: -1 }],
  });
  t.deepEqual(read, {
    ...{ text: "abc d", confidenceSource: "none" },
    words: [
      ["abc", 1, 2.5, 0],
      ["d", 2.5, 3, 0],
    ],
    segments: [[0, "abc d", 1, 3, 0]],
  });
});

test("times in nanoseconds are understood (LocalAI)", async (t) => {
  const segments = [
    { start: 0, end: 1_500_000_000, text: "One" },
    { start: 1_500_000_000, end: 3_000_000_000, text: "two" },
  ];
  t.deepEqual((await readOf(t, { segments, text: "One two" })).segments, [
    [0, "One", 0, 1.5, 0],
    [1, "two", 1.5, 3, 0],
  ]);
});

test("tokens are joined to words where they begin with a space (whisper.cpp)", async (t) => {
  const words = [
    { word: " Amer", start: 0, end: 0.5, probability: 0.8 },
    { word: "icans", start: 0.5, end: 1, probability: 0.9 },
    { word: ".", start: 1, end: 1, probability: 0.9 },
    { word: " Ask", start: 1.5, end: 2, probability: 0.9 },
  ];
  t.deepEqual((await readOf(t, { segments: [{ text: " Americans. Ask", start: 0, end: 2, words }] })).words, [
    ["Americans.", 0, 1, 0.8],
    ["Ask", 1.5, 2, 0.9],
  ]);
});

test("an answer of nothing but text spreads over the file, and one of nothing but words is cut at pauses", async (t) => {
  t.deepEqual(await readOf(t, { text: "  ab\n cd\u0000 " }), {
    ...{ text: "ab cd", confidenceSource: "none" },
    words: [
      ["ab", 0, 2, 0],
      ["cd", 2, 4, 0],
    ],
    segments: [[0, "ab cd", 0, 4, 0]],
  });
  const words = [
    { word: "One", start: "0.0", end: "0.4", probability: 0.5 },
    { word: "two", start: 2, end: 2.5, probability: 0.7 },
  ];
  const read = await readOf(t, { words });
  t.is(read.text, "One two");
  t.deepEqual(
    read.segments.map(([, text, start]) => [text, start]),
    [
      ["One", 0],
      ["two", 2],
    ],
  );
});

test("words without times stand between their neighbours", async (t) => {
  const words = [
    { word: "one", start: 0, end: 1 },
    { word: "two", start: null, end: null },
    { word: "six", start: null },
    { word: "ten", start: 3, end: null },
  ];
  t.deepEqual(
    (await readOf(t, { text: "one two six ten", words })).words.map(([word, start, end]) => [word, start, end]),
    [
      ["one", 0, 1],
      ["two", 1, 2],
      ["six", 2, 3],
      ["ten", 3, 4],
    ],
  );
});

test("silence is an empty transcript, and a file too short for a word is not sent", async (t) => {
  const nothing = { text: "", words: [], segments: [] };
  t.like(await readOf(t, { text: " ", segments: [], words: [] }), nothing);
  t.like(await readOf(t, { text: "", segments: null, words: null }), nothing);
  const server = await startSpeechServer(t, { answer: answering({ text: "You" }) });
  const { engine } = remoteEngine(t, server.url);
  const progress: number[] = [];
  const options = { ...english(), onProgress: (percent: number) => progress.push(percent) };
  t.like(await engine.transcribe(await pcm(t, 0.05), options), nothing);
  t.deepEqual(progress, [100]);
  t.is(server.calls.length, 0);
});

test("times that no file has are placed in the file", (t) => {
  const far = Number.MAX_VALUE;
  const answer = { text: "One two.", words: [{ word: "One", start: far, end: far }], segments: [{ text: "One two." }] };
  const { words } = toFileTimes(readAnswer(answer, 10), { from: 60, to: 70 });
  t.true(words.length > 0 && words.every(({ start, end }) => start >= 60 && end <= 70));
});

test("words without times of their own have estimated ones", (t) => {
  const isEstimated = (answer: object): boolean => toFileTimes(readAnswer(answer, 10), { from: 0, to: 10 }).isEstimated;
  const segment = { text: "One two.", start: 1, end: 2 };
  const words = [
    { word: "One", start: 1, end: 1.4 },
    { word: "two.", start: 1.5, end: 2 },
  ];
  t.true(isEstimated({ text: "One two." }));
  t.true(isEstimated({ text: "One two.", segments: [segment] }));
  t.false(isEstimated({ text: "One two.", segments: [{ ...segment, words }] }));
  t.false(isEstimated({ text: "One two.", words }));
  t.true(isEstimated({ text: "One two.", words: [words[0], { word: "two." }] }));
});

test("whatever the times of an answer are, those of the transcript lie in the file and never decrease", (t) => {
  const time = fc.option(fc.oneof(fc.double({ min: -5, max: 30, noNaN: true }), fc.double({ noNaN: true })));
  const word = fc.record({ word: fc.string(), start: time, end: time, probability: time });
  const words = fc.option(fc.array(word, { maxLength: 6 }));
  const segment = fc.record({ text: fc.option(fc.string()), start: time, end: time, words, avg_logprob: time });
  const answer = fc.record({ text: fc.string(), words, segments: fc.option(fc.array(segment, { maxLength: 4 })) });
  const stretch = { from: 60, to: 70.1237 };
  fc.assert(
    fc.property(answer, (value) => {
      const placed = toFileTimes(readAnswer(JSON.parse(JSON.stringify(value)), stretch.to - stretch.from), stretch);
      for (const list of [placed.words, placed.segments]) {
        let last = stretch.from;
        for (const { start, end, confidence } of list) {
          t.true(start >= last && end >= start && confidence >= 0 && confidence <= 1);
          last = end;
        }
        t.true(last <= stretch.to);
      }
    }),
    { numRuns: 500 },
  );
});

test("the server gets a WAV with the model and the language, and is asked for words and segments", async (t) => {
  const server = await startSpeechServer(t, { answer: answering({ text: "hello" }) });
  const { engine, logged } = remoteEngine(t, server.url, { detectsLanguage: true });
  const audio = await pcm(t, 1.5, wav(1.5, (second) => Math.sin(second)).subarray(44));
  await engine.transcribe(audio, english());
  await engine.transcribe(audio, { language: "auto", signal: calm() });
  const [call, detecting] = server.calls;
  t.is(call?.authorization, `Bearer ${secretKey}`);
  t.is(call?.fileType, "audio.wav audio/wav");
  t.deepEqual(call?.file, Buffer.from(wav(1.5, (second) => Math.sin(second))));
  t.deepEqual(Object.fromEntries(call?.fields ?? []), {
    ...{ model: ["Systran/faster-whisper-tiny.en"], language: ["en"], response_format: ["verbose_json"] },
    "timestamp_granularities[]": ["word", "segment"],
  });
  t.false(detecting?.fields.has("language"));
  t.deepEqual(logged, []);
});

test("a server without words or segments is asked for less, and not for them again", async (t) => {
  const server = await startSpeechServer(t, {
    answer: ({ fields }, response) => {
      const isPlain = fields.get("response_format")?.[0] === "json";
      response.writeHead(isPlain ? 200 : 400).end(isPlain ? '{"text":"hello"}' : '{"detail":"unsupported"}');
    },
  });
  const { engine, logged } = remoteEngine(t, server.url);
  const audio = await pcm(t, 1);
  for (let time = 0; time < 2; time += 1) t.is((await engine.transcribe(audio, english())).text, "hello");
  const formats = server.calls.map(({ fields }) => fields.get("response_format")?.[0]);
  t.deepEqual(formats, ["verbose_json", "verbose_json", "json", "json"]);
  t.deepEqual(logged, []);
});

test("a long file is sent in stretches, cut where it is quiet, with every word at its place in the file", async (t) => {
  const isSilent = (second: number): boolean => (second > 4.5 && second < 5) || (second > 8 && second < 8.5);
  const sound = wav(12, (second) => (isSilent(second) ? 0 : 0.3 * Math.sin(3000 * second)));
  const server = await startSpeechServer(t, {
    answer: (call, response, index) => {
      const seconds = (call.file.length - 44) / 32_000;
      const words = [{ word: `w${index}`, start: 0.25, end: seconds, probability: 0.5 }];
      return answering({ text: `w${index}`, words })(call, response, index);
    },
  });
  const { engine } = remoteEngine(t, server.url, { maxStretchSeconds: 6 });
  const progress: number[] = [];
  const options = { ...english(), onProgress: (percent: number) => progress.push(percent) };
  const { text, words, segments } = await engine.transcribe(await pcm(t, 12, sound.subarray(44)), options);
  t.is(text, "w0 w1 w2");
  const [first, second, third] = words;
  t.is(first?.start, 0.25);
  t.true(first !== undefined && first.end > 4.5 && first.end < 5, `${first?.end}`);
  t.true(second !== undefined && second.end > 8 && second.end < 8.5, `${second?.end}`);
  t.is(third?.end, 12);
  t.deepEqual(
    segments.map(({ id }) => id),
    [0, 1, 2],
  );
  t.is(progress.at(-1), 100);
  t.is(progress.length, 3);
  const sent = server.calls.map(({ file }) => file.subarray(44));
  t.deepEqual(Buffer.concat(sent), Buffer.from(sound.subarray(44)), "nothing twice, nothing left out");
});

test("the language that the server detects is its primary tag, by its tag or its name, and that of most of the file", async (t) => {
  for (const [said, tag] of [
    ["english", "en"],
    ["en", "en"],
    ["Hindi", "hi"],
    ["odia", "or"],
    ["mni", "mni"],
    ["pt-BR", "pt"],
    ["Klingon", undefined],
    [undefined, undefined],
    [7, undefined],
  ] as const) {
    const server = await startSpeechServer(t, { answer: answering({ text: "hello", language: said }) });
    const { engine } = remoteEngine(t, server.url, { languages: ["en", "hi"], detectsLanguage: true });
    const heard = await engine.transcribe(await pcm(t, 1), { language: "auto", signal: calm() });
    t.is(heard.language, tag, String(said));
    const asked = await engine.transcribe(await pcm(t, 1), { language: "en", signal: calm() });
    t.is(asked.language, undefined);
  }
});
