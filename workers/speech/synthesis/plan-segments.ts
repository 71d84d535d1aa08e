import type { TextLocale } from "#workers/speech/text/date-order.ts";
import { DomainError } from "#src/errors.ts";
import { pauseBehind } from "#workers/speech/audio/pauses.ts";
import type { SynthesizeOptions } from "#workers/speech/engine.ts";
import { sayAs } from "#workers/speech/text/say-as.ts";
import { normalizeText } from "#workers/speech/text/normalize-text.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import { cutAllAtPauses } from "./cut-at-pauses.ts";
import { type Engines, planTextRuns, type Speaker } from "./plan-text-runs.ts";
import type { SpokenPart } from "./spoken-part.ts";
import { shortenFirst, splitText } from "./split-text.ts";

/** A part of a text that is spoken at once. */
export interface Segment {
  readonly text: string;
  readonly speakers: readonly Speaker[];
  readonly speed: number;
  /** The silence behind it. */
  readonly pauseSeconds: number;
}

/** The most letters of a text, numbers and signs written out: three quarters of an hour of speech or so. */
const mostLetters = 40_000;
/** Longer pieces cost some engines more memory than they have. */
const longestPiece = 300;
/** `spell` says a letter in as many. */
const lettersOfSpelled = 10;
const [slowest, fastest] = [0.5, 2];

/** Silence alone, for a pause that has no words before it. */
export const isPause = ({ speakers }: Segment): boolean => speakers.length === 0;

type Words = Omit<SpokenPart, "sayAs" | "written">;

const isOneWith = (before: SpokenPart | undefined, part: SpokenPart): before is SpokenPart =>
  before !== undefined && before.pauseMs === null && before.rate === part.rate;

/** Neighbours without a pause between become one where `areAlike`. */
function joinParts<Part extends SpokenPart>(
  parts: readonly Part[],
  areAlike: (part: Part) => boolean,
): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && isOneWith(before, part) && areAlike(before) && areAlike(part)) {
      joined[joined.length - 1] = { ...part, text: `${before.text}${part.text}` };
    } else joined.push(part);
  }
  return joined;
}

/** Plain text is read with what stands beside it, what has a reading of its own by itself. */
function inWords(parts: readonly SpokenPart[], { language, dateOrder }: TextLocale): readonly Words[] {
  const said = parts.map(({ written: _written, ...part }) => part);
  const plain = joinParts(said, (part) => part.sayAs === undefined);
  const pieces = cutAllAtPauses(plain);
  // A ligature may stand for a sentence: texts of them are refused before they are read.
  requireBounded(pieces.map(({ text }) => ({ text: normalizeText(text) })));
  const words = pieces.map(({ text, sayAs: as, rate, pauseMs, goesOn = false }): SpokenPart => {
    const spoken =
      as === undefined ? normalizeForSpeech(text, language, dateOrder) : sayAs(text, as, { language, dateOrder });
    return { text: goesOn ? `${spoken.trimEnd()}, ` : spoken, rate, pauseMs };
  });
  return joinParts(words, () => true);
}

const lettersOf = (words: readonly { readonly text: string }[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/** Signs and digits may become ten times as many letters. @throws DomainError */
export function requireBounded(words: readonly { readonly text: string }[]): void {
  const letters = lettersOf(words);
  if (letters <= mostLetters) return;
  throw new DomainError(
    "audio_too_long",
    `Written out in words, this text has ${letters} letters; the maximum is ${mostLetters}. Send it in several parts.`,
  );
}

interface PlannedText extends TextLocale {
  readonly text: string;
  readonly parts?: readonly SpokenPart[] | undefined;
}

/** @throws DomainError `audio_too_long` */
function boundedWords({ text, parts = [{ text, rate: 1, pauseMs: null }], ...reader }: PlannedText): readonly Words[] {
  const words = inWords(parts, reader);
  requireBounded(words);
  return words;
}

/** Counts the letters of a text with its numbers and signs in words. @throws DomainError `audio_too_long` */
export const countLetters = (text: PlannedText): number => lettersOf(boundedWords(text));

/**
 * The segments of a text in the order in which they are spoken: each of at most 300 characters and by one speaker, the first
 * one of several short. Without `parts` the text is plain.
 * @throws DomainError `audio_too_long`
 */
export function planSegments(options: SynthesizeOptions & PlannedText, engines: Engines): readonly Segment[] {
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
