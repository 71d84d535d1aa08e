/**
 * Sounds in the few classes that survive a recogniser which knows the sounds of English alone: vowels by the place of the
 * tongue, consonants by where and how they are made, without voice. A language's sounds and English ones meet there.
 */
const classes: Readonly<Record<string, string>> = {
  // ARPAbet, as pocketsphinx writes it.
  I: "IY IH EY EH Y i ɪ e ɛ y ø œ ɨ j ɥ ᵻ",
  A: "AA AE AH AY AW ER a ɑ ɐ æ ʌ ə ɜ ɚ ɒ",
  U: "UW UH OW AO OY u ʊ o ɔ w W ʋ",
  P: "P B p b",
  T: "T D TH DH t d ʈ ɖ θ ð",
  K: "K G k ɡ g c ɟ q x ɣ",
  S: "S Z s z",
  C: "SH ZH CH JH ʃ ʒ ɕ ʑ ʂ",
  F: "F V f v β",
  N: "M N NG m n ɲ ŋ ɳ",
  L: "L l ʎ ɭ",
  R: "R r ɾ ɹ ʁ ɽ ʀ",
  H: "HH h ɦ",
};

const classOf: ReadonlyMap<string, string> = new Map(
  Object.entries(classes).flatMap(([name, sounds]) => sounds.split(" ").map((sound) => [sound, name] as const)),
);

const vowels: ReadonlySet<string> = new Set(["I", "A", "U"]);

/** A sound that lasts is one sound, however often it was written. */
const withoutRepetitions = (found: readonly string[]): readonly string[] =>
  found.filter((name, at) => name !== found[at - 1]);

/** The classes of what pocketsphinx wrote, `SIL M IY T`; noises and silence have none. */
export const classesOfPhones = (phones: string): readonly string[] =>
  withoutRepetitions(phones.split(/\s+/).flatMap((phone) => classOf.get(phone) ?? []));

/** The classes of what espeak-ng printed in IPA. */
export const classesOfIpa = (ipa: string): readonly string[] =>
  withoutRepetitions([...ipa.normalize("NFD")].flatMap((sound) => classOf.get(sound) ?? []));

/** How many vowels there are with something between, which is about how many syllables. */
export const syllablesIn = (found: readonly string[]): number => found.filter((name) => vowels.has(name)).length;
