import { isSpaceless, splitSpaceless } from "./scripts.ts";

/** Typical hallucinations of Moonshine on sounds without speech. */
const inventions: ReadonlySet<string> = new Set(["you", "thank you", "thank you for watching", "thanks for watching"]);

/** A phrase that is repeated more often counts as a loop. */
const mostRepeats = 4;
/** Words of a phrase that is repeated. */
const longestPhrase = 8;
const mostWordsPerSecond = 6;
/** In a script without spaces a letter is a word, and faster than a word elsewhere. */
const mostLettersPerSecond = 15;
/** Short speech may be faster, or end after the detected end. */
const leastSpokenSeconds = 1;
/** Speech shorter than this may have no words. */
const leastSpeechSeconds = 0.5;

/** Words that were found by chance in music or noise hold a small share of its energy. */
const leastEnergyShare = 0.5;
/** Tolerance around the times of a word, in seconds. */
const slackSeconds = 0.1;
const sampleRate = 16_000;

/**
 * True when words hold at least half of the energy of a 16 kHz sound, as those of a word in silence or on a quiet
 * line do.
 */
export function holdMostEnergy(
  words: readonly { readonly start: number; readonly end: number }[],
  samples: Int16Array,
): boolean {
  const isWithin = new Uint8Array(samples.length);
  for (const { start, end } of words) {
    isWithin.fill(1, Math.max(0, (start - slackSeconds) * sampleRate), (end + slackSeconds) * sampleRate);
  }
  let [within, all] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const energy = sample * sample;
    all += energy;
    if (isWithin[index] === 1) within += energy;
  }
  return within >= leastEnergyShare * all;
}

/** The words of a text, without case and punctuation. */
const bareWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]/u)
    .filter((word) => word !== "")
    .flatMap(splitSpaceless);

/** True when a phrase of one to eight words comes more than four times in a row. */
export function isLoop(words: readonly string[]): boolean {
  for (let size = 1; size <= longestPhrase; size += 1) {
    // So many words in a row are each the same as the one a phrase before.
    let same = 0;
    for (let index = size; index < words.length; index += 1) {
      same = words[index] === words[index - size] ? same + 1 : 0;
      if (same >= mostRepeats * size) return true;
    }
  }
  return false;
}

/**
 * Classifies the text of a piece by how much speech was detected in it: `nothing` when probably nothing was said;
 * `doubtful` when the model has looped or found no words in speech; else `good`.
 */
export function classifyTranscript(text: string, speechSeconds: number): "good" | "nothing" | "doubtful" {
  const words = bareWords(text);
  if (words.length === 0) return speechSeconds > leastSpeechSeconds ? "doubtful" : "nothing";
  if (speechSeconds < leastSpeechSeconds && inventions.has(words.join(" "))) return "nothing";
  return isTooFast(words, speechSeconds) || isLoop(words) ? "doubtful" : "good";
}

function isTooFast(words: readonly string[], speechSeconds: number): boolean {
  const letters = words.filter((word) => isSpaceless(word)).length;
  const seconds = letters / mostLettersPerSecond + (words.length - letters) / mostWordsPerSecond;
  return seconds > Math.max(leastSpokenSeconds, speechSeconds);
}

/** True when a doubtful text can be spoken in the time: people also repeat words. */
export const isPronounceable = (text: string, speechSeconds: number): boolean =>
  text !== "" && !isTooFast(bareWords(text), speechSeconds);
