import { longestBreakMs, longestPausesMs, pauseMark, pauseMsOf } from "./ssml/attributes.ts";
import { plainMarkup, unescapeMarkup } from "./plain-markup.ts";
import type { SsmlPart } from "./ssml/parse-ssml.ts";

const time = /(\d{1,5}(?:\.\d{1,3})?) ?(ms|s)?\b/i;
const strength = /strength ?= ?["']([a-z-]{1,9})["']/i;

const usualMs = 500;
/** A pause makes the words around it pieces of their own, each of which costs a run of an engine. */
const mostPauses = 60;

function pauseMs(mark: string): number {
  const [, number, unit = "s"] = time.exec(mark) ?? [];
  if (number !== undefined) return Math.min(longestBreakMs, Number(number) * (unit.toLowerCase() === "ms" ? 1 : 1000));
  const [, named = "medium"] = strength.exec(mark) ?? [];
  try {
    return pauseMsOf({ strength: named.toLowerCase() });
  } catch {
    return usualMs;
  }
}

const hasWords = /[\p{L}\p{N}]/u;

/**
 * The parts of a text without `<speak>`: its pauses, and the words between them without the marks of Markdown and HTML. Pauses
 * beyond a minute together, or the sixtieth, are left out.
 */
export function plainParts(written: string): readonly SsmlPart[] {
  const text = unescapeMarkup(written.replaceAll(/\r\n?/g, "\n"));
  const parts: SsmlPart[] = [];
  let [from, together] = [0, 0];
  let before = "";
  for (const { index, 0: mark } of text.matchAll(pauseMark)) {
    before += text.slice(from, index);
    from = index + mark.length;
    const ms = Math.min(pauseMs(mark), longestPausesMs - together);
    if (ms <= 0 || parts.length >= mostPauses) continue;
    together += ms;
    const words = plainMarkup(before);
    parts.push({ text: hasWords.test(words) ? words : "", rate: 1, pauseMs: ms });
    before = "";
  }
  const rest = plainMarkup(`${before}${text.slice(from)}`);
  const isPauseAlone = parts.length > 0 && !hasWords.test(rest);
  return isPauseAlone ? parts : [...parts, { text: rest, rate: 1, pauseMs: null }];
}
