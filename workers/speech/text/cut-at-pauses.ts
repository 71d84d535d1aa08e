import type { SpokenPart } from "./spoken-part.ts";

const hasWords = /[\p{L}\p{N}]/u;

/** Each cut makes another run of an engine. */
const mostCuts = 60;
/** Seconds are added to those behind a sentence. */
const dotsMs = 150;
/** Three dots or more behind a word, and what ends a paragraph. */
const structure = /(?<=[\p{L}\p{N}])(?:\.{3,9}|…| ?\. \. \.)["'”’)]?\s+|(?:\n[ \t]*){2,}/gu;

/** Cuts a part behind three dots and paragraphs, where a reader pauses and an engine does not. The pieces joined give the part. */
function cutAtPauses(part: SpokenPart, most: number): readonly SpokenPart[] {
  if (part.sayAs !== undefined || part.written !== undefined) return [part];
  const pieces: SpokenPart[] = [];
  let from = 0;
  for (const { index, 0: mark } of part.text.matchAll(structure)) {
    const end = index + mark.length;
    const text = part.text.slice(from, end);
    if (!hasWords.test(text) || !hasWords.test(part.text.slice(end)) || pieces.length >= most) continue;
    pieces.push({ ...part, text, goesOn: false, pauseMs: mark.startsWith("\n") ? 0 : dotsMs });
    from = end;
  }
  return [...pieces, { ...part, text: part.text.slice(from) }];
}

/** The parts of a text, cut where a reader pauses. */
export const cutAllAtPauses = (parts: readonly SpokenPart[]): readonly SpokenPart[] =>
  parts.flatMap((part) => cutAtPauses(part, Math.floor(mostCuts / parts.length)));
