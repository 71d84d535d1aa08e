import test from "ava";
import { partsOfTranscript, searchWords } from "#src/api/dialects/assemblyai/transcript-parts.ts";
import { presentTranscript } from "#src/api/dialects/assemblyai/present-transcript.ts";
import { transcriptFields } from "#src/api/dialects/assemblyai/transcript-fields.ts";
import { speakersOf } from "#src/api/dialects/assemblyai/transcript-options.ts";
import { tagOf } from "#src/api/dialects/assemblyai/language.ts";
import type { TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";

const word = (text: string, start: number, speaker?: number) => ({
  ...{ word: text.replaceAll(/[.,]/g, ""), written: text, start, end: start + 0.4, confidence: 0.5 },
  ...(speaker !== undefined && { speaker }),
});
const segment = (
  id: number,
  text: string,
  { start, speaker }: { readonly start: number; readonly speaker: number },
) => ({
  ...{ id, text, start, end: start + 0.9, confidence: 0.5, speaker },
});

/** Two people, of whom the first speaks twice. */
const transcript = {
  text: "Hello there. Good day. Hello again.",
  segments: [
    segment(0, "Hello there.", { start: 0, speaker: 0 }),
    segment(1, "Good day.", { start: 1, speaker: 1 }),
    segment(2, "Hello again.", { start: 2, speaker: 0 }),
  ],
  words: [
    ...[word("Hello", 0, 0), word("there.", 0.5, 0), word("Good", 1, 1), word("day.", 1.5, 1)],
    ...[word("Hello", 2, 0), word("again.", 2.5, 0)],
  ],
  languageProbability: 0.7,
};

const requestOf = (echo: Readonly<Record<string, unknown>> | null): TranscribedRequest => ({
  ...{ id: "6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865", user_id: null, request_type: "asr", is_demo: false },
  ...{ status: "completed", progress: 100, language: "en", language_tag: "en-US", model: "whisper-tiny.en" },
  ...{ confidence_source: "model", voice_id: null, characters: null, duration_seconds: 2.9, content_type: null },
  ...{ result_key: null, api_key_id: null, file_name: null, credits: 3, error_code: null, error_message: null },
  ...{ created_at: new Date(), finished_at: new Date(), started_at: new Date(), options: { echo }, input_text: null },
  ...{ cached: false, is_streamed: false, spoken_words: null, source_key: null, source_container: null },
  ...{ document_id: null, first_sound_at: null, sample_rate: null, error_facts: null, transcript },
});

const host = "https://speech.example.com";
const shownAt = { publicUrl: host, webhookStatus: null };

test("utterances are the turns of speakers, who have letters", (t) => {
  const shown = presentTranscript(requestOf({ audio_url: "x", speaker_labels: true }), shownAt);
  t.deepEqual(
    shown.utterances?.map(({ speaker, text, start, end, words }) => [speaker, text, start, end, words.length]),
    [
      ["A", "Hello there.", 0, 900, 2],
      ["B", "Good day.", 1_000, 1_900, 2],
      ["A", "Hello again.", 2_000, 2_900, 2],
    ],
  );
  t.is(shown.words?.[2]?.speaker, "B");
  t.is(presentTranscript(requestOf({ audio_url: "x" }), shownAt).utterances, null);
});

test("channels that were transcribed by themselves are speakers with numbers, whose words are not mixed", (t) => {
  const request = requestOf({ audio_url: "x", multichannel: true });
  const shown = presentTranscript(
    {
      ...request,
      transcript: {
        ...transcript,
        channels: [{ channel: 0 }, { channel: 1 }],
        segments: transcript.segments.map(({ speaker, ...one }) => ({ ...one, channel: speaker })),
        words: transcript.words.map(({ speaker, ...one }) => ({ ...one, channel: speaker ?? 0 })),
      },
    },
    shownAt,
  );
  t.deepEqual(
    shown.utterances?.map(({ speaker, channel, text }) => [speaker, channel, text]),
    [
      ["1", "1", "Hello there."],
      ["2", "2", "Good day."],
      ["1", "1", "Hello again."],
    ],
  );
  t.is(shown.audio_channels, 2);
});

test("words are written without what was not asked for", (t) => {
  const textOf = (style: Readonly<Record<string, boolean>>) => presentTranscript(requestOf(style), shownAt).text;
  t.is(textOf({}), transcript.text);
  t.is(textOf({ punctuate: false }), "Hello there Good day Hello again");
  t.is(textOf({ format_text: false }), "hello there. good day. hello again.");
  t.is(textOf({ punctuate: false, format_text: false }), "hello there good day hello again");
});

test("a language that was detected is told with its probability, and one that was named as it was named", (t) => {
  const languageOf = (echo: Readonly<Record<string, unknown>>) => {
    const { language_code, language_confidence } = presentTranscript(requestOf(echo), shownAt);
    return [language_code, language_confidence];
  };
  t.deepEqual(languageOf({ language_detection: true }), ["en", 0.7]);
  t.deepEqual(languageOf({ language_code: "en_uk" }), ["en_uk", null]);
  t.deepEqual(languageOf({ audio_url: "x" }), ["en_us", null]);
  t.deepEqual(languageOf({}), ["en-US", null]);
  t.deepEqual(["en_us", "en_uk", "de", "zh"].map(tagOf), ["en-us", "en-GB", "de", "zh"]);
});

test("a request of another API is shown with the default fields and an address of its own", (t) => {
  const shown = presentTranscript(requestOf(null), shownAt);
  t.like(shown, { punctuate: true, speaker_labels: false, status: "completed", audio_duration: 3 });
  t.is(shown.audio_url, `${host}/v1/speech/requests/${shown.id}/audio`);
});

test("paragraphs end where another one speaks, and sentences have their words", (t) => {
  const paragraphs = partsOfTranscript(requestOf(null), "paragraphs");
  t.deepEqual(paragraphs, partsOfTranscript(requestOf(null), "sentences"));
  t.deepEqual(
    paragraphs.map(({ speaker, words }) => [speaker, words.length]),
    [
      ["A", 2],
      ["B", 2],
      ["A", 2],
    ],
  );
});

test("a phrase is found where its words follow each other, and signs alone are not found", (t) => {
  const { matches, total_count: total } = searchWords(requestOf(null), ["hello", "good DAY!", "there day", "…"]);
  t.deepEqual(matches, [
    {
      text: "hello",
      count: 2,
      indexes: [0, 4],
      timestamps: [
        [0, 400],
        [2_000, 2_400],
      ],
    },
    { text: "good DAY!", count: 1, indexes: [2], timestamps: [[1_000, 1_900]] },
  ]);
  t.is(total, 3);
});

test("the number of speakers is exact, or between bounds, or not told", (t) => {
  const of = (fields: object) => speakersOf(transcriptFields.parse({ audio_url: "x", ...fields }));
  t.is(of({ speakers_expected: 2 }), null);
  t.deepEqual(of({ speaker_labels: true, speakers_expected: 2 }), { least: 2, most: 2 });
  t.deepEqual(of({ speaker_labels: true, speaker_options: { min_speakers_expected: 2 } }), { least: 2, most: 30 });
  t.deepEqual(of({ speaker_labels: true }), { least: 1, most: 30 });
});

test("a sentence has the words of its channel only, in the order of their times", (t) => {
  const channel = (number: number) => ({ channel: number });
  const parts = partsOfTranscript(
    {
      ...requestOf({ audio_url: "x", multichannel: true }),
      transcript: {
        ...transcript,
        segments: [
          { ...segment(0, "One two.", { start: 0, speaker: 0 }), ...channel(0) },
          { ...segment(1, "Three four.", { start: 0.2, speaker: 0 }), ...channel(1) },
          { ...segment(2, "Five.", { start: 3, speaker: 0 }), ...channel(0) },
        ],
        words: [
          ...[word("One", 0), word("two.", 0.5), word("Five.", 3)].map((one) => ({ ...one, ...channel(0) })),
          ...[word("Three", 0.2), word("four.", 0.6)].map((one) => ({ ...one, ...channel(1) })),
        ],
      },
    },
    "sentences",
  );
  t.deepEqual(
    parts.map(({ words }) => words.map(({ text }) => text)),
    [["One", "two."], ["Three", "four."], ["Five."]],
  );
});
