import type { Transcription } from "#web/api/types.ts";
import type { NamedSpan } from "#web/components/requests/named-spans.ts";
import { type Voice, type VoiceNames, voiceOf } from "#web/components/requests/voices.ts";

type Word = Transcription["words"][number];
type Segment = Pick<Transcription["segments"][number], "start" | "speaker" | "channel">;

/** In 19 English recordings one in five words below this confidence was wrong, and one in forty of the others. */
const leastConfidence = 0.5;

/** Whether a word is to be heard again. */
export const isDoubtful = ({ confidence }: Word): boolean => confidence < leastConfidence;

/** The stretches that are named, by the index of the word behind their begin; that of the end is the number of words. */
export type Marks = ReadonlyMap<number, readonly NamedSpan[]>;

export function marksByWord(words: readonly Word[], spans: readonly NamedSpan[]): Marks {
  const marks = new Map<number, readonly NamedSpan[]>();
  for (const span of spans) {
    const found = words.findIndex(({ start }) => start >= span.start);
    const index = found === -1 ? words.length : found;
    marks.set(index, [...(marks.get(index) ?? []), span]);
  }
  return marks;
}

/** A part of a transcript with its words, which begin at `first` among those of the whole. */
export interface WordGroup extends Voice {
  readonly start: number;
  readonly first: number;
  readonly words: readonly Word[];
}

/** For each segment the next one of its channel. */
function nextOf(segments: readonly Segment[]): readonly (Segment | undefined)[] {
  const next = new Map<number | undefined, Segment>();
  const found = segments.toReversed().map((segment) => {
    const behind = next.get(segment.channel);
    next.set(segment.channel, segment);
    return behind;
  });
  return found.toReversed();
}

/**
 * The words of each segment, in their order; a segment ends where the next one of its channel begins. A word that begins there, too, is
 * of the first one where only that has its speaker. Segments without words are left out.
 */
export function wordGroups(
  segments: readonly Segment[],
  words: readonly Word[],
  names: VoiceNames = {},
): readonly WordGroup[] {
  const groups: WordGroup[] = [];
  // Channels speak at the same time, so that the words of each are passed through by themselves.
  const lanes = Map.groupBy(words, ({ channel }) => channel);
  const passed = new Map<number | undefined, number>();
  const behind = nextOf(segments);
  let first = 0;
  for (const [index, segment] of segments.entries()) {
    const { start, speaker, channel } = segment;
    const [lane, begin, following] = [lanes.get(channel) ?? [], passed.get(channel) ?? 0, behind[index]];
    const end = following?.start ?? Number.POSITIVE_INFINITY;
    let next = begin;
    const isOwn = (word: Word | undefined): boolean =>
      word !== undefined &&
      (word.start < end || (word.start === end && word.speaker === speaker && following?.speaker !== speaker));
    while (isOwn(lane[next])) next += 1;
    passed.set(channel, next);
    if (next > begin) groups.push({ start, first, ...voiceOf(segment, names), words: lane.slice(begin, next) });
    first += next - begin;
  }
  return groups;
}

type SpokenWord = Pick<Word, "word" | "start" | "end">;

const sentenceEnd = /([.!?…।؟。！？])["'”’»)\]」』]*$/u;
/** Voices pause for longer behind a sentence, and not behind "Dr." or "e.g.". In seconds. */
const pauseSeconds = 0.15;

/** True of a word that ends a sentence: "home.", "really?”", "。". A full stop alone may belong to an abbreviation. */
function endsSentence({ word, end }: SpokenWord, next: SpokenWord): boolean {
  const mark = sentenceEnd.exec(word)?.[1];
  return mark !== undefined && (mark !== "." || next.start - end >= pauseSeconds);
}

/** The words of a text that was spoken, sentence by sentence. */
export function sentenceGroups(spoken: readonly SpokenWord[]): readonly WordGroup[] {
  const groups: WordGroup[] = [];
  let first = 0;
  for (const [index, word] of spoken.entries()) {
    const next = spoken[index + 1];
    if (next !== undefined && !endsSentence(word, next)) continue;
    const words = spoken
      .slice(first, index + 1)
      .map((one) => ({ ...one, written: one.word, spoken: one.word, confidence: 1 }));
    groups.push({ start: words[0]?.start ?? 0, first, speaker: undefined, tone: undefined, words });
    first = index + 1;
  }
  return groups;
}
