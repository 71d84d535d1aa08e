import type { SsmlPart } from "#src/domain/speech/ssml/parse-ssml.ts";
import type { SpokenEntry } from "./entries.ts";
import { type FoundWord, wordFinder } from "./find-words.ts";

const blank = /\s/u;
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** A reading of its own, which a dictionary leaves as it is. */
export const isFixed = ({ written, sayAs }: Pick<SsmlPart, "written" | "sayAs">): boolean =>
  written !== undefined || sayAs !== undefined;

const endsToken = (character: string | undefined): boolean =>
  character === undefined || blank.test(character) || spaceless.test(character);

function endOfToken(text: string, from: number): number {
  let to = from;
  while (!endsToken(text[to])) to += 1;
  return to;
}

/** A stretch between two blanks with the words that were found in it. */
interface Token {
  from: number;
  to: number;
  readonly words: FoundWord<SpokenEntry>[];
}

/** The found words with what is written beside them without a blank: the comma behind, the `'s`. */
function tokensOf(text: string, found: readonly FoundWord<SpokenEntry>[]): readonly Token[] {
  const tokens: Token[] = [];
  for (const word of found) {
    const last = tokens.at(-1);
    if (last !== undefined && word.from < last.to) {
      last.words.push(word);
      if (word.to > last.to) last.to = endOfToken(text, word.to);
      continue;
    }
    let { from } = word;
    while (!endsToken(text[from - 1]) && from > (last?.to ?? 0)) from -= 1;
    tokens.push({ from, to: endOfToken(text, word.to), words: [word] });
  }
  return tokens;
}

function saidOf(text: string, { from, to, words }: Token): string {
  let [said, at] = ["", from];
  for (const word of words) {
    said += `${text.slice(at, word.from)}${word.entry.respelling ?? text.slice(word.from, word.to)}`;
    at = word.to;
  }
  return `${said}${text.slice(at, to)}`;
}

function respelled(part: SsmlPart, find: ReturnType<typeof wordFinder<SpokenEntry>>): readonly SsmlPart[] {
  const { text, pauseMs, ...rest } = part;
  const tokens = tokensOf(text, find(text)).filter(({ words }) => words.some(({ entry }) => entry.respelling));
  if (isFixed(part) || tokens.length === 0) return [part];
  const parts: SsmlPart[] = [];
  let at = 0;
  for (const token of tokens) {
    if (token.from > at) parts.push({ ...rest, text: text.slice(at, token.from), pauseMs: null });
    const written = text.slice(token.from, token.to);
    parts.push({ ...rest, text: saidOf(text, token), written, pauseMs: null });
    at = token.to;
  }
  if (at < text.length) parts.push({ ...rest, text: text.slice(at), pauseMs: null });
  return parts.map((one, index) => (index === parts.length - 1 ? { ...one, pauseMs } : one));
}

/**
 * The parts of a text with words in the spelling that they are to be read in. Each stays known by what is written, as with `<sub>`, so
 * that times name it.
 */
export function respellParts(parts: readonly SsmlPart[], entries: readonly SpokenEntry[]): readonly SsmlPart[] {
  if (entries.every(({ respelling }) => respelling === undefined)) return parts;
  const find = wordFinder(entries);
  return parts.flatMap((part) => respelled(part, find));
}
