import type { PiecePosition } from "#workers/speech/audio/join-pcm.ts";
import type { SpokenWords, TimedWord } from "#workers/speech/engine.ts";
import { splitSpaceless } from "#workers/speech/text/scripts.ts";
import { matchSequences } from "#workers/speech/alignment/match-sequences.ts";
import type { WrittenWord } from "./written-words.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";

/** The words that were spoken in a piece, and what became of it. */
export interface SpokenPieceWords extends SpokenWords {
  readonly position: PiecePosition;
}

/** The times of the written words in the whole, from those of the spoken ones. */
export function writtenWordTimes(
  written: readonly WrittenWord[],
  pieces: readonly SpokenPieceWords[],
  durationSeconds: number,
): SpokenWords {
  const spoken = pieces.flatMap(({ words, position }) =>
    words.flatMap(letterByLetter).map((word) => ({ ...word, ...secondsIn(position, word) })),
  );
  const said = written.map((): TimedWord[] => []);
  for (const [index, owner] of ownersOf(written, spoken).entries()) {
    const word = spoken[index];
    if (word !== undefined) said[owner]?.push(word);
  }
  let last = 0;
  const words = written.map(({ word }, index) => {
    const [first = { start: last }, end = { end: last }] = [said[index]?.[0], said[index]?.at(-1)];
    const start = toMillisecond(Math.min(durationSeconds, Math.max(last, first.start)));
    last = toMillisecond(Math.min(durationSeconds, Math.max(start, end.end)));
    return { word, start, end: last };
  });
  return { source: leastExact(pieces), words };
}

const sources = ["estimate", "alignment", "model"] as const;

/** The source of the times of all. */
export const leastExact = (pieces: readonly SpokenWords[]): SpokenWords["source"] =>
  sources.find((source) => pieces.some((piece) => piece.source === source && piece.words.length > 0)) ?? "estimate";

/** In scripts without spaces each letter is a word. */
function letterByLetter({ word, start, end }: TimedWord): readonly TimedWord[] {
  const parts = splitSpaceless(word);
  const step = (end - start) / Math.max(1, parts.length);
  return parts.map((part, index) => ({ word: part, start: start + index * step, end: start + (index + 1) * step }));
}

function secondsIn({ start, keptFrom, keptTo }: PiecePosition, word: TimedWord): Pick<TimedWord, "start" | "end"> {
  const at = (second: number): number => start + Math.min(keptTo, Math.max(keptFrom, second)) - keptFrom;
  return { start: at(word.start), end: at(word.end) };
}

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");

const alike = 3;

interface Expected {
  readonly said: string;
  /** The index of the written word that it belongs to. */
  readonly owner: number;
  /** That one is said as it is written, so it hardly goes elsewhere. */
  readonly isPlain: boolean;
}

/** Words that begin alike may be forms of one: "fourteen" and "fourteenth". */
function costOf({ said: one, isPlain }: Expected, other: string): number {
  if (one === other) return isPlain ? -0.1 : 0;
  return one.length >= alike && one.slice(0, alike) === other.slice(0, alike) ? 0.4 : 1;
}

/** To which written word each of the spoken ones belongs. Of a whole text a word may be said otherwise than by itself. */
function ownersOf(written: readonly WrittenWord[], spoken: readonly TimedWord[]): readonly number[] {
  const areChanged = written.map(({ word, spoken: said }) => said.map(plain).join("") !== plain(word));
  const isChanged = (owner: number): boolean => areChanged[owner] ?? false;
  const expected = written.flatMap((word, owner) =>
    word.spoken.map((said): Expected => ({ said: plain(said), owner, isPlain: !isChanged(owner) })),
  );
  const matches = matchSequences({ expected, found: spoken.map(({ word }) => plain(word)), costOf });
  const owners = matches.map((match) => (match === null ? null : (expected[match]?.owner ?? null)));
  const following = followingOf(owners);
  let before = -1;
  return owners.map((own, index) => {
    const next = following[index] ?? written.length;
    const between = before + 1 < next ? before + 1 : null;
    const ownOrNear = own ?? between ?? (!isChanged(before) && isChanged(next) ? next : Math.max(0, before));
    before = Math.max(before, ownOrNear);
    return ownOrNear;
  });
}

/** For each word, the first owner from there on. */
function followingOf(owners: readonly (number | null)[]): readonly (number | undefined)[] {
  let next: number | undefined;
  return owners
    .toReversed()
    .map((owner) => (next = owner ?? next))
    .toReversed();
}
