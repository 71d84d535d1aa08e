import { bareWord } from "#workers/speech/alignment/transcript-words.ts";

/** A word with its punctuation. */
interface Written {
  readonly written: string;
}

/** The words of an utterance that goes on, and how many of them do not change any more. */
export interface Agreed<Word> {
  readonly words: readonly Word[];
  readonly committed: number;
}

/** The words that the readings of an utterance agree on. */
export interface LocalAgreement<Word extends Written> {
  /** Takes a reading of all that is not settled. */
  add(reading: readonly Word[]): Agreed<Word>;
  /**
   * Takes the last reading of the beginning, which is read no more.
   * @returns the words of the beginning, as they were committed; others that were committed remain for what is behind it
   */
  settle(reading: readonly Word[]): readonly Word[];
}

/** So many of the last of some words are looked for in a reading, so far from where they should be. */
const anchorWords = 3;
const farthest = 3;

const keyOf = ({ written }: Written): string => bareWord(written).toLowerCase();

/**
 * LocalAgreement-2 (Macháček and others, "Turning Whisper into Real-Time Transcription System", 2023): the words in which two readings
 * one after the other begin alike are committed, and stay as they are.
 */
export function openLocalAgreement<Word extends Written>(): LocalAgreement<Word> {
  let committed: readonly Word[] = [];
  let before: readonly Word[] = [];
  return {
    add: (reading) => {
      const rest = reading.slice(placeBehind(committed, reading));
      const firstOther = rest.findIndex((word, index) => {
        const former = before[index];
        return former === undefined || keyOf(former) !== keyOf(word);
      });
      // The last word of a reading may be half of one, and has the punctuation of an end.
      const agreed = Math.min(firstOther === -1 ? rest.length : firstOther, Math.max(0, rest.length - 1));
      committed = [...committed, ...rest.slice(0, agreed)];
      before = rest.slice(agreed);
      return { words: [...committed, ...before], committed: committed.length };
    },
    settle: (reading) => {
      const settled =
        reading.length < committed.length
          ? committed.slice(0, placeBehind(reading, committed))
          : [...committed, ...reading.slice(placeBehind(committed, reading))];
      committed = committed.slice(settled.length);
      before = [];
      return settled;
    },
  };
}

/** The place in a reading behind words that it begins with, where a word more or less was read among them. */
function placeBehind(words: readonly Written[], reading: readonly Written[]): number {
  const last = words.slice(-anchorWords).map(keyOf);
  const likeness = (place: number): number =>
    last.filter((key, index) => {
      const word = reading[place - last.length + index];
      return word !== undefined && keyOf(word) === key;
    }).length;
  let best = Math.min(words.length, reading.length);
  for (let distance = 1; distance <= farthest; distance += 1) {
    for (const place of [words.length - distance, words.length + distance]) {
      if (place >= 0 && place <= reading.length && likeness(place) > likeness(best)) best = place;
    }
  }
  return best;
}
