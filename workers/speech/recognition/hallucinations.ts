import { isSpaceless, splitSpaceless } from "#workers/speech/text/scripts.ts";

/** Typical hallucinations of Moonshine on sounds without speech. */
const inventions: ReadonlySet<string> = new Set(["you", "thank you", "thank you for watching", "thanks for watching"]);

/** Sentences that Moonshine makes of laughter and babble, in longer texts. People say them, too: then the words fit the sound. */
const inventedPhrase = "going to talk about the first";

/** True of a text that may be made up: its words count only where they fit the sound. */
export const mayBeInvented = (text: string): boolean => bareWords(text).join(" ").includes(inventedPhrase);

/**
 * Words that an aligner found in their sound fit it worse than this, in the mean, where the sound is babble or speech played backwards.
 * Right words of 80 English recordings in noise, in babble, over a telephone, fast and with echoes have 0.39 or more.
 */
const leastFit = 0.36;
/** Fewer words may be right and fit badly. */
const leastWordsToJudge = 6;

/** True of words that were made up, by the confidences that an alignment gave them. */
export function fitNowhere(words: readonly { readonly confidence: number }[]): boolean {
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  return words.length >= leastWordsToJudge && sum / words.length < leastFit;
}

/** A phrase that is repeated more often counts as a loop. */
const mostRepeats = 4;
/** Words of a phrase that is repeated. A long one is hardly ever said three times in a row. */
const longestPhrase = 20;
const shortPhrase = 8;
const mostRepeatsOfLong = 2;
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

/** More digits in a row, with or without commas, are no number that is said as one; each is then a word. */
const longDigits = /\d{7,}|\d{1,3}(?:,\d{3}){5,}/g;
/** The words of a text, without case and punctuation. */
const bareWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(longDigits, (digits) => digits.replaceAll(",", "").split("").join(" "))
    .split(/[^\p{L}\p{M}\p{N}'’]/u)
    .filter((word) => word !== "")
    .flatMap(splitSpaceless);

/** A phrase that is repeated: the index of its first word, and the one behind its last repetition. */
interface Loop {
  readonly from: number;
  readonly to: number;
}

/** A loop that the model's limit has cut off ends within a word: `very, very, v`. */
const endOf = (words: readonly string[], index: number, size: number): number =>
  index === words.length - 1 && words[index - size]?.startsWith(words[index] ?? "") === true ? words.length : index;

/** Finds a phrase of up to eight words that comes more than four times in a row, or one of up to twenty more than twice. */
export function findLoop(words: readonly string[]): Loop | null {
  for (let size = 1; size <= longestPhrase; size += 1) {
    const repeats = size > shortPhrase ? mostRepeatsOfLong : mostRepeats;
    // So many words in a row are each the same as the one a phrase before.
    let same = 0;
    for (let index = size; index <= words.length; index += 1) {
      const isSame = index < words.length && words[index] === words[index - size];
      if (!isSame && same >= repeats * size) return { from: index - same - size, to: endOf(words, index, size) };
      same = isSame ? same + 1 : 0;
    }
  }
  return null;
}
/**
 * Classifies the text of a piece by how much speech was detected in it: `nothing` when probably nothing was said;
 * `doubtful` when the model has looped or found no words in speech; else `good`.
 */
export function classifyTranscript(text: string, speechSeconds: number): "good" | "nothing" | "doubtful" {
  const words = bareWords(text);
  if (words.length === 0) return speechSeconds > leastSpeechSeconds ? "doubtful" : "nothing";
  if (speechSeconds < leastSpeechSeconds && inventions.has(words.join(" "))) return "nothing";
  // A model that has looped does not come back to other words; people do.
  const hasLooped = findLoop(words)?.to === words.length || words.some(repeatsLetters);
  return hasLooped || isTooFast(words, speechSeconds) ? "doubtful" : "good";
}

/** Up to eight letters come ten times in a row within the word, as no writing of a laugh or a hum does. */
const repeatsLetters = (word: string): boolean => /([\p{L}\p{M}]{1,8})\1{9}/u.test(word);

function isTooFast(words: readonly string[], speechSeconds: number): boolean {
  const letters = words.filter((word) => isSpaceless(word)).length;
  const seconds = letters / mostLettersPerSecond + (words.length - letters) / mostWordsPerSecond;
  return seconds > Math.max(leastSpokenSeconds, speechSeconds);
}

/** True when a doubtful text can be spoken in the time: people also repeat words, but not parts of them. */
export function isPronounceable(text: string, speechSeconds: number): boolean {
  const words = bareWords(text);
  return text !== "" && !isTooFast(words, speechSeconds) && !words.some(repeatsLetters);
}

const digitNames = new Set("zero oh one two three four five six seven eight nine".split(" "));
/** So long a digit takes to say. */
const secondsPerDigit = 0.3;

/**
 * A text that ends in a row of repeated digits, with no more of them than the time allows; null for any other text. People
 * do say such rows, but a model does not count them, and does not come to the words behind them.
 */
export function withFewerDigits(text: string, speechSeconds: number): string | null {
  const spaced = text.replaceAll(longDigits, (digits) => digits.replaceAll(",", "").split("").join(" "));
  const words = bareWords(spaced);
  const loop = findLoop(words);
  if (loop === null || loop.to < words.length) return null;
  if (!words.slice(loop.from).every((word) => /^\d+$/.test(word) || digitNames.has(word))) return null;
  const room = Math.floor(speechSeconds / secondsPerDigit);
  const kept = [...spaced.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)][
    Math.min(words.length, Math.max(loop.from + 1, room)) - 1
  ];
  const short = spaced.slice(0, (kept?.index ?? 0) + (kept?.[0].length ?? 0));
  return spaced === text ? short : short.replaceAll(/(?<=\d) (?=\d)/g, "");
}
