/** A word with the punctuation around it and the blanks behind it. */
export interface Token {
  readonly lead: string;
  readonly core: string;
  readonly trail: string;
  readonly space: string;
}

const leading = new Set("\"'“”„‘’‚«»‹›([{¿¡…—–*_~`|•·");
const trailing = new Set(".,;:!?…)]}\"'”’“»«›‹*_~`—–|।॥");

/** An ASCII hyphen, a minus sign, and dashes that stand for them. */
const isDash = (sign: string | undefined): boolean => sign !== undefined && sign !== "" && "-−–—‐‑".includes(sign);

/** An end of 1 to 4 characters is what may be left of a number that begins with a dash. */
const startsNumber = (signs: readonly string[], at: number): boolean =>
  isDash(signs[at]) && /^[\d$€£¥₹]/u.test(signs[at + 1] ?? "");

function toToken(word: string, space: string): Token {
  const signs = [...word];
  let from = 0;
  while (from < signs.length && leading.has(signs[from] ?? "") && !startsNumber(signs, from)) from += 1;
  let to = signs.length;
  while (to > from && trailing.has(signs[to - 1] ?? "")) to -= 1;
  const [lead, core, trail] = [signs.slice(0, from), signs.slice(from, to), signs.slice(to)].map((part) =>
    part.join(""),
  );
  return { lead: lead ?? "", core: core ?? "", trail: trail ?? "", space };
}

/** The words of a text; what they consist of, joined, gives the text without the blanks before it. */
export const tokenize = (text: string): readonly Token[] =>
  Array.from(text.matchAll(/(\S+)(\s*)/gu), ([, word = "", space = ""]) => toToken(word, space));
