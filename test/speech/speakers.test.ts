import test from "ava";
import { speakerLabel, textOfTranscript } from "#src/domain/speech/speakers.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { diarizationErrors, makeDialogue } from "#harness/audio/dialogue.ts";
import { seededRandom } from "#workers/speech/voices/matching/seeded-random.ts";
import { formatTranscript } from "#workers/speech/recognition/format-transcript.ts";
import { followSpeakers } from "#workers/speech/voices/speakers/follow-speakers.ts";
import { groupVoices } from "#workers/speech/voices/speakers/group-voices.ts";
import { labelTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { speakersOfWords, turnsOf } from "#workers/speech/voices/speakers/speaker-turns.ts";
import { voiceLimits } from "#workers/speech/voices/speakers/voice-encoder.ts";

const any = { least: 1, most: 30, ...voiceLimits.ge2e } as const;
const random = seededRandom(5);

/** A voice near one of a few directions, of unit length. */
function voice(direction: number, spread = 0.05): Float32Array {
  const values = Float32Array.from({ length: 256 }, (_, at) => (at === direction ? 1 : 0) + spread * (random() - 0.5));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** A voice between two directions, of unit length. */
function mixed(one: number, other: number, share: number): Float32Array {
  const values = voice(one).map((value, at) => value + (at === other ? share : 0));
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const windowsOf = (directions: readonly number[], seconds = 1) =>
  directions.map((direction) => ({ voice: voice(direction), seconds }));
const cast = [3, 3, 3, 3, 3, 9, 9, 9, 9, 9, 3, 3, 1, 1, 1, 1, 1, 9];
const expected = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 2, 1];

test("voices are grouped, and numbered in the order of appearance", (t) => {
  t.deepEqual(groupVoices(windowsOf(cast), any), expected);
  t.deepEqual(groupVoices([], any), []);
  t.deepEqual(groupVoices(windowsOf([4]), any), [0]);
  t.deepEqual(groupVoices(windowsOf(cast), { ...any, least: 2, most: 30 }), expected);
});

test("a known number of speakers is kept to, as far as there are windows", (t) => {
  t.is(new Set(groupVoices(windowsOf(cast), { ...any, least: 2, most: 2 })).size, 2);
  t.is(new Set(groupVoices(windowsOf(cast), { ...any, least: 5, most: 5 })).size, 5);
  t.is(new Set(groupVoices(windowsOf(cast), { ...any, least: 1, most: 1 })).size, 1);
  t.is(new Set(groupVoices(windowsOf([1, 2]), { ...any, least: 9, most: 9 })).size, 2);
});

test("a voice of a few seconds is taken for one of the others, unless the number is known", (t) => {
  const windows = windowsOf([3, 3, 3, 3, 3, 7, 9, 9, 9, 9, 9]);
  t.is(new Set(groupVoices(windows, any)).size, 2);
  t.is(new Set(groupVoices(windows, { ...any, least: 3, most: 3 })).size, 3);
});

test("the limits are those of the encoder: what one takes for a cough is a voice to another", (t) => {
  const windows = windowsOf([3, 3, 3, 3, 3, 7, 7, 7, 9, 9, 9, 9, 9]);
  t.is(new Set(groupVoices(windows, any)).size, 2);
  t.is(new Set(groupVoices(windows, { ...any, ...voiceLimits.campplus })).size, 3);
  const alike = [
    ...windowsOf([3, 3, 3, 3, 3]),
    ...windowsOf([3, 3, 3, 3, 3]).map((one) => ({ ...one, voice: mixed(3, 9, 2) })),
  ];
  t.is(new Set(groupVoices(alike, any)).size, 2);
  t.is(new Set(groupVoices(alike, { ...any, ...voiceLimits.campplus })).size, 1);
});

test("a number that is known or bounded does not make a speaker of a cough", (t) => {
  const people = [3, 3, 3, 3, 3, 9, 9, 9, 9, 9];
  const windows = [...windowsOf(people), ...windowsOf([7], 0.5)];
  const voices = (count: { readonly least: number; readonly most: number }) =>
    groupVoices(windows, { ...any, ...count }).slice(0, 10);
  t.deepEqual(voices({ least: 1, most: 2 }), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  t.deepEqual(voices({ least: 2, most: 2 }), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  const near = windowsOf([3, 3, 3, 3, 3]).map((window) => ({ ...window, voice: mixed(3, 9, 0.5) }));
  const alike = [...windowsOf([3, 3, 3, 3, 3]), ...near, ...windowsOf([7], 0.5)];
  t.is(new Set(groupVoices(alike, any)).size, 1);
  t.deepEqual(groupVoices(alike, { ...any, least: 2, most: 2 }).slice(0, 10), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});

test("in a recording of hours a voice of half a minute is still a speaker", (t) => {
  const [one, other, third] = [voice(3), voice(9), voice(1)];
  const windows = Array.from({ length: 8_000 }, (_, at) => {
    const own = at >= 5_000 && at < 5_075 ? third : Math.floor(at / 50) % 2 === 0 ? one : other;
    return { voice: own, seconds: 0.4 };
  });
  t.is(new Set(groupVoices(windows, any)).size, 3);
});

test("of a recording of hours a sample is compared, and every window has its speaker", (t) => {
  const long = Array.from({ length: 5_000 }, (_, at) => (Math.floor(at / 50) % 3 === 1 ? 9 : 3));
  const first = windowsOf([3, 9]);
  const windows = long.map((direction) => ({ voice: first[direction === 3 ? 0 : 1]?.voice ?? voice(0), seconds: 0.4 }));
  t.deepEqual(
    groupVoices(windows, any),
    long.map((direction) => (direction === 3 ? 0 : 1)),
  );
});

test("each frame near a window has a speaker, and turns lie in the speech", (t) => {
  const windows = cast.map((direction, at) => ({ voice: voice(direction), seconds: 1, centre: 2 + at }));
  const frames = followSpeakers(windows, 2_400, any);
  t.is(frames[0], -1);
  t.is(frames[2_399], -1);
  const turns = turnsOf(frames, [
    [24_000, 200_000],
    [210_000, 330_000],
  ]);
  t.deepEqual(
    turns.map(({ speaker }) => speaker),
    [0, 1, 0, 0, 2, 1],
  );
  t.true(turns.every(({ start, end }, at) => start < end && end <= (turns[at + 1]?.start ?? Infinity)));
  t.is(turns[0]?.start, 1.5);
  t.is(turns[2]?.end, 12.5);
});

const turns = [
  { start: 0, end: 2, speaker: 0 },
  { start: 2, end: 4, speaker: 1 },
  { start: 6, end: 8, speaker: 0 },
];

test("a word is of who speaks most of its time, and one in a pause of who is nearest", (t) => {
  const words = [
    { start: 0.5, end: 1 },
    { start: 1.8, end: 2.1 },
    { start: 1.9, end: 2.4 },
    { start: 4.2, end: 4.5 },
    { start: 5.6, end: 5.9 },
    { start: 9, end: 9.5 },
  ];
  t.deepEqual(speakersOfWords(words, turns), [0, 0, 1, 1, 0, 0]);
  t.deepEqual(speakersOfWords(words, []), [null, null, null, null, null, null]);
});

const said = (written: string, start: number) => ({
  ...{ word: written.replace(/\W/g, ""), written, spoken: written, start, end: start + 0.5, confidence: 0.9 },
});
const formatted = {
  text: "Are you there yes I am. Good.",
  segments: [
    { id: 0, start: 0, end: 4, text: "Are you there yes I am.", confidence: 0.9 },
    { id: 1, start: 6, end: 6.5, text: "Good.", confidence: 0.9 },
  ],
  words: [
    ...[said("Are", 0), said("you", 0.6), said("there", 1.2), said("yes", 2.1), said("I", 2.8)],
    ...[said("am.", 3.4), said("Good.", 6)],
  ],
};

test("a segment in which another one begins to speak is parted there", (t) => {
  const { segments, words, text } = labelTranscript(formatted, turns);
  t.is(text, formatted.text);
  t.deepEqual(
    segments.map(({ id, speaker, start, end, text: part }) => ({ id, speaker, start, end, text: part })),
    [
      { id: 0, speaker: 0, start: 0, end: 1.7, text: "Are you there" },
      { id: 1, speaker: 1, start: 2.1, end: 3.9, text: "yes I am." },
      { id: 2, speaker: 0, start: 6, end: 6.5, text: "Good." },
    ],
  );
  t.deepEqual(
    words.map(({ speaker }) => speaker),
    [0, 0, 0, 1, 1, 1, 0],
  );
  const late = turns.map((turn) => ({ ...turn, speaker: turn.speaker + 2 }));
  t.deepEqual(
    labelTranscript(formatted, late).segments.map(({ speaker }) => speaker),
    [0, 1, 0],
  );
  t.deepEqual(labelTranscript(formatted, []).segments, formatted.segments);
  const [untimed] = labelTranscript({ ...formatted, words: [] }, turns).segments;
  t.is(untimed?.speaker, 0);
});

test("a word without length at the end of a turn stays in it, and no word is lost or doubled", (t) => {
  const words = [
    said("One", 0),
    said("two", 0.6),
    { ...said("three.", 2), end: 2 },
    said("Four", 2),
    said("five.", 2.6),
  ];
  const segments = [
    { id: 0, start: 0, end: 2, text: "One two three.", confidence: 0.9 },
    { id: 1, start: 2, end: 3.1, text: "Four five.", confidence: 0.9 },
  ];
  const halves = [
    { start: 0, end: 2, speaker: 0 },
    { start: 2, end: 4, speaker: 1 },
  ];
  const transcript = labelTranscript({ text: "One two three. Four five.", segments, words }, halves);
  const told = transcript.segments.map(({ text }) => text).join(" ");
  t.is(told, transcript.text);
  const srt = toSrt(transcript, { duration: 4 });
  for (const word of ["One", "two", "three.", "Four", "five."]) t.is(srt.split(word).length, 2, word);
});

test("a segment whose words do not match its text stays whole, with its punctuation", (t) => {
  const text = "Are you there? Yes, I am, of course. Good.";
  const segments = [{ id: 0, start: 0, end: 6.5, text, confidence: 0.9 }];
  const transcript = labelTranscript({ ...formatted, text, segments }, turns);
  t.deepEqual(
    transcript.segments.map(({ text: part }) => part),
    [text],
  );
  t.is(transcript.segments[0]?.speaker, 0);
  t.true(transcript.words.every(({ speaker }) => speaker !== undefined));
});

test("the name of a speaker is within the width of a line, and no cue lasts into the next turn", (t) => {
  const words = "Most of them said that it would rain before the evening".split(" ");
  const spoken = words.map((word, at) => ({ ...said(word, at * 0.5), speaker: 0 }));
  const segments = [
    { id: 0, start: 0, end: 5.5, text: words.join(" "), confidence: 0.9, speaker: 0 },
    { id: 1, start: 5.2, end: 6, text: "No.", confidence: 0.9, speaker: 1 },
  ];
  const transcript = { text: "", segments, words: [...spoken, { ...said("No.", 5.4), speaker: 1 }] };
  const layout = { maxLineWidth: 20, maxLines: 2, maxWords: 100 };
  const lines = toSrt(transcript, { duration: 6, layout }).split("\n");
  t.true(
    lines.filter((line) => !line.includes("-->")).every((line) => line.length <= 20),
    lines.join("|"),
  );
  const times = lines.filter((line) => line.includes("-->")).map((line) => line.split(" --> "));
  t.true(
    times.every(([, end = ""], at) => end <= (times[at + 1]?.[0] ?? "99")),
    times.join("|"),
  );
});

test("texts and subtitles say who speaks", (t) => {
  const transcript = labelTranscript(formatted, turns);
  t.is(textOfTranscript(transcript), "A: Are you there\nB: yes I am.\nA: Good.");
  t.regex(toSrt(transcript, { duration: 8 }), /\nA: Are you there\n[^]*\nB: yes I am\.\n/);
  t.regex(toVtt(transcript, { duration: 8 }), /\n<v A>Are you there\n[^]*\n<v B>yes I am\.\n/);
  t.is(textOfTranscript(formatted), formatted.text);
  t.false(toSrt(formatted, { duration: 8 }).includes("A:"));
  t.deepEqual([0, 25, 26, 51, 52].map(speakerLabel), ["A", "Z", "AA", "AZ", "BA"]);
});

test("a dialogue knows who speaks when, and errors are counted by the best match", (t) => {
  const person = (name: string) => ({
    ...{ name, samples: new Float32Array(160_000).fill(0.1), isSpeech: Array.from({ length: 1_000 }, () => true) },
  });
  const { samples, people } = makeDialogue([person("one"), person("other")], { seed: 1, seconds: 30, overlap: 0.2 });
  const [one = [], other = []] = [...people.values()];
  t.is(one.length, samples.length / 160);
  const exact = diarizationErrors({ people }, [other, one], 0);
  t.like(exact, { missed: 0, invented: 0, confused: 0 });
  const same = one.map((speaks, at) => speaks || other[at] === true);
  const { spoken, missed, confused } = diarizationErrors({ people }, [same], 0);
  t.is(missed, one.filter((speaks, at) => speaks && other[at] === true).length);
  t.is(confused + missed, spoken - Math.max(one.filter(Boolean).length, other.filter(Boolean).length));
});

test("a number that is begun by one person and another goes on with is two numbers", (t) => {
  const words = ["room", "twenty", "five", "please"].map((word, at) => ({
    ...{ word, start: at, end: at + 1 },
    confidence: 1,
  }));
  const text = "Room twenty five please.";
  const segments = [{ id: 0, start: 0, end: 4, text, confidence: 1 }];
  const read = { text, segments, words };
  const options = { format: "smart", language: "en" } as const;
  t.is(formatTranscript(read, options).text, "Room 25 please.");
  t.is(formatTranscript(read, { ...options, speakers: [0, 0, 0, 0] }).text, "Room 25 please.");
  const parted = formatTranscript(read, { ...options, speakers: [0, 0, 1, 1] });
  t.notRegex(parted.text, /25/);
  t.is(parted.words.length, 4);
});
