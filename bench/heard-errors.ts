import { spokenForms } from "#workers/speech/text/spoken-forms.ts";
import { type WordErrors, wordErrors } from "#harness/audio/word-error-rate.ts";

/** What a recogniser writes for words that were said in full. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  mrs: ["missus"],
  st: ["street", "saint"],
  no: ["number", "no"],
  vs: ["versus"],
  etc: ["et cetera"],
  eg: ["for example"],
  approx: ["approximately"],
  km: ["kilometers"],
  kg: ["kilograms"],
  m: ["meters", "m"],
  gb: ["gigabytes"],
  kmh: ["kilometers per hour"],
  ii: ["two", "the second"],
  iv: ["four"],
};

/**
 * Compares what was meant with what a recogniser wrote. A number or an abbreviation can be written for several readings:
 * that one counts which is nearest to what was meant, as in the scoring of speech recognition.
 */
export function heardErrors(meant: string, heard: string): WordErrors {
  const reference = apart(halvesOfDay(meant));
  const parts = halvesOfDay(heard).split(/\s+/).map(readingsOf);
  const chosen = parts.map(([first = ""]) => first);
  const errorsOf = (words: readonly string[]): WordErrors => wordErrors(reference, words.join(" "));
  let best = errorsOf(chosen);
  for (const [index, readings] of parts.entries()) {
    for (const reading of readings.slice(1)) {
      const errors = errorsOf(chosen.with(index, reading));
      if (errors.errors >= best.errors) continue;
      best = errors;
      chosen[index] = reading;
    }
  }
  return best;
}

/** `p.m.`, which some write in two words. */
const halvesOfDay = (text: string): string => text.replaceAll(/\b([ap])\.? ?m\b/gi, "$1m");

/** Words that belong together by a sign, one by one. */
const apart = (text: string): string => text.replaceAll(/(?<=[\p{L}\p{N}])[-–/](?=[\p{L}\p{N}])/gu, " ");

/** How a word that was written may have been said, the likeliest first. */
function readingsOf(written: string): readonly string[] {
  const word = written.replaceAll(/^["'(]+|(?<!["'),.;:!?])["'),.;:!?]+$/g, "");
  if (/@|\.[a-z]{2,}|\/[a-z]/i.test(word)) return [addressWords(word)];
  const known = abbreviations[word.toLowerCase().replaceAll(/[./]/g, "")];
  if (known !== undefined) return known;
  if (!/\d/.test(word)) return [apart(word)];
  const isNegative = /^[-−]\d/.test(word);
  const forms = spokenForms(isNegative ? word.slice(1) : word).map(apart);
  return [...(isNegative ? forms.map((form) => `minus ${form}`) : []), ...forms];
}

const signs: Readonly<Record<string, string>> = { "@": " at ", ".": " dot ", "/": " slash ", "-": " " };

const addressWords = (address: string): string => address.replaceAll(/[@./-]/g, (sign) => signs[sign] ?? sign);
