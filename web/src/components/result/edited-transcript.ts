import type { Transcription } from "#web/api/types.ts";
import type { WordGroup } from "./word-groups.ts";

type Word = Transcription["words"][number];

/** The new texts of groups, by the index of their first word in the original. */
export type Edits = ReadonlyMap<number, string>;

/** The edits of a draft; none where it is not readable. */
export function parseEdits(json: string): Edits {
  const texts: unknown = JSON.parse(json);
  const entries = Object.entries(typeof texts === "object" && texts !== null ? texts : {});
  return new Map(entries.map(([first, text]) => [Number(first), String(text)]));
}

export const writeEdits = (edits: Edits): string => JSON.stringify(Object.fromEntries(edits));

export const wordsText = (words: readonly Word[]): string => words.map(({ written }) => written).join(" ");

/** The number of words that two lists have in common at their beginning. */
function countSame(words: readonly string[], others: readonly string[]): number {
  const different = words.findIndex((word, index) => word !== others[index]);
  return different === -1 ? words.length : different;
}

/**
 * The words of an edited text. What was not changed keeps its times; a word in place of another one has those of the other; what
 * else is new shares the time between its neighbours evenly.
 */
export function retimed(words: readonly Word[], text: string): readonly Word[] {
  const written = text.split(/\s+/).filter(Boolean);
  const known = words.map((word) => word.written);
  const before = countSame(known, written);
  const rest = [known.slice(before).toReversed(), written.slice(before).toReversed()] as const;
  const after = countSame(...rest);
  const replaced = words.slice(before, words.length - after);
  const changed = written.slice(before, written.length - after);
  const from = words[before - 1]?.end ?? words[0]?.start ?? 0;
  const to = words[words.length - after]?.start ?? words.at(-1)?.end ?? from;
  const step = (to - from) / changed.length;
  const timesOf = (index: number) => {
    const { start, end } = replaced[index] ?? { start: 0, end: 0 };
    return replaced.length === changed.length
      ? { start, end }
      : { start: from + index * step, end: from + (index + 1) * step };
  };
  return [
    ...words.slice(0, before),
    ...changed.map((word, index) => ({ word, written: word, spoken: word, confidence: 1, ...timesOf(index) })),
    ...words.slice(words.length - after),
  ];
}

/** The groups as they were edited; those without words are left out. */
export function editedGroups(groups: readonly WordGroup[], edits: Edits): readonly WordGroup[] {
  let first = 0;
  return groups
    .map(({ words, first: original, ...facts }) => {
      const text = edits.get(original);
      const group = { ...facts, first, words: text === undefined ? words : retimed(words, text) };
      first += group.words.length;
      return group;
    })
    .filter(({ words }) => words.length > 0);
}
