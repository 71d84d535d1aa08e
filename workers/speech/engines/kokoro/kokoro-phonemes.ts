/**
 * The signs of Kokoro for the sounds of espeak-ng (`--ipa --tie=^`). It was trained on the notation of misaki
 * (https://github.com/hexgrad/misaki), which has letters of its own for diphthongs and affricates.
 */

type Replacements = readonly (readonly [of: string, by: string])[];

const pairs: Replacements = [
  ["a^ɪ", "I"],
  ["a^ʊ", "W"],
  ["ɔ^ɪ", "Y"],
  ["e^ɪ", "A"],
  ["o^ʊ", "O"],
  ["ə^ʊ", "Q"],
  ["d^ʒ", "ʤ"],
  ["t^ʃ", "ʧ"],
  ["d^z", "ʣ"],
  ["t^s", "ʦ"],
  ["d^ʑ", "ʥ"],
  ["t^ɕ", "ʨ"],
  ["s^s", "S"],
  ["^", ""],
];

const english: Replacements = [
  ["ʔˌn\u0329", "tᵊn"],
  ["ʔn\u0329", "tᵊn"],
  ["ʔn", "tᵊn"],
  ["e^ə", "ɛː"],
  ["ə^l", "ᵊl"],
  ...pairs,
  ["e", "A"],
  ["r", "ɹ"],
  ["x", "k"],
  ["ç", "k"],
  ["ɐ", "ə"],
  ["ɚ", "əɹ"],
  ["ɬ", "l"],
  ["ʔ", "t"],
  ["ʲ", ""],
  ["\u0303", ""],
];

const american: Replacements = [
  ...english,
  ["ɜːɹ", "ɜɹ"],
  ["ɜː", "ɜɹ"],
  ["ɪə", "iə"],
  ["ː", ""],
  ["ɾ", "T"],
  ["o", "ɔ"],
];

const british: Replacements = [...english, ["iə", "ɪə"], ["o", "ɔ"]];

/** espeak-ng says so where it goes over to another language within a text; there its ties are within the name, too. */
const languageMark = /\(([a-z^]{1,12})(?:-[a-z0-9^-]{0,24})?\)/;

/** The replacements for sounds of a voice of espeak-ng. */
const replacementsFor = (voice: string): Replacements => {
  if (voice === "en-us") return american;
  return voice.startsWith("en") ? british : pairs;
};

/** The sounds that a voice of espeak-ng has printed, as Kokoro writes them. Words of other languages are in theirs. */
export function kokoroPhonemes(printed: string, voice: string): string {
  // With one group, every second part is the name of a language.
  const parts = printed.normalize("NFD").replaceAll("c\u0327", "ç").split(languageMark);
  const own = replacementsFor(voice);
  const inLanguages = parts.map((part, at) => {
    if (at % 2 === 1) return "";
    const language = parts[at - 1]?.replaceAll("^", "") ?? voice;
    return replaced(part, voice.startsWith(language) ? own : replacementsFor(language));
  });
  return inLanguages.join("").replace(/\s+/gu, " ").trim();
}

const replaced = (text: string, replacements: Replacements): string =>
  replacements
    .reduce((changed, [of, by]) => changed.replaceAll(of, by), text)
    .replace(/(\S)\u0329/gu, "ᵊ$1")
    // The remaining ties, joiners and marks between syllables are dropped.
    .replace(/\u0361|\u200C|\u200D|[_-]/gu, "");

/** The longest that Kokoro speaks at once. */
export const maxPhonemes = 510;
