import { pauseBehind } from "#workers/speech/audio/pauses.ts";
import type { SynthesizeOptions } from "#workers/speech/engine.ts";
import { boundedWords, type TextToRead, type Words } from "#workers/speech/text/words-of-text.ts";
import { type Engines, planTextRuns, type Speaker } from "./plan-text-runs.ts";
import { shortenFirst, splitText } from "./split-text.ts";

/** A part of a text that is spoken at once. */
export interface Segment {
  readonly text: string;
  readonly speakers: readonly Speaker[];
  readonly speed: number;
  /** The silence behind it. */
  readonly pauseSeconds: number;
}

/** Longer pieces cost some engines more memory than they have. */
const longestPiece = 300;
/** `spell` says a letter in as many. */
const lettersOfSpelled = 10;
const [slowest, fastest] = [0.5, 2];

/** Silence alone, for a pause that has no words before it. */
export const isPause = ({ speakers }: Segment): boolean => speakers.length === 0;

/**
 * The segments of a text in the order in which they are spoken: each of at most 300 characters and by one speaker, the first
 * one of several short. Without `parts` the text is plain.
 * @throws DomainError `audio_too_long`
 */
export function planSegments(options: SynthesizeOptions & TextToRead, engines: Engines): readonly Segment[] {
  return boundedWords(options).flatMap((words, index) => segmentsOf(words, index === 0, { options, engines }));
}

interface Planning {
  readonly options: SynthesizeOptions;
  readonly engines: Engines;
}

function segmentsOf(
  { text, rate, pauseMs }: Words,
  isFirst: boolean,
  { options, engines }: Planning,
): readonly Segment[] {
  const speed = Math.min(fastest, Math.max(slowest, options.speed * rate));
  if (pauseMs !== null && text.trim() === "") return [{ text: "", speakers: [], speed, pauseSeconds: pauseMs / 1000 }];
  const segments = planTextRuns(text, options, engines).flatMap(({ text: run, speakers }, index) => {
    const [first] = speakers;
    const maxLetters = Math.min(longestPiece, first?.engine.segmentLetters ?? longestPiece) * Math.min(1, speed);
    const pieces = splitText(run, first?.spelled === true ? maxLetters / lettersOfSpelled : maxLetters);
    // One piece alone is heard when it is whole: a cut would cost time and melody.
    const isShortened = isFirst && index === 0 && pieces.length > 1;
    return (isShortened ? shortenFirst(pieces) : pieces).map((piece): Segment => {
      const pauseSeconds = pauseBehind(piece.text, piece.seam ?? "speaker", speed);
      return { text: piece.text, speakers, speed, pauseSeconds };
    });
  });
  const last = segments.at(-1);
  if (last === undefined || pauseMs === null) return segments;
  return [...segments.slice(0, -1), { ...last, pauseSeconds: last.pauseSeconds + pauseMs / 1000 }];
}
