import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import type { LabelledWord } from "./change-words.ts";
import { phraseFinder } from "./find-phrases.ts";

/** A place at which a word or phrase stands. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** The words there, as they are written. */
  readonly snippet: string;
  /** The channel in which it was said; absent where channels were transcribed together. */
  readonly channel?: number;
}

interface Found {
  readonly query: string;
  readonly hits: readonly Hit[];
}

interface SpokenWord extends LabelledWord {
  readonly channel?: number;
}

/**
 * Finds words or phrases in a transcript, in any case: an entry for each of them, in its order, with the places at which it stands. A
 * phrase is of one channel.
 */
export function searchWords(
  { words }: { readonly words: readonly SpokenWord[] },
  queries: readonly string[],
): readonly Found[] {
  const find = phraseFinder(queries, (query) => query);
  const places = [...Map.groupBy(words, ({ channel }) => channel).values()].flatMap((own) =>
    find(own).map(({ item, from, to }) => ({ item, hit: hitOf(own.slice(from, to)) })),
  );
  return queries.map((query) => {
    const hits = places.filter(({ item }) => item === query).map(({ hit }) => hit);
    return { query, hits: hits.toSorted((one, other) => one.start - other.start) };
  });
}

function hitOf(found: readonly SpokenWord[]): Hit {
  const confidence = found.reduce((sum, word) => sum + word.confidence, 0) / found.length;
  const channel = found[0]?.channel;
  return {
    start: found[0]?.start ?? 0,
    end: found.at(-1)?.end ?? 0,
    confidence: toMillisecond(confidence),
    snippet: joinWords(found.map(({ written }) => written)),
    ...(channel !== undefined && { channel }),
  };
}
