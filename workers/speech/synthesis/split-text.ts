/** A place at which a text is cut: the end of a sentence or of a clause, where a voice pauses, or where it does not. */
export type Seam = "sentence" | "clause" | "none";

/** A piece of a text. */
export interface TextSegment {
  readonly text: string;
  /** The seam after it; null after the last one. */
  readonly seam: Seam | null;
}

/** A boundary between two letters; the higher the rank, the better to cut there. */
interface Boundary {
  readonly at: number;
  readonly rank: number;
  /** The time to say all that comes before, in letters. */
  readonly weight: number;
}

const ranks = { letter: 0, word: 1, space: 2, clause: 3, sentence: 4 } as const;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The engines pause after these; after a line that ends otherwise they do not. */
const endOfSentence = /[.!?…。！？।॥؟۔։።။]["'”’»)\]]*\s*$/u;
/** `Dr.`, `St.`, `J.`: an initial or an abbreviation, unless it is a name at the end of a sentence. */
const abbreviation = /(?:^|[\s("'“‘])\p{Lu}\p{L}{0,3}\.\s*$/u;
const clauses = /[,;:،؛—–]["'”’»)\]]*\s+|[、，；：]\s*/gu;

/** Digits and signs are words. */
const wordlike = /[\p{N}\p{S}]/u;
const lettersOfWord = 5;

/** Longer ones are cut, too: a pile of marks, or a conjunct without end. */
const longestGrapheme = 32;

const ranksOf = (text: string): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  for (const { index, isWordLike } of words.segment(text)) if (isWordLike) found.set(index, ranks.word);
  for (const { index, 0: blank } of text.matchAll(/\s+/gu)) found.set(index + blank.length, ranks.space);
  for (const { index, 0: sign } of text.matchAll(clauses)) found.set(index + sign.length, ranks.clause);
  for (const { index, segment } of sentences.segment(text)) {
    const isEnd = endOfSentence.test(segment) && !abbreviation.test(segment);
    if (isEnd) found.set(index + segment.length, ranks.sentence);
  }
  return found;
};

/** All boundaries, the end of the text included. */
const boundariesOf = (text: string): readonly Boundary[] => {
  const found = ranksOf(text);
  let [at, weight] = [0, 0];
  const boundaries: Boundary[] = [];
  for (const { segment } of letters.segment(text)) {
    for (const part of segment.length > longestGrapheme ? segment : [segment]) {
      at += part.length;
      weight += wordlike.test(part) ? Math.max(lettersOfWord, part.length) : part.length;
      boundaries.push({ at, rank: found.get(at) ?? ranks.letter, weight });
    }
  }
  return boundaries;
};

const seamOf = (rank: number): Seam => {
  if (rank === ranks.sentence) return "sentence";
  return rank === ranks.clause ? "clause" : "none";
};

/** The lengths of a text up to the end of each clause, in UTF-16 units. */
export const clauseEnds = (text: string): readonly number[] =>
  Array.from(text.matchAll(clauses), ({ index, 0: sign }) => index + sign.length);

/** A first segment up to this is spoken soon enough. */
const shortLetters = 90;
/** A first sentence up to this is not cut. */
const sentenceLetters = 150;
const wordsOfClause = 6;
/** The shortest rest of the first segment, in letters. */
const restLetters = 20;

/** The place to cut the first segment: at the end of its first sentence, or of a clause of some words when that is long. */
const firstCut = (text: string): { readonly at: number; readonly seam: Seam } | null => {
  const ends = [...ranksOf(text)].toSorted(([a], [b]) => a - b).filter(([at]) => at <= text.length - restLetters);
  const sentence = ends.find(([at, rank]) => rank === ranks.sentence && at <= sentenceLetters);
  if (sentence !== undefined) return { at: sentence[0], seam: "sentence" };
  const starts = Array.from(words.segment(text), ({ index, isWordLike }) => (isWordLike ? index : -1)).filter(
    (at) => at >= 0,
  );
  const from = starts[wordsOfClause] ?? Infinity;
  const clause = ends.find(([at, rank]) => rank >= ranks.clause && at >= from);
  return clause === undefined ? null : { at: clause[0], seam: seamOf(clause[1]) };
};

/** The segments with a short first one, where the text has a place for it, so that it is spoken soon. */
export const shortenFirst = (segments: readonly TextSegment[]): readonly TextSegment[] => {
  const [first, ...rest] = segments;
  if (first === undefined || first.text.length <= shortLetters) return segments;
  const cut = firstCut(first.text);
  if (cut === null) return segments;
  const head = { text: first.text.slice(0, cut.at), seam: cut.seam };
  return [head, { text: first.text.slice(cut.at), seam: first.seam }, ...rest];
};

/**
 * Cuts a text into segments that take no longer to say than so many letters: at the ends of sentences, else of clauses, else
 * of words, else anywhere between two letters. The segments joined give the text.
 */
export const splitText = (text: string, maxLetters: number): readonly TextSegment[] => {
  if (text.length * lettersOfWord <= maxLetters) return [{ text, seam: null }];
  const boundaries = boundariesOf(text);
  const segments: TextSegment[] = [];
  let start = { at: 0, weight: 0 };
  let best: Boundary | undefined;
  let next = 0;
  for (let index = 0; index < boundaries.length; index += 1) {
    const boundary = boundaries[index];
    if (boundary === undefined) break;
    if (best !== undefined && boundary.weight - start.weight > maxLetters) {
      segments.push({ text: text.slice(start.at, best.at), seam: seamOf(best.rank) });
      start = best;
      best = undefined;
      // The text beyond the cut is looked at again.
      index = next - 1;
    } else if (best === undefined || boundary.rank >= best.rank) {
      best = boundary;
      next = index + 1;
    }
  }
  return [...segments, { text: text.slice(start.at), seam: null }];
};

/** Cuts a text behind each of its sentences, longer ones as `splitText` does. The segments joined give the text. */
export const splitSentences = (text: string, maxLetters: number): readonly TextSegment[] => {
  const ends = [...ranksOf(text)].filter(([, rank]) => rank === ranks.sentence).map(([at]) => at);
  const cuts = [...new Set([...ends, text.length])].toSorted((a, b) => a - b);
  return cuts.flatMap((end, index) => {
    const pieces = splitText(text.slice(cuts[index - 1] ?? 0, end), maxLetters);
    const seam = ends.includes(end) ? "sentence" : null;
    return pieces.map((piece) => ({ ...piece, seam: piece.seam ?? seam }));
  });
};
