import type { DigitRun } from "./digit-runs.ts";
import { cueOf, isAfter, type Span, type Token } from "./tokens.ts";

interface Text {
  readonly tokens: readonly Token[];
  readonly runs: readonly DigitRun[];
}

interface MailText {
  readonly tokens: readonly Token[];
  /** The words that are figures. */
  readonly figures: ReadonlySet<number>;
}

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** The words for `@`, `.` and the other signs of an address. */
const ats = wordsOf("at @ arroba arobase chiocciola apenstaartje klammeraffe ät एट");
const dots = wordsOf("dot . point punkt punto ponto punt डॉट");
const signs = wordsOf("underscore dash hyphen minus plus unterstrich");
/** The ends of names on the internet that are commonly said. */
const endings = wordsOf(
  "com org net edu gov int info biz name pro io co me tv ai app dev xyz online eu uk us ca au nz ie za in pk bd lk np sg my ph " +
    "id jp kr cn hk tw de at ch fr be nl lu es pt it gr pl cz sk hu ro bg se no dk fi is ee lv lt ru ua tr il ae sa eg ng ke " +
    "br mx ar cl pe ve",
);
const providers = wordsOf(
  "gmail googlemail yahoo hotmail outlook icloud aol proton protonmail gmx live msn rediffmail rediff zoho fastmail orange laposte libero yandex mail",
);
const cue = cueOf("email e-mail emails mail mailing gmail correo mél courriel posta ईमेल", 8);
/** The words behind which an address begins. */
const openers = wordsOf("is address adresse dirección indirizzo endereço email e-mail to ist es est è है");
/** Words before "at" that are no name: `visit us at example dot com`. */
const others = wordsOf(
  "us me it you them him her we i out online now available visit look looking found find website site page more here there that this up and " +
    "or be are was live again today shop order check see go watch subscribe download read on in for the a an back directly sale",
);

/** Letters of a part of an address, at most. */
const longestPart = 64;
const part = /^[\p{L}\p{N}_][\p{L}\p{N}_+-]*$/u;
/** The words of an address before and behind its sign, at most. */
const mostWords = 12;

const isPart = (bare: string): boolean => bare.length <= longestPart && part.test(bare);

/** Whether a text is `name@example.com`. */
function isWritten(bare: string): boolean {
  const [name = "", host = "", ...rest] = bare.split("@");
  return rest.length === 0 && name !== "" && isHost(host);
}

/** Whether a text is `example.com`. */
function isHost(text: string): boolean {
  const parts = text.split(".");
  return parts.length > 1 && parts.every(isPart) && /^\p{L}{2,}$/u.test(parts.at(-1) ?? "");
}

/** Addresses of electronic mail: written, or spoken as in `jane dot doe at example dot com`. */
export function findEmails({ tokens: given, runs }: Text): readonly Span[] {
  const figures = new Set(
    runs.flat().flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  const text = { tokens: given.map((token) => ({ ...token, bare: token.bare.replace(/['’]s$/u, "") })), figures };
  const found: Span[] = [];
  for (let at = 0; at < text.tokens.length; at += 1) {
    const span = emailAt(text, at);
    if (span === null || span.from < (found.at(-1)?.to ?? 0)) continue;
    found.push(span);
    at = Math.max(at, span.to - 1);
  }
  return found;
}

/** The address whose sign is in a word, or is it. */
function emailAt(text: MailText, at: number): Span | null {
  const { tokens } = text;
  const { bare = "", after = "" } = tokens[at] ?? {};
  if (isWritten(bare)) return { from: at, to: at + 1 };
  // A sign that stands alone belongs to the word before it.
  const isOwn = ats.has(bare);
  if (!isOwn && !after.includes("@")) return null;
  const isMail = isAfter(tokens, at, cue);
  const to = hostEnd(tokens, at + 1, isMail);
  const from =
    to === null ? null : nameStart(text, isOwn ? at - 1 : at, isMail || !isOwn || isProvider(tokens, at + 1));
  return from === null || to === null ? null : { from, to };
}

const isProvider = (tokens: readonly Token[], at: number): boolean => {
  const [first = "", second = ""] = tokens.slice(at, at + 2).map(({ bare }) => bare);
  return [first, first.split(".")[0] ?? "", first + second].some((one) => providers.has(one));
};

/** The end of a host that begins at a word: `example.com`, `example dot co dot uk`, `g mail dot com`; null for none. */
function hostEnd(tokens: readonly Token[], from: number, isMail: boolean): number | null {
  const most = isMail || isProvider(tokens, from) ? 3 : 1;
  let to = from;
  while (to < from + most && isPart(tokens[to]?.bare ?? "") && !dots.has(tokens[to + 1]?.bare ?? "")) to += 1;
  const last = tokens[to]?.bare ?? "";
  const direct = tokens
    .slice(from, to + 1)
    .findIndex(({ bare }) => isHost(bare) && endings.has(bare.split(".").at(-1) ?? ""));
  if (direct >= 0) return from + direct + 1;
  if (to >= from + most || !isPart(last)) return null;
  let end: number | null = null;
  for (let dot = to + 1; dots.has(tokens[dot]?.bare ?? "") && dot < from + mostWords; dot += 2) {
    const { bare = "", after = "" } = tokens[dot + 1] ?? {};
    if (!isPart(bare) && !isHost(bare)) break;
    if (endings.has(bare.split(".").at(-1) ?? "")) end = dot + 2;
    if (/[.,;:!?]/.test(after)) break;
  }
  return end;
}

/** The begin of the name that ends with a word; null where that is none. */
function nameStart({ tokens, figures }: MailText, last: number, isMail: boolean): number | null {
  const { bare = "" } = tokens[last] ?? {};
  if (!bare.split(".").every(isPart) || (others.has(bare) && !isIntroduced(tokens, last))) return null;
  if (isMail) {
    const open = tokens.slice(Math.max(0, last - 6), last).findLastIndex((token) => openers.has(token.bare));
    if (open >= 0) return Math.max(0, last - 6) + open + 1;
  }
  let from = last;
  while (from > 0 && last - from < mostWords) {
    const before = tokens[from - 1];
    if (before === undefined || /[.,;:!?]/.test(before.after)) break;
    const step = stepBefore(tokens, figures, from);
    if (step === 0) break;
    from -= step;
  }
  return Math.max(0, from);
}

const isIntroduced = (tokens: readonly Token[], at: number): boolean =>
  ["is", "address"].includes(tokens[at - 1]?.bare ?? "");

/** The number of words before a part of a name that belong to it: a sign with another part, a letter or figures. */
function stepBefore(tokens: readonly Token[], figures: ReadonlySet<number>, at: number): number {
  const [current, before] = [tokens[at]?.bare ?? "", tokens[at - 1]?.bare ?? ""];
  if ((dots.has(before) || signs.has(before)) && isPart(tokens[at - 2]?.bare ?? "")) return 2;
  const isFigures = (index: number): boolean => figures.has(index);
  const isLetter = (bare: string): boolean => /^\p{L}$/u.test(bare);
  if (isFigures(at) && !isFigures(at - 1)) return isPart(before) && !others.has(before) ? 1 : 0;
  return (isLetter(current) || isFigures(at)) && (isLetter(before) || isFigures(at - 1)) ? 1 : 0;
}
