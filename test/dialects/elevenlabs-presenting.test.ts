import { Readable } from "node:stream";
import test from "ava";
import { timedSpeech, timedSpeechJson } from "#src/api/dialects/elevenlabs/timed-speech.ts";
import { alignCharacters } from "#src/api/dialects/elevenlabs/alignment.ts";
import { languageCodeOf } from "#src/api/dialects/elevenlabs/language-codes.ts";
import { presentTranscript } from "#src/api/dialects/elevenlabs/present-transcript.ts";

test("characters share the time of their word, and characters between two words the time between them", (t) => {
  const words = [
    { word: "“Go,", start: 0.2, end: 0.6 },
    { word: "on!”", start: 0.8, end: 1.2 },
  ];
  const times = alignCharacters(" “Go, — on!” ", words, { start: 0, end: 1.5 });
  t.is(times.characters.join(""), " “Go, — on!” ");
  t.deepEqual(times.character_start_times_seconds, [
    ...[0, 0.2, 0.3, 0.4, 0.5],
    ...[0.6, 0.667, 0.733],
    ...[0.8, 0.9, 1, 1.1, 1.2],
  ]);
  t.deepEqual(times.character_end_times_seconds, [...times.character_start_times_seconds.slice(1), 1.5]);
});

test("characters are code points, and a text without words is spread over the whole", (t) => {
  const { characters, character_end_times_seconds: ends } = alignCharacters("a😀", [], { start: 1, end: 3 });
  t.deepEqual(characters, ["a", "😀"]);
  t.deepEqual(ends, [2, 3]);
});

test("a word that is not in the text moves no other", (t) => {
  const words = [
    { word: "absent", start: 0, end: 1 },
    { word: "here", start: 1, end: 2 },
  ];
  t.deepEqual(alignCharacters("here", words, { start: 0, end: 2 }).character_start_times_seconds, [1, 1.25, 1.5, 1.75]);
});

test("languages have three letters in answers", (t) => {
  t.deepEqual(["en", "de", "zh", "haw"].map(languageCodeOf), ["eng", "deu", "zho", "haw"]);
});

const request = { id: "6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865", language: "zh", language_tag: "zh", duration_seconds: 2 };

test("words without spaces between them have none, and no confidence is a number all the same", (t) => {
  const words = [
    { word: "你", start: 0, end: 0.5, confidence: 1 },
    { word: "好", start: 0.5, end: 1, confidence: 0 },
    { word: "OK", written: "OK.", start: 1.2, end: 2, confidence: 0.5 },
  ];
  const transcript = { text: "你好 OK.", segments: [], words };
  const answer = presentTranscript({ ...request, transcript }, { granularity: "word", formats: [] });
  t.like(answer, { language_code: "zho", language_probability: 1 });
  const detected = presentTranscript(
    { ...request, language_tag: "auto", transcript },
    { granularity: "word", formats: [] },
  );
  t.is(detected.language_probability, 0, "no engine said how likely the language is");
  t.deepEqual(
    answer.words.map(({ text, type, start }) => [text, type, start]),
    [
      ["你", "word", 0],
      ["好", "word", 0.5],
      [" ", "spacing", 1],
      ["OK.", "word", 1.2],
    ],
  );
  const [sure, unsure, , half] = answer.words.map(({ logprob }) => logprob);
  t.is(sure, 0);
  t.true(Number.isFinite(unsure) && (unsure ?? 0) < -10);
  t.is(half, Math.log(0.5));
});

test("speech with times is written as JSON part by part, whatever the parts of its audio", async (t) => {
  const audio = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
  const spoken = {
    input_text: "Hi.",
    spoken_words: { words: [{ word: "Hi", start: 0, end: 0.2 }], source: "model" as const },
    duration_seconds: 0.4,
  };
  for (const size of [1, 2, 3, 7, 999, 1_000]) {
    const pieces = Array.from({ length: Math.ceil(audio.length / size) }, (_, index) =>
      audio.subarray(index * size, (index + 1) * size),
    );
    const json = (await Array.fromAsync(timedSpeechJson(spoken, Readable.from(pieces)))).join("");
    const { audio_base64: encoded, alignment, normalized_alignment: same } = timedSpeech.parse(JSON.parse(json));
    t.is(encoded, audio.toString("base64"));
    t.deepEqual(alignment?.characters, ["H", "i", "."]);
    t.deepEqual(same, alignment);
  }
});
