import type { SpokenPart } from "#workers/speech/text/spoken-part.ts";
import { splitGrowing } from "./split-growing.ts";
import { splitSentences } from "./split-text.ts";

/** A part of a text that is spoken and sent by itself: one or more sentences, or a part of a long one. */
export interface Sentence {
  /** From 0. */
  readonly index: number;
  readonly parts: readonly SpokenPart[];
  /** The characters of the input that are spoken at its end. */
  readonly characters: number;
}

/** Longer sentences are cut, so that a caller who hangs up pays for little that was not sent. */
const longestSentence = 300;
/** Shorter sentences are joined with the next one: so few words have neither a melody nor a level. */
const shortestSentence = 20;
/** The same for the first sentence, for which the caller waits. */
const shortestFirst = 10;

interface Slice {
  readonly part: SpokenPart;
  /** True where the voice stops. */
  readonly isEnd: boolean;
}

/** A part with its own reading (`say-as`, `sub`) stays whole. */
function slicesOf(part: SpokenPart, isFirst: boolean): readonly Slice[] {
  if (part.sayAs !== undefined || part.text === "") return [{ part, isEnd: part.pauseMs !== null }];
  if (part.written !== undefined) {
    const last = splitSentences(part.text, longestSentence).at(-1);
    return [{ part, isEnd: part.pauseMs !== null || last?.seam === "sentence" }];
  }
  const sentences = splitSentences(part.text, longestSentence);
  const pieces = isFirst ? splitGrowing(sentences) : sentences;
  return pieces.map(({ text, seam }, index) => {
    const pauseMs = index === pieces.length - 1 ? part.pauseMs : null;
    const piece = { ...part, text, pauseMs };
    return {
      part: seam === "phrase" ? { ...piece, goesOn: true } : piece,
      isEnd: seam !== null || pauseMs !== null,
    };
  });
}

const isSpoken = (parts: readonly SpokenPart[]): boolean => parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text));

/** The written text counts, not what is read in its place. */
const lettersOf = (parts: readonly SpokenPart[]): number =>
  parts.reduce((sum, { text, written = "" }) => sum + [...(written === "" ? text : written)].length, 0);

/**
 * Cuts a text into sentences, which joined give it. `characters`, the length of the input, is divided among them in
 * proportion to their letters: in a plain text each has its own length.
 */
export function splitStream(parts: readonly SpokenPart[], characters: number): readonly Sentence[] {
  const groups: SpokenPart[][] = [[]];
  for (const { part, isEnd } of parts.flatMap((one, index) => slicesOf(one, index === 0))) {
    const group = groups.at(-1) ?? [];
    group.push(part);
    const enough = groups.length === 1 ? shortestFirst : shortestSentence;
    if (isEnd && isSpoken(group) && lettersOf(group) >= enough) groups.push([]);
  }
  const sentences = groups.filter((group) => group.length > 0);
  const [last = [], rest = []] = sentences.slice(-2);
  // Blank lines at the end, for example, belong to the sentence before them.
  if (sentences.length > 1 && !isSpoken(rest)) sentences.splice(-2, 2, [...last, ...rest]);
  const all = lettersOf(parts);
  let spoken = 0;
  return sentences.map((group, index) => {
    spoken += lettersOf(group);
    const isLast = index === sentences.length - 1;
    return { index, parts: group, characters: isLast ? characters : Math.round((characters * spoken) / all) };
  });
}
