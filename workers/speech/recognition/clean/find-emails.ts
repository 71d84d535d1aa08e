import type { DigitRun } from "./digit-runs.ts";
import { cueOf, isAfter, noToken, type Span, type Token } from "./tokens.ts";

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

/** The words of a written address that are heard before it by themselves, and the one behind which it begins, at most. */
const mostBroken = 3;

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

/** Addresses of electronic mail: written, or spoken as in `jane dot doe at example dot com`; also with spaces around their signs. */
export function findEmails({ tokens, runs }: Text): readonly Span[] {
  const ofRuns = new Set(
    runs.flat().flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  const parts = tokens.flatMap((_, at) => signsApart(tokens, at).map((one) => ({ ...one, at })));
  const figures = new Set(parts.flatMap((one, at) => (ofRuns.has(one.at) ? [at] : [])));
  const found: Span[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const span = emailAt({ tokens: parts, figures }, at);
    if (span === null) continue;
    const [from, to] = [parts[span.from]?.at ?? 0, (parts[span.to - 1]?.at ?? 0) + 1];
    if (from < (found.at(-1)?.to ?? 0)) continue;
    found.push({ from, to });
    at = Math.max(at, span.to - 1);
  }
  return found;
}

/** The ends of addresses that are no words of a sentence. */
const plainEndings = wordsOf("com org net edu gov");

/**
 * A word and the signs of an address that are written at it: `@example` and `.com` are two each, as are `jane @` and, where an address
 * was spoken of, `example.` before `com`.
 */
function signsApart(tokens: readonly Token[], at: number): readonly Token[] {
  const { asides, ...token } = tokens[at] ?? noToken;
  const { bare: next, before: nextBefore } = tokens[at + 1] ?? noToken;
  const sign = (text: string): Token => ({ ...noToken, bare: text });
  const before = ["@", "."].filter((one) => token.before.endsWith(one));
  const isBroken = token.after === "." && nextBefore === "" && plainEndings.has(next) && isAfter(tokens, at, cue);
  const after = ["@", " .", " @"].includes(token.after) || isBroken ? [token.after.trim()] : [];
  const word = {
    ...{ ...token, bare: token.bare.replace(/['’]s$/u, "") },
    ...(before.length > 0 && { before: "" }),
    ...(after.length > 0 && { after: "" }),
  };
  const [first, ...more] = [...before.map(sign), word, ...after.map(sign)];
  return first === undefined ? [] : [{ ...first, ...(asides && { asides }) }, ...more];
}

/** The address whose sign is in a word, or is it. */
function emailAt(text: MailText, at: number): Span | null {
  const { tokens } = text;
  const { bare = "" } = tokens[at] ?? {};
  const isMail = isAfter(tokens, at, cue);
  if (isWritten(bare)) return { from: isMail ? brokenStart(tokens, at) : at, to: at + 1 };
  if (!ats.has(bare)) return null;
  const to = hostEnd(tokens, at + 1, isMail);
  const from = to === null ? null : nameStart(text, at - 1, isMail || bare === "@" || isProvider(tokens, at + 1));
  return from === null || to === null ? null : { from, to };
}

/** The begin of a written address of which the words behind "is" and the like are the first part: `is jane. smith@example.com`. */
function brokenStart(tokens: readonly Token[], at: number): number {
  const from = Math.max(0, at - mostBroken);
  const open = from + tokens.slice(from, at).findLastIndex(({ bare }) => openers.has(bare));
  const isName = ({ bare }: Token): boolean => isPart(bare) && !others.has(bare);
  return open >= from && tokens.slice(open + 1, at).every(isName) ? open + 1 : at;
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
