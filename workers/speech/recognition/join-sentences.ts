import type { RecognizedSegment } from "#workers/speech/engine.ts";
import { bareWord, type TimedTranscriptWord } from "#workers/speech/alignment/transcript-words.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";

/** A longer pause ends a segment. */
const pauseSeconds = 1;
/** A longer sentence is parted, so that a subtitle is not too long. */
const longestSeconds = 10;

const sentenceEnds: ReadonlySet<string | undefined> = new Set([
  ".",
  "?",
  "!",
  "…",
  "。",
  "？",
  "！",
  "।",
  "॥",
  "؟",
  "۔",
  "။",
]);
const closers: ReadonlySet<string> = new Set(['"', "'", "”", "’", "»", ")", "]", "」", "』", "）", " "]);
const clauseEnd = /[,;:—–،؛，、；：]$/u;
const lowerCase = /^\p{Ll}/u;
const titles: ReadonlySet<string> = new Set(["mr", "mrs", "ms", "dr", "st", "prof", "vs"]);

/** Joins words to sentences. A sentence of more than ten seconds is parted behind its last comma, or else between words. */
export function joinSentences(words: readonly TimedTranscriptWord[]): readonly RecognizedSegment[] {
  const groups: TimedTranscriptWord[][] = [];
  let group: TimedTranscriptWord[] = [];
  for (const [index, word] of words.entries()) {
    group.push(word);
    const next = words[index + 1];
    if (next === undefined || endsSegment(word, next)) {
      groups.push(group);
      group = [];
    } else if (next.end - (group[0]?.start ?? 0) > longestSeconds) {
      const kept = group.findLastIndex(({ written }) => clauseEnd.test(written)) + 1 || group.length;
      groups.push(group.slice(0, kept));
      group = group.slice(kept);
    }
  }
  return groups.map(segmentOf);
}

function endsSegment(word: TimedTranscriptWord, next: TimedTranscriptWord): boolean {
  if (next.start - word.end > pauseSeconds) return true;
  const mark = [...word.written].findLast((letter) => !closers.has(letter));
  if (!sentenceEnds.has(mark) || lowerCase.test(next.written)) return false;
  const bare = bareWord(word.written).toLowerCase();
  // "Mr. Smith", "J. Smith"
  return mark !== "." || (!titles.has(bare) && (bare.length > 1 || !/\p{L}/u.test(bare)));
}

const segmentOf = (group: readonly TimedTranscriptWord[], id: number): RecognizedSegment => ({
  id,
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
  text: joinWords(group.map(({ written }) => written)),
  confidence: toThousandth(group.reduce((sum, { confidence }) => sum + confidence, 0) / group.length),
});

export const toThousandth = (value: number): number => Math.round(value * 1000) / 1000;
