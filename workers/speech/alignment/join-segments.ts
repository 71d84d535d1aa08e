import type { RecognizedSegment, RecognizedWord } from "#workers/speech/engine.ts";

/** Words further apart than this, in seconds, belong to different segments. */
const segmentGapSeconds = 0.5;

/** Joins words to stretches of speech between two pauses. */
export function joinSegments(words: readonly RecognizedWord[]): readonly RecognizedSegment[] {
  const groups: RecognizedWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || word.start - last.end >= segmentGapSeconds) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups.map((group, id) => ({
    id,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: group.map(({ word }) => word).join(" "),
    confidence: toThousandth(group.reduce((sum, { confidence }) => sum + confidence, 0) / group.length),
  }));
}

/** Rounds to the precision of an engine's confidences. */
const toThousandth = (value: number): number => Math.round(value * 1000) / 1000;
