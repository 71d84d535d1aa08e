import { smallNumbers } from "#workers/speech/text/languages/english-numbers.ts";
import { writtenNumbers } from "#workers/speech/text/written-numbers.ts";

/** A word of a transcript as the finders of personal data read it. */
export interface Token {
  /** In small letters and figures of ASCII, without the punctuation around it. */
  readonly bare: string;
  /** The punctuation around it. */
  readonly before: string;
  readonly after: string;
  /** Whether all of its letters are capitals. */
  readonly isCapital: boolean;
  /** The words of other channels between the word before and this one, bare. */
  readonly asides?: readonly string[];
}

export const noToken: Token = { bare: "", before: "", after: "", isCapital: false };

/** Words `[from, to)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The zeros of the scripts whose figures recognisers write; nine figures follow each. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];

/** The same with figures of ASCII. */
const plainFigures = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (figure) => {
    const point = figure.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => point >= one && point <= one + 9);
    return zero === undefined ? figure : String(point - zero);
  });

const isLetter = (sign: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(sign);

export function tokenOf(written: string): Token {
  const signs = [...plainFigures(written.normalize("NFKC"))];
  const from = signs.findIndex(isLetter);
  if (from === -1) return { bare: "", before: signs.join(""), after: "", isCapital: false };
  const to = signs.findLastIndex(isLetter) + 1;
  const bare = signs.slice(from, to).join("");
  return {
    bare: bare.toLowerCase(),
    isCapital: bare === bare.toUpperCase(),
    before: signs.slice(0, from).join(""),
    after: signs.slice(to).join(""),
  };
}

/** Whether one of these words stands among so many before a place, or was said in another channel meanwhile. */
export function isAfter(tokens: readonly Token[], at: number, { words, within }: Cue): boolean {
  let left = within;
  for (let place = Math.min(at, tokens.length - 1); place >= 0 && left > 0; place -= 1) {
    const { bare = "", asides = [] } = tokens[place] ?? {};
    if (place < at && words.has(bare)) return true;
    if (place < at) left -= 1;
    const heard = left > 0 ? asides.slice(-left) : [];
    if (heard.some((word) => words.has(word))) return true;
    left -= heard.length;
  }
  return false;
}

export interface Cue {
  readonly words: ReadonlySet<string>;
  /** Words. */
  readonly within: number;
}

export const cueOf = (words: string, within: number): Cue => ({ words: new Set(words.split(" ")), within });

/** A word with the words of the text that it is made of. */
interface PlacedToken extends Token {
  readonly place: Span;
}

/**
 * The words of an English text, those that make a number joined in figures. Punctuation ends a number. Digits that are said one by one
 * stay apart, since several numbers may follow each other in them.
 */
export function inFigures(tokens: readonly Token[]): readonly PlacedToken[] {
  const result: PlacedToken[] = [];
  for (let from = 0; from < tokens.length;) {
    let to = from + 1;
    while (to < tokens.length && tokens[to - 1]?.after === "" && tokens[to]?.before === "") to += 1;
    result.push(...joinedNumbers(tokens.slice(from, to), from));
    from = to;
  }
  return result;
}

const digitWords: ReadonlySet<string> = new Set([...smallNumbers.slice(0, 10), "oh"]);

function joinedNumbers(tokens: readonly Token[], offset: number): readonly PlacedToken[] {
  const result: PlacedToken[] = [];
  const placed = (from: number, to: number): readonly PlacedToken[] =>
    tokens.slice(from, to).map((token, index) => ({ ...token, place: placeOf(from + index, from + index + 1) }));
  const placeOf = (from: number, to: number): Span => ({ from: offset + from, to: offset + to });
  let next = 0;
  for (const { from, to, figures } of writtenNumbers(tokens.map(({ bare }) => bare))) {
    if (tokens.slice(from, to).every(({ bare }) => digitWords.has(bare))) continue;
    const [before = "", after = ""] = [tokens[from]?.before, tokens[to - 1]?.after];
    const asides = tokens.slice(from, to).flatMap((token) => token.asides ?? []);
    const place = placeOf(from, to);
    result.push(...placed(next, from), { bare: figures, isCapital: true, before, after, place, asides });
    next = to;
  }
  return [...result, ...placed(next, tokens.length)];
}
