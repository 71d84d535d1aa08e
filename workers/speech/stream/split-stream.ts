import type { SpokenPart } from "#workers/speech/synthesis/plan-segments.ts";
import { shortenFirst, splitSentences } from "#workers/speech/synthesis/split-text.ts";

/** What of a text is spoken and sent by itself: a sentence or more, or a part of a long one. */
export interface Sentence {
  /** From 0. */
  readonly index: number;
  readonly parts: readonly SpokenPart[];
  /** How many characters of the input are spoken when it is. */
  readonly characters: number;
}

/** Longer sentences are cut, so that what is not heard need not be paid. */
const longestSentence = 300;
/** Shorter ones go with what comes next: so few words have neither a melody nor a level. The first one is awaited. */
const shortestSentence = 20;
const shortestFirst = 10;
/** A longer first sentence is cut at a clause, so that its beginning is heard soon. */
const longestFirst = 60;

interface Slice {
  readonly part: SpokenPart;
  /** True where the voice stops. */
  readonly isEnd: boolean;
}

/** What is read in a way of its own stays whole. */
function slicesOf(part: SpokenPart, isFirst: boolean): readonly Slice[] {
  if (part.sayAs !== undefined || part.written !== undefined || part.text === "")
    return [{ part, isEnd: part.pauseMs !== null }];
  const sentences = splitSentences(part.text, longestSentence);
  const pieces = isFirst ? shortenFirst(sentences, longestFirst) : sentences;
  return pieces.map(({ text, seam }, index) => {
    const pauseMs = index === pieces.length - 1 ? part.pauseMs : null;
    return { part: { ...part, text, pauseMs }, isEnd: seam !== null || pauseMs !== null };
  });
}

const lettersOf = (parts: readonly SpokenPart[]): number => parts.reduce((sum, { text }) => sum + [...text].length, 0);

/**
 * The sentences of a text, which joined give it. Of `characters`, which is the length of the input, each has its share: in a
 * plain text just its own.
 */
export function splitStream(parts: readonly SpokenPart[], characters: number): readonly Sentence[] {
  const groups: SpokenPart[][] = [[]];
  for (const { part, isEnd } of parts.flatMap((one, index) => slicesOf(one, index === 0))) {
    groups.at(-1)?.push(part);
    const enough = groups.length === 1 ? shortestFirst : shortestSentence;
    if (isEnd && lettersOf(groups.at(-1) ?? []) >= enough) groups.push([]);
  }
  const sentences = groups.filter((group) => group.length > 0);
  const all = lettersOf(parts);
  let spoken = 0;
  return sentences.map((group, index) => {
    spoken += lettersOf(group);
    const isLast = index === sentences.length - 1;
    return { index, parts: group, characters: isLast ? characters : Math.round((characters * spoken) / all) };
  });
}
