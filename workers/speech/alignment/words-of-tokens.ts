import { beginsWord, hasLetter } from "#workers/speech/text/scripts.ts";

/** The answer of a model, token by token. */
export interface Tokens {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Seconds at which the tokens begin. */
  readonly timestamps: readonly number[];
  /** Seconds that they take; empty where the model does not say. */
  readonly durations: readonly number[];
  /** Natural logarithms of their probabilities; empty where the model does not say. */
  readonly logProbs: readonly number[];
}

/** A word as it stands in the text, punctuation included; seconds of the piece. */
export interface SpokenWord {
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** 0 to 1; null where the model does not say. */
  readonly confidence: number | null;
}

/** The sign that the vocabulary has in front of a word; sherpa-onnx makes spaces of most of them. */
const boundary = /^[\s▁]/u;
const boundaries = /[\s▁]/gu;
/** A word ends with the next one, or so long after its last token. */
const longestTokenSeconds = 0.4;

interface Group {
  written: string;
  readonly tokens: number[];
}

/**
 * The words that tokens make, with their times: a word begins behind a boundary, and in a script without spaces with every token.
 * Null where tokens have no times or are not what the text is made of, as those that are single bytes.
 */
export function wordsOfTokens(result: Tokens): readonly SpokenWord[] | null {
  const { text, tokens, timestamps } = result;
  if (tokens.length === 0 || timestamps.length !== tokens.length) return null;
  if (tokens.join("").replaceAll(boundaries, "") !== text.replaceAll(boundaries, "")) return null;
  const groups = groupTokens(tokens);
  return groups.map((group, index) => wordOf(group, result, groups[index + 1]));
}

/** Punctuation belongs to the word that it touches, and that which stands alone to the word before it. */
function groupTokens(tokens: readonly string[]): readonly Group[] {
  const groups: Group[] = [];
  let isNext = true;
  let alone = "";
  let before = "";
  const endAlone = (): void => {
    const last = groups.at(-1);
    if (last !== undefined && alone !== "") last.written += ` ${alone}`;
    alone = "";
  };
  for (const [index, token] of tokens.entries()) {
    const written = token.replaceAll(boundaries, "");
    if (boundary.test(token)) {
      endAlone();
      isNext = true;
    }
    const last = groups.at(-1);
    if (!hasLetter(written)) {
      if (isNext || last === undefined) alone += written;
      else last.written += written;
      continue;
    }
    if (last === undefined || isNext || beginsWord([...written][0] ?? "", before)) {
      groups.push({ written: alone + written, tokens: [index] });
      alone = "";
    } else {
      last.written += written;
      last.tokens.push(index);
    }
    isNext = false;
    before = [...written].findLast(hasLetter) ?? before;
  }
  endAlone();
  return groups;
}

function wordOf({ written, tokens }: Group, result: Tokens, next: Group | undefined): SpokenWord {
  const { timestamps, durations } = result;
  const [first = 0, last = first] = [tokens[0], tokens.at(-1)];
  const start = timestamps[first] ?? 0;
  const begun = timestamps[last] ?? start;
  const until = begun + (durations[last] || longestTokenSeconds);
  const limit = timestamps[next?.tokens[0] ?? -1] ?? Infinity;
  return { written, start, end: Math.max(start, Math.min(until, limit)), confidence: confidenceOf(tokens, result) };
}

/** The mean probability of the tokens of a word, as a geometric mean. */
function confidenceOf(tokens: readonly number[], { logProbs, timestamps }: Tokens): number | null {
  if (logProbs.length !== timestamps.length) return null;
  const sum = tokens.reduce((total, index) => total + (logProbs[index] ?? 0), 0);
  return Math.min(1, Math.exp(sum / tokens.length));
}
