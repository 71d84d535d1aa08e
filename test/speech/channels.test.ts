import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { chaptersOf } from "#src/domain/speech/chapters.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import { chargedChannels } from "#src/domain/speech/channels.ts";
import { withNames } from "#src/domain/speech/update-transcript.ts";
import { listChannels, textOfTranscript, transcriptsByChannel } from "#src/domain/speech/speakers.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { DomainError } from "#src/errors.ts";
import { encoded, tone, wav } from "#harness/audio/sounds.ts";
import { inChannels } from "#test/support/channel-recording.ts";
import { countChannels, decodeAudio } from "#workers/speech/audio/decode-audio.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { readChannels } from "#workers/transcription/hear-recording.ts";
import { mergeReadings, mergeTranscripts, withChapters } from "#workers/transcription/merge-channels.ts";
import type { SourceContainer } from "#workers/speech/audio/ffmpeg-arguments.ts";

const signal = new AbortController().signal;

/** A file in a folder of its own, as it is decoded. */
async function sourceOf(sound: Uint8Array, container: SourceContainer) {
  const directory = await mkdtemp(join(tmpdir(), "channels-"));
  const path = join(directory, "source");
  await writeFile(path, sound);
  return { source: { path, container }, options: { directory, maxSeconds: 60, isLevelled: true, signal } };
}

const hertz = [300, 600, 900, 1_200, 1_500, 1_800, 2_100, 2_400];

/** How often a sound changes its sign, in a second: twice its pitch. */
function pitchOf(samples: Int16Array): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1)
    if ((samples[at] ?? 0) < 0 !== (samples[at - 1] ?? 0) < 0) crossings += 1;
  return (8_000 * crossings) / samples.length;
}

for (const [count, extension] of [
  [2, "wav"],
  [3, "wav"],
  [8, "wav"],
  [2, "mp3"],
  [8, "flac"],
] as const) {
  test(`${count} channels of a ${extension} file are counted and decoded one by one`, async (t) => {
    const sound = inChannels(...hertz.slice(0, count).map((pitch) => tone(1, pitch)));
    const file = extension === "wav" ? sound : await encoded(sound, extension);
    const { source, options } = await sourceOf(file, extension);
    t.like(await countChannels(source, options), { channels: count, isQuiet: false, isClipped: false });
    for (let index = 0; index < count; index += 1) {
      const flac = index === 0 ? join(options.directory, "all.flac") : null;
      const pcm = await decodeAudio(source, { ...options, flac, channel: { index, count } });
      t.true(Math.abs(pcm.durationSeconds - 1) < 0.1);
      const bytes = Uint8Array.from(await readFile(pcm.path));
      const pitch = pitchOf(new Int16Array(bytes.buffer));
      t.true(Math.abs(pitch - (hertz[index] ?? 0)) < 40, `channel ${index}: ${pitch} Hz`);
    }
    const kept = await sourceOf(await readFile(join(options.directory, "all.flac")), "flac");
    t.is((await countChannels(kept.source, kept.options)).channels, count);
  });
}

test("a file that is no audio, and one with very many channels, are told from others", async (t) => {
  const many = await sourceOf(inChannels(...Array.from({ length: 64 }, () => wav(0.5))), "wav");
  t.is((await countChannels(many.source, many.options)).channels, 64);
  const text = await sourceOf(Buffer.from("This is no audio."), "wav");
  await t.throwsAsync(countChannels(text.source, text.options), { code: "audio_unusable" });
});

test("each channel that is transcribed by itself costs its seconds, and too many are refused", (t) => {
  t.is(chargedSeconds(60.2), 61);
  t.is(chargedSeconds(60.2, 2), 122);
  t.is(chargedChannels({}, 64), 1);
  t.is(chargedChannels({ channels: "together" }, 2), 1);
  t.is(chargedChannels({ channels: "separate" }, 8), 8);
  t.is(chargedChannels({ channels: "separate" }, null), 1);
  t.throws(() => chargedChannels({ channels: "separate" }, 9), { code: "audio_unusable", message: /9 channels/ });
});

const word = (text: string, start: number, end = start + 0.4) => ({
  ...{ word: text.replace(/[.?]/, ""), written: text, spoken: text, start, end, confidence: 1 },
});
const said = (text: string, start: number, end: number) => ({ id: 0, text, start, end, confidence: 1 });

const agent = {
  text: "Hello there. Yes.",
  segments: [said("Hello there.", 0, 1), { ...said("Yes.", 3, 3.4), id: 1 }],
  words: [word("Hello", 0), word("there.", 0.5), word("Yes.", 3)],
};
const customer = {
  text: "Is it open now?",
  segments: [said("Is it open now?", 2, 4)],
  words: [word("Is", 2), word("it", 2.5), word("open", 3.1), word("now?", 3.6)],
};
const silent = { text: "", segments: [], words: [] };
const channels = [
  { channel: 0, language: "en" },
  { channel: 1, language: "de", languageProbability: 0.9 },
  { channel: 2 },
];
const transcript = { ...mergeTranscripts([agent, customer, silent]), channels };

test("channels are interleaved by time, and a silent one has nothing", (t) => {
  t.is(transcript.text, "Hello there. Is it open now? Yes.");
  t.deepEqual(
    transcript.segments.map(({ id, channel }) => [id, channel]),
    [
      [0, 0],
      [1, 1],
      [2, 0],
    ],
  );
  t.is(
    transcript.words.map(({ word: one, channel }) => `${one}${channel}`).join(" "),
    "Hello0 there0 Is1 it1 Yes0 open1 now1",
  );
  t.deepEqual(listChannels(transcript, "fr"), [
    { channel: 0, name: null, language: "en", seconds: 1.4 },
    { channel: 1, name: null, language: "de", seconds: 2 },
    { channel: 2, name: null, language: "fr", seconds: 0 },
  ]);
});

test("texts and subtitles name the channel of each turn, and keep its words together", (t) => {
  t.is(textOfTranscript(transcript), "Channel 1: Hello there.\nChannel 2: Is it open now?\nChannel 1: Yes.");
  const cues = toSrt(transcript, { duration: 4 })
    .split("\n")
    .filter((line) => line.startsWith("Channel"));
  t.deepEqual(cues, ["Channel 1: Hello there.", "Channel 2: Is it open now?", "Channel 1: Yes."]);
  t.regex(toVtt(transcript, { duration: 4 }), /00:02\.000 --> 00:00:04\.000\n<v Channel 2>Is it open now\?\n/);
});

test("each channel is a transcript of its own again", (t) => {
  const [one, other, third] = transcriptsByChannel(transcript);
  t.like(one, { channel: 0, language: "en", text: "Hello there. Yes." });
  t.deepEqual(one?.words, agent.words);
  t.like(other, { channel: 1, language: "de", languageProbability: 0.9, text: customer.text });
  t.like(third, { channel: 2, text: "", words: [], segments: [] });
  t.deepEqual(transcriptsByChannel(agent), [{ ...agent, channel: 0 }]);
});

const read = (part: Partial<Recognition>): Recognition => ({
  ...{ ...silent, model: "none", confidenceSource: "none" },
  ...part,
});

test("model and language are those of the channel with most speech, and faults those of all", (t) => {
  const unread = [{ code: "language_unsupported", message: "No model reads Klingon." }];
  const merged = mergeReadings([
    read({ ...agent, model: "small", language: "en", unread, unintelligible: [{ start: 5, end: 6 }] }),
    read({ ...customer, model: "large", language: "de", unread, unintelligible: [{ start: 1, end: 2 }] }),
    read({}),
  ]);
  t.like(merged, { model: "large", language: "de", unread, isOtherLanguage: false });
  t.deepEqual(merged.unintelligible, [
    { start: 1, end: 2 },
    { start: 5, end: 6 },
  ]);
  const alone = read(agent);
  t.is(mergeReadings([alone]), alone);
});

test("speech of another language is that of most of it or of all channels, else a warning for its channel", (t) => {
  const [long, short] = [read(customer), read({ ...agent, segments: agent.segments.slice(1) })];
  const other = { isOtherLanguage: true };
  const music = read({ ...other, unintelligible: [{ start: 0, end: 60 }] });
  const warned = (channel: number) => ({
    isOtherLanguage: false,
    unread: [{ code: "language_mismatch", message: mismatch(channel) }],
  });
  const mismatch = (channel: number) =>
    `The speech of channel ${channel} seems to be in another language, so its words may be made up.`;
  t.like(mergeReadings([long, music]), warned(2));
  t.like(mergeReadings([{ ...short, ...other }, long]), warned(1));
  t.like(mergeReadings([short, { ...long, ...other }]), { isOtherLanguage: true, unread: [] });
  t.like(mergeReadings([music, read({})]), { isOtherLanguage: true, unread: [] });
  t.like(mergeReadings([read({}), read({})]), { isOtherLanguage: false, unread: [] });
});

test("a channel in a language that no model reads is left out where another one has words", (t) => {
  const german = { turns: null, language: "de", languages: ["de"], removed: [] };
  const reading = (recognition: Recognition) => ({ recognition, ...german });
  const klingon = new DomainError("language_unsupported", "No model reads Klingon.");
  const [first, second] = readChannels([klingon, reading(read({ ...customer, model: "large" }))]);
  const warning = { code: "language_unsupported", message: "Channel 1 was not transcribed. No model reads Klingon." };
  t.deepEqual(first.recognition.unread, [warning]);
  t.like(first.recognition, { text: "", model: "large", segments: [] });
  t.is(second?.recognition.text, customer.text);
  t.throws(() => readChannels([reading(read({})), klingon]), { is: klingon });
  t.throws(() => readChannels([klingon]), { is: klingon });
});

test("chapters are told by the language of the channel with most speech", (t) => {
  const one = { recognition: read({}), language: "xx" };
  const two = { recognition: read(customer), language: "en" };
  const asked = { chapters: true };
  t.notDeepEqual(chaptersOf(transcript, "en"), chaptersOf(transcript, "xx"));
  for (const readings of [
    [one, two],
    [two, one],
  ] as const) {
    t.deepEqual(withChapters(transcript, { asked, readings }).chapters, chaptersOf(transcript, "en"));
  }
});

test("names stand in texts and subtitles in place of channels, and one is taken away by null", (t) => {
  const named = withNames(transcript, { "0": "Agent", "1": "<Ann & Bo>" });
  t.is(textOfTranscript(named), "Agent: Hello there.\n<Ann & Bo>: Is it open now?\nAgent: Yes.");
  t.regex(toVtt(named, { duration: 4 }), /\n<v &lt;Ann &amp; Bo&gt;>Is it open now\?\n/);
  t.regex(toSrt(named, { duration: 4 }), /\nAgent: Yes\.\n/);
  t.deepEqual(
    listChannels(named, "en").map(({ name }) => name),
    ["Agent", "<Ann & Bo>", null],
  );
  const less = withNames(named, { "1": null });
  t.deepEqual(less.speakerNames, { "0": "Agent" });
  for (const unknown of ["3", "A", "__proto__", "constructor"]) {
    t.throws(() => withNames(transcript, Object.fromEntries([[unknown, "Anna"]])), { code: "validation_error" });
  }
  t.throws(() => withNames(agent, { A: "Anna" }), { message: /none that are told apart/ });
});
