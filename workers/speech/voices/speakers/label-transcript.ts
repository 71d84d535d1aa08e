import { wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import type { RecognizedSegment } from "#workers/speech/engine.ts";
import type { FormattedTranscript, FormattedWord } from "#workers/speech/recognition/format-transcript.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import { speakersOfWords, type SpeakerTurn } from "./speaker-turns.ts";

interface Labelled {
  /** From 0 in the order of appearance; absent where no speaker was found. */
  readonly speaker?: number;
}

export interface LabelledTranscript extends Pick<FormattedTranscript, "text"> {
  readonly segments: readonly (RecognizedSegment & Labelled)[];
  readonly words: readonly (FormattedWord & Labelled)[];
}

/**
 * A transcript with its speakers: a segment in which another one begins to speak is parted there. Where words and texts do not match,
 * a segment stays whole, and is of who speaks most of its time.
 */
export function labelTranscript(
  { text, segments, words }: FormattedTranscript,
  turns: readonly SpeakerTurn[],
): LabelledTranscript {
  const counts = segments.map((segment) => wordsIn(segment.text).length);
  const heard = [speakersOfWords(words, turns), speakersOfWords(segments, turns)] as const;
  const order = [...new Set(heard.flat().filter((one) => one !== null))];
  const [ofWords, ofSegments] = heard.map((speakers) =>
    speakers.map((one): Labelled => (one === null ? {} : { speaker: order.indexOf(one) })),
  );
  const labelled = words.map((word, index) => ({ ...word, ...ofWords?.[index] }));
  const isMatched = counts.reduce((sum, count) => sum + count, 0) === words.length;
  let next = 0;
  const parted = segments.flatMap((segment, index): readonly LabelledSegment[] => {
    const own = isMatched ? labelled.slice(next, (next += counts[index] ?? 0)) : [];
    return own.length === 0 ? [{ ...segment, ...ofSegments?.[index] }] : partsOf(segment, own);
  });
  return { text, words: labelled, segments: parted.map((segment, id) => ({ ...segment, id })) };
}

type LabelledSegment = LabelledTranscript["segments"][number];

function partsOf(segment: RecognizedSegment, words: LabelledTranscript["words"]): readonly LabelledSegment[] {
  const runs: LabelledTranscript["words"][number][][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run === undefined || run[0]?.speaker !== word.speaker) runs.push([word]);
    else run.push(word);
  }
  if (runs.length === 1) return [{ ...segment, ...speakerOf(words) }];
  return runs.map((run) => ({
    id: segment.id,
    start: run[0]?.start ?? segment.start,
    end: run.at(-1)?.end ?? segment.end,
    text: joinWords(run.map(({ written }) => written)),
    confidence: toMillisecond(run.reduce((sum, { confidence }) => sum + confidence, 0) / run.length),
    ...speakerOf(run),
  }));
}

const speakerOf = ([word]: LabelledTranscript["words"]): Labelled =>
  word?.speaker === undefined ? {} : { speaker: word.speaker };
