import type { Recognition } from "#workers/speech/engine.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import { wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { formatTranscript, type FormatOptions } from "#workers/speech/recognition/format-transcript.ts";
import { liveRate, type LiveWord } from "./live-types.ts";

/** Words that were read in a stretch of a stream, with their times in the stream. */
export interface PlacedWords {
  readonly text: string;
  readonly words: readonly LiveWord[];
}

const moved = <Word extends { readonly start: number; readonly end: number }>(word: Word, from: number): Word => ({
  ...word,
  start: toMillisecond(word.start + from / liveRate),
  end: toMillisecond(word.end + from / liveRate),
});

/** The words of a draft, as they were read. */
export function placeDraft({ text, words }: Recognition, from: number): readonly LiveWord[] {
  const written = wordsIn(text);
  return words.map((word, index) => moved({ ...word, written: written[index] ?? word.word }, from));
}

/** The words of a final, English numbers as is wished. */
export function placeFinal(read: Recognition, from: number, wished: FormatOptions): PlacedWords {
  const { text, words } = formatTranscript(read, wished);
  const placed = words.map(({ word, written, start, end, confidence, spoken }) =>
    moved({ word, written, start, end, confidence, spoken }, from),
  );
  return { text, words: placed };
}
