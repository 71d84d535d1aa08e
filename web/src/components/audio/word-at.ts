/** When a word is spoken, in seconds. */
interface TimedWord {
  readonly start: number;
  readonly end: number;
}

/** How long a word stays marked after its end, so that the mark does not flicker between words. */
const lingerSeconds = 0.5;

/** A player that goes to the start of a word may stand before it by less than this. */
const nearSeconds = 0.01;

/** The index of the word that is spoken at a second; −1 in a pause. The starts of the words never decrease. */
export function wordAt(words: readonly TimedWord[], second: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) <= second + nearSeconds) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  return second <= (words[index]?.end ?? 0) + lingerSeconds ? index : -1;
}
