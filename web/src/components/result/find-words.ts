import type { Transcription } from "#web/api/types.ts";

/** Words that match a search: the indexes of the first and the last one. */
export interface WordMatch {
  readonly first: number;
  readonly last: number;
}

/** Without case, punctuation and double spaces. */
const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s]/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ");

/** Where the words of a transcript have a text, which may begin and end within a word. */
export function findWords(
  words: readonly Pick<Transcription["words"][number], "written">[],
  search: string,
): readonly WordMatch[] {
  const wanted = normal(search);
  if (wanted === "") return [];
  const starts: number[] = [];
  let text = "";
  for (const { written } of words) {
    starts.push(text.length);
    text += `${normal(written)} `;
  }
  const matches: WordMatch[] = [];
  let first = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    while ((starts[first + 1] ?? Infinity) <= at) first += 1;
    let last = first;
    while ((starts[last + 1] ?? Infinity) < at + wanted.length) last += 1;
    matches.push({ first, last });
  }
  return matches;
}
