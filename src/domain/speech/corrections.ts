import type { TranscriptJson } from "#db/engine-schema.ts";
import { DomainError } from "#src/errors.ts";
import { wordsBySegment } from "./segment-words.ts";
import { joinSegments } from "./speakers.ts";
import { isSpaceless } from "./subtitle-words.ts";

/** New texts of segments, by their ids; null takes a correction back, and an empty text means that nothing is said there. */
export type Corrections = Readonly<Record<string, string | null>>;

/** Segments of a call, and Unicode code points of a text, and of all corrected texts of a transcript. */
export const correctionBounds = { segments: 1_000, length: 10_000, total: 1_000_000 } as const;

type Segment = TranscriptJson["segments"][number];
type Word = TranscriptJson["words"][number];

const tooLong = `The corrected texts of a transcript have at most ${correctionBounds.total} characters together.`;

/** @throws DomainError `validation_error` at a field where a transcript lacks one of these segments */
export function requireSegments({ segments }: TranscriptJson, ids: readonly string[], field: string): void {
  const known = new Set(segments.map(({ id }) => String(id)));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const range = known.size === 0 ? "no segments" : `segments 0 to ${known.size - 1}`;
  throw new DomainError("validation_error", `The transcript has no segment '${unknown}'. It has ${range}.`, { field });
}

/**
 * The transcript with these corrections; those of other segments stay. What the model read is kept beside them.
 * @throws DomainError `validation_error` where it has no such segment, or the texts are too long together
 */
export function withCorrections(transcript: TranscriptJson, changes: Corrections): TranscriptJson {
  const { corrections, ...read } = transcript;
  const texts = new Map(read.segments.map(({ id, text }) => [String(id), text]));
  requireSegments(read, Object.keys(changes), "segments");
  const kept = Object.entries({ ...corrections?.segments, ...changes }).flatMap(([id, text]) => {
    const line = text?.split(/\s+/).filter(Boolean).join(" ");
    return line === undefined || line === texts.get(id) ? [] : [[id, line] as const];
  });
  const original = { ...read, text: corrections?.text ?? read.text };
  const speakers = corrections?.speakers ?? {};
  const hasSpeakers = Object.keys(speakers).length > 0;
  if (kept.length === 0 && !hasSpeakers) return original;
  if (Array.from(kept.map(([, text]) => text).join("")).length > correctionBounds.total)
    throw new DomainError("validation_error", tooLong, { field: "segments" });
  const changed = {
    ...original,
    corrections: { text: original.text, segments: Object.fromEntries(kept), ...(hasSpeakers && { speakers }) },
  };
  return { ...changed, text: joinSegments(corrected(changed).segments) };
}

/** A stored transcript as it is shown: its segments and words with the corrections. */
export function corrected(transcript: TranscriptJson): TranscriptJson {
  const { corrections, channels } = transcript;
  if (corrections === undefined) return transcript;
  const said = wordsBySegment(transcript);
  const parts = transcript.segments.map((segment, index) => {
    const [text, speaker] = [corrections.segments[segment.id], corrections.speakers?.[segment.id]];
    const given =
      speaker === undefined ? { segment, words: said[index] ?? [] } : givenPart(segment, said[index] ?? [], speaker);
    return text === undefined ? given : correctedPart(given.segment, given.words, text);
  });
  const segments = parts.map(({ segment }) => segment);
  const words = parts.flatMap((part) => part.words);
  return {
    ...transcript,
    segments: segments.filter(({ text }) => text !== ""),
    silenced: segments.filter(({ text }) => text === ""),
    // Channels speak at the same time.
    words: channels === undefined ? words : words.toSorted((one, other) => one.start - other.start),
  };
}

/** A segment that was given to a speaker. */
const givenPart = (segment: Segment, words: readonly Word[], speaker: number) => ({
  segment: { ...segment, speaker, corrected: true },
  words: words.map((word) => ({ ...word, speaker })),
});

function correctedPart(segment: Segment, read: readonly Word[], text: string) {
  const words = retimed(read, segment, text);
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return { segment: { ...segment, text, confidence: words.length === 0 ? 1 : confidence, corrected: true }, words };
}

const letter = /[\p{L}\p{N}]/u;

/** The words of a part of a text that has no spaces: each letter of a script without them is one, with the signs behind it. */
function splitPart(part: string): readonly string[] {
  const words: string[] = [];
  let [word, before] = ["", ""];
  for (const character of part) {
    const isLetter = letter.test(character);
    if (isLetter && before !== "" && (isSpaceless(character) || isSpaceless(before))) {
      words.push(word);
      word = "";
    }
    word += character;
    if (isLetter) before = character;
  }
  return [...words, word];
}

/** The words of a text, as transcripts have them: signs that stand alone belong to the word before. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const last = letter.test(part) ? undefined : words.pop();
    words.push(...(last === undefined ? splitPart(part) : [`${last} ${part}`]));
  }
  return words;
}

/** The number of words that two lists have in common at their beginning. */
function countSame(words: readonly string[], others: readonly string[]): number {
  const different = words.findIndex((word, index) => word !== others[index]);
  return different === -1 ? words.length : different;
}

const inMs = (seconds: number): number => Math.round(1000 * seconds) / 1000;

const middleOf = ({ start, end }: Word): number => (start + end) / 2;

interface Gap {
  /** The words in front of the gap, and those behind it, that were not changed. */
  readonly before: number;
  readonly after: number;
  readonly segment: Segment;
}

/** The seconds between unchanged words. At the ends of a segment, where there are none, half of the neighbour's are taken. */
function gapBetween(words: readonly Word[], { before, after, segment }: Gap): readonly [from: number, to: number] {
  const [last, next] = [words[before - 1], words[words.length - after]];
  const to = next?.start ?? words.at(-1)?.end ?? segment.end;
  const from = Math.min(to, last?.end ?? words[0]?.start ?? segment.start);
  if (from < to || before + after < words.length) return [from, to];
  if (last !== undefined) return [middleOf(last), to];
  return next === undefined ? [from, to] : [from, middleOf(next)];
}

/**
 * The words of a corrected segment. What was not changed keeps its times; a word in place of another one has those of the other; what
 * else is new shares the time between its neighbours evenly.
 */
export function retimed(words: readonly Word[], segment: Segment, text: string): readonly Word[] {
  const [known, written] = [words.map(({ word, written: form = word }) => form), wordsOf(text)];
  const before = countSame(known, written);
  const after = countSame(known.slice(before).toReversed(), written.slice(before).toReversed());
  const replaced = words.slice(before, words.length - after);
  const changed = written.slice(before, written.length - after);
  const [from, to] = gapBetween(words, { before, after, segment });
  const step = (to - from) / changed.length;
  const { speaker, channel } = segment;
  const voice = { ...(speaker !== undefined && { speaker }), ...(channel !== undefined && { channel }) };
  const isSame = replaced.length === changed.length;
  return [
    ...words.slice(0, before),
    ...changed.map((word, index) => {
      const other = isSame ? replaced[index] : undefined;
      if (other !== undefined && known[before + index] === word) return other;
      const { start, end } = other ?? { start: inMs(from + index * step), end: inMs(from + (index + 1) * step) };
      return { word, written: word, spoken: word, start, end, confidence: 1, ...voice };
    }),
    ...words.slice(words.length - after),
  ];
}
