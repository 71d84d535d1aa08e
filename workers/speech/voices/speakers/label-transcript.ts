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

/** A transcript with its speakers: a segment in which another one begins to speak is parted there. */
export function labelTranscript(
  { text, segments, words }: FormattedTranscript,
  turns: readonly SpeakerTurn[],
): LabelledTranscript {
  const speakers = inOrder(speakersOfWords(words, turns));
  const labelled = words.map((word, index) => ({ ...word, ...labelOf(speakers[index]) }));
  if (words.length === 0) {
    const ofSegments = inOrder(speakersOfWords(segments, turns));
    return { text, words: [], segments: segments.map((one, index) => ({ ...one, ...labelOf(ofSegments[index]) })) };
  }
  const bounds = segments.map(({ start }) => start);
  const parted = segments.flatMap((segment, index) => {
    const next = bounds[index + 1] ?? Infinity;
    const own = labelled.filter(({ start }) => start < next && (index === 0 || start >= segment.start));
    return partOf(segment, own);
  });
  return { text, words: labelled, segments: parted.map((segment, id) => ({ ...segment, id })) };
}

const labelOf = (speaker: number | null | undefined): Labelled =>
  speaker === null || speaker === undefined ? {} : { speaker };

/** Numbered anew by who says a word first: one who was heard may have none. */
function inOrder(speakers: readonly (number | null)[]): readonly (number | null)[] {
  const order = [...new Set(speakers.filter((one) => one !== null))];
  return speakers.map((one) => (one === null ? null : order.indexOf(one)));
}

type LabelledSegment = LabelledTranscript["segments"][number];

function partOf(segment: RecognizedSegment, words: LabelledTranscript["words"]): readonly LabelledSegment[] {
  const runs: LabelledTranscript["words"][number][][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run === undefined || run[0]?.speaker !== word.speaker) runs.push([word]);
    else run.push(word);
  }
  const [first] = runs;
  if (first === undefined || runs.length === 1) return [{ ...segment, ...labelOf(first?.[0]?.speaker) }];
  return runs.map((run) => ({
    id: segment.id,
    start: run[0]?.start ?? segment.start,
    end: run.at(-1)?.end ?? segment.end,
    text: joinWords(run.map(({ written }) => written)),
    confidence: toMillisecond(run.reduce((sum, { confidence }) => sum + confidence, 0) / run.length),
    ...labelOf(run[0]?.speaker),
  }));
}
