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

/** So many of the last committed words are looked for in a new reading, so far from where they should be. */
const anchorWords = 3;
const farthest = 3;

const keyOf = ({ written }: Written): string => bareWord(written).toLowerCase();

/**
 * LocalAgreement-2 (Macháček and others, "Turning Whisper into Real-Time Transcription System", 2023): the words in which two readings
 * one after the other begin alike are committed, and stay as they are.
 */
export function openLocalAgreement<Word extends Written>(): (reading: readonly Word[]) => Agreed<Word> {
  let committed: readonly Word[] = [];
  let before: readonly Word[] = [];
  return (reading) => {
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
  };
}

/** The place in a reading behind the words that are committed, where a word more or less was read among them. */
function placeBehind<Word extends Written>(committed: readonly Word[], reading: readonly Word[]): number {
  const last = committed.slice(-anchorWords).map(keyOf);
  const likeness = (place: number): number =>
    last.filter((key, index) => {
      const word = reading[place - last.length + index];
      return word !== undefined && keyOf(word) === key;
    }).length;
  let best = Math.min(committed.length, reading.length);
  for (let distance = 1; distance <= farthest; distance += 1) {
    for (const place of [committed.length - distance, committed.length + distance]) {
      if (place >= 0 && place <= reading.length && likeness(place) > likeness(best)) best = place;
    }
  }
  return best;
}
