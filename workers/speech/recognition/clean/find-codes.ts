import { isIP } from "node:net";
import { ibanLength, isIban, isPan } from "./checks.ts";
import { type DigitRun, digitsOf } from "./digit-runs.ts";
import { cueOf, isAfter, type Span, type Token } from "./tokens.ts";

/** Letters and figures of a code, as they stand in some of the words. */
interface CodePart extends Span {
  /** In capitals. */
  readonly code: string;
  /** The punctuation behind it. */
  readonly after: string;
}

/** Letters and figures. */
const longestCode = 34;
/** Letters before the figures of a passport's number. */
const mostLetters = 3;

const cues = {
  passport: cueOf("passport reisepass pasaporte passeport passaporto passaporte paspoort पासपोर्ट", 8),
  version: cueOf("version versions firmware release build", 3),
} as const;

/** A word that spells something: with figures in it, of single letters, or in capitals. */
const spelled = /^[A-Z0-9]+$/;
const longestWord = 5;

/**
 * The runs of words that may spell a code: `DE89 3704`, `P 1 2 3`, `A-B-C`.
 *
 * @param runs of figures, which spoken digits are taken from
 */
function codeRuns(tokens: readonly Token[], runs: readonly DigitRun[]): readonly (readonly CodePart[])[] {
  const figures = new Map(runs.flat().map((part) => [part.from, part] as const));
  const found: CodePart[][] = [[]];
  for (let at = 0; at < tokens.length;) {
    const { bare = "", before = "", isCapital = false } = tokens[at] ?? {};
    const spoken = /[0-9]/.test(bare) ? undefined : figures.get(at);
    const code = spoken?.digits ?? bare.replaceAll(/[-.‑–/ ]/g, "").toUpperCase();
    const to = spoken?.to ?? at + 1;
    const isWord = !/[0-9]/.test(code) && (code.length > longestWord || (code.length > 1 && !isCapital));
    const isCode = !isWord && code.length <= longestCode && spelled.test(code);
    if (!isCode || /[^("'\s]/.test(before)) found.push([]);
    if (isCode) found.at(-1)?.push({ code, from: at, to, after: tokens[to - 1]?.after ?? "" });
    at = to;
  }
  return found.filter((run) => run.length > 0);
}

/** The first stretches of each run whose letters and figures pass a check. */
const stretches = (
  runs: readonly (readonly CodePart[])[],
  isFound: (code: string, from: number) => boolean,
): readonly Span[] =>
  runs.flatMap((run) => {
    const found: Span[] = [];
    for (let from = 0; from < run.length;) {
      const length = lengthFrom(run, from, isFound);
      if (length > 0) found.push({ from: run[from]?.from ?? 0, to: run[from + length - 1]?.to ?? 0 });
      from += Math.max(1, length);
    }
    return found;
  });

function lengthFrom(run: readonly CodePart[], from: number, isFound: (code: string, from: number) => boolean): number {
  let code = "";
  for (let to = from; to < run.length && code.length <= longestCode; to += 1) {
    code += run[to]?.code ?? "";
    if (isFound(code, run[from]?.from ?? 0)) return to + 1 - from;
  }
  return 0;
}

interface CodeText {
  readonly tokens: readonly Token[];
  readonly runs: readonly DigitRun[];
}

/** International bank account numbers by the length of their country and their check digits. */
export const findIbans = ({ tokens, runs }: CodeText): readonly Span[] =>
  stretches(
    codeRuns(tokens, runs),
    (code) => ibanLength(code) === code.length && /^[A-Z]{2}[0-9]{2}/.test(code) && isIban(code),
  );

/** Permanent account numbers of India. */
export const findPans = ({ tokens, runs }: CodeText): readonly Span[] => stretches(codeRuns(tokens, runs), isPan);

/** Numbers of passports, behind the word for one. */
export const findPassports = ({ tokens, runs }: CodeText): readonly Span[] =>
  codeRuns(tokens, runs)
    .flatMap((run) => partsAt(run, /[.;:!?]/))
    .flatMap((sentence) => {
      const whole = passportIn(sentence);
      return whole === null ? partsAt(sentence, /,/).map(passportIn) : [whole];
    })
    .flatMap((found) => (found !== null && isAfter(tokens, found.from, cues.passport) ? [found] : []));

/** A run cut behind the words with some punctuation. */
function partsAt(run: readonly CodePart[], punctuation: RegExp): readonly (readonly CodePart[])[] {
  const parts: CodePart[][] = [[]];
  for (const part of run) {
    parts.at(-1)?.push(part);
    if (punctuation.test(part.after)) parts.push([]);
  }
  return parts;
}

/** The number of a passport, without words before and behind it that look like letters of one: `I`, `A`, `OK`. */
function passportIn(parts: readonly CodePart[]): Span | null {
  const to = parts.findLastIndex(({ code }) => /[0-9]/.test(code)) + 1;
  const figures = parts.findIndex(({ code }) => /[0-9]/.test(code));
  for (let from = Math.max(0, figures - mostLetters); from <= figures; from += 1) {
    const own = parts.slice(from, to);
    const code = own.map((part) => part.code).join("");
    const [first, last] = [own[0], own.at(-1)];
    const isNumber = /^[A-Z]{0,3}[0-9][A-Z0-9]{4,8}$/.test(code) && code.replaceAll(/[A-Z]/g, "").length >= 4;
    if (isNumber && first !== undefined && last !== undefined) return { from: first.from, to: last.to };
  }
  return null;
}

const dots: ReadonlySet<string> = new Set(["dot", "point", "punkt", "punto", "ponto", "punt", "डॉट"]);

/** Addresses of the internet: written, and of version 4 spoken with a word for each dot. */
export function findAddresses({ tokens, runs }: CodeText): readonly Span[] {
  const isNamed = (from: number): boolean => isAfter(tokens, from, cues.version);
  const written = tokens.flatMap(({ bare }, from): readonly Span[] => {
    const parts = bare.split(/[.:]/);
    const [host = "", port = "", ...others] = bare.split(":");
    const isWithPort = others.length === 0 && /^[0-9]{1,5}$/.test(port) && isIP(host) === 4;
    return parts.length > 3 && (isWithPort || isIP(bare) !== 0) && !isNamed(from) ? [{ from, to: from + 1 }] : [];
  });
  const starts = new Map(runs.map((run) => [run[0]?.from, run] as const));
  const spoken = runs.flatMap((run): readonly Span[] => {
    const from = run[0]?.from ?? 0;
    const to = spokenAddress(tokens, starts, run);
    return to === null || isNamed(from) ? [] : [{ from, to }];
  });
  return [...written, ...spoken];
}

/** The end of an address of which a run of figures is the first number. */
function spokenAddress(
  tokens: readonly Token[],
  starts: ReadonlyMap<number | undefined, DigitRun>,
  first: DigitRun,
): number | null {
  const numbers = [digitsOf(first)];
  let to = first.at(-1)?.to ?? 0;
  while (numbers.length < 4) {
    if (!dots.has(tokens[to]?.bare ?? "")) return null;
    const next = starts.get(to + 1);
    if (next === undefined) return null;
    numbers.push(digitsOf(next));
    to = next.at(-1)?.to ?? 0;
  }
  return isIP(numbers.map(Number).join(".")) === 4 ? to : null;
}
