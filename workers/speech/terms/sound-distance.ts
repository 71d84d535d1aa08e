/** A sound of speech as a letter of the IPA. */
type Phone = string;

interface Vowel {
  /** 0 is close, 1 is open. */
  readonly height: number;
  /** 0 is front, 1 is back. */
  readonly backness: number;
}

interface Consonant {
  /** From the lips, 0, to the throat, 8. */
  readonly place: number;
  readonly manner: "plosive" | "nasal" | "fricative" | "approximant" | "tap";
  readonly isVoiced: boolean;
}

const vowel = (height: number, backness: number): Vowel => ({ height, backness });
const vowels: ReadonlyMap<Phone, Vowel> = new Map([
  ...([
    ["i", vowel(0, 0)],
    ["y", vowel(0, 0.2)],
    ["ɪ", vowel(0.2, 0.15)],
    ["ᵻ", vowel(0.3, 0.35)],
    ["ɨ", vowel(0.2, 0.4)],
    ["e", vowel(0.35, 0)],
    ["ø", vowel(0.35, 0.2)],
    ["ɛ", vowel(0.6, 0.1)],
    ["œ", vowel(0.6, 0.25)],
    ["æ", vowel(0.85, 0.1)],
    ["a", vowel(1, 0.3)],
    ["ɐ", vowel(0.75, 0.5)],
    ["ə", vowel(0.5, 0.5)],
    ["ɜ", vowel(0.55, 0.5)],
    ["ɚ", vowel(0.5, 0.55)],
    ["ʌ", vowel(0.65, 0.6)],
    ["ɑ", vowel(1, 0.85)],
    ["ɒ", vowel(0.95, 1)],
    ["ɔ", vowel(0.65, 1)],
    ["o", vowel(0.35, 1)],
    ["ʊ", vowel(0.2, 0.85)],
    ["ɯ", vowel(0, 0.9)],
    ["u", vowel(0, 1)],
  ] as const),
]);

/** The letters of each manner by place; of a pair the first is voiceless. */
const consonantTable: readonly (readonly [Consonant["manner"], readonly string[]])[] = [
  ["plosive", ["pb", "", "", "td", "ʈɖ", "cɟ", "kɡ", "qɢ", "ʔ"]],
  ["nasal", [" m", " ɱ", "", " n", " ɳ", " ɲ", " ŋ", " ɴ", ""]],
  ["fricative", ["ɸβ", "fv", "θð", "sz", "ʃʒ", "çʝ", "xɣ", "χʁ", "hɦ"]],
  ["approximant", [" w", " ʋ", "", " ɹ", " l", " j", " ɰ", " ʀ", ""]],
  ["tap", ["", "", "", " ɾ", " r", "", "", "", ""]],
];

const consonants: ReadonlyMap<Phone, Consonant> = new Map(
  consonantTable.flatMap(([manner, places]) =>
    places.flatMap((pair, place) =>
      [...pair].flatMap((phone, at) =>
        phone === " " ? [] : [[phone, { manner, place, isVoiced: at === 1 }] as const],
      ),
    ),
  ),
);

/** Letters for sounds that are nearly these. */
const alike: ReadonlyMap<Phone, Phone> = new Map([
  ["g", "ɡ"],
  ["ɝ", "ɚ"],
  ["ɫ", "l"],
  ["ɭ", "l"],
  ["ʎ", "l"],
  ["ɬ", "l"],
  ["ɕ", "ʃ"],
  ["ʂ", "ʃ"],
  ["ʑ", "ʒ"],
  ["ʐ", "ʒ"],
  ["ħ", "h"],
  ["ɽ", "ɾ"],
  ["ʍ", "w"],
  ["ɥ", "j"],
  ["ɵ", "ə"],
  ["ɘ", "ə"],
  ["ɤ", "o"],
  ["ɶ", "a"],
]);

/** The sounds of what espeak-ng prints, without stress, length and tone. */
const phonesOf = (printed: string): readonly Phone[] =>
  [...printed.normalize("NFD")]
    .map((letter) => alike.get(letter) ?? letter)
    .filter((letter) => vowels.has(letter) || consonants.has(letter));

const weakVowels: ReadonlySet<Phone> = new Set(["ə", "ɐ", "ɪ", "ᵻ", "ɨ", "ɚ"]);
/** Sounds that are easily dropped, or heard where there are none. */
const weakConsonants: ReadonlySet<Phone> = new Set(["h", "ɦ", "ʔ", "j", "w", "ɹ", "ɾ"]);
/** A vowel and the consonant that it glides into. */
const glides: ReadonlySet<string> = new Set(["ij", "ɪj", "uw", "ʊw", "ɚɹ", "ɜɹ", "ʊl", "əl", "ow"]);

/** The cost of a sound that has no counterpart. */
const costAlone = (phone: Phone): number => {
  if (vowels.has(phone)) return weakVowels.has(phone) ? 0.4 : 0.65;
  return weakConsonants.has(phone) ? 0.45 : 0.8;
};

function costOfPair(one: Phone, other: Phone): number {
  if (one === other) return 0;
  const [firstVowel, secondVowel] = [vowels.get(one), vowels.get(other)];
  if (firstVowel !== undefined && secondVowel !== undefined) {
    const apart = Math.hypot(firstVowel.height - secondVowel.height, firstVowel.backness - secondVowel.backness);
    return Math.min(0.6, 0.1 + 0.5 * apart);
  }
  const [first, second] = [consonants.get(one), consonants.get(other)];
  if (first === undefined || second === undefined) {
    return glides.has(one + other) || glides.has(other + one) ? 0.3 : 1.2;
  }
  const places = 0.12 * Math.min(4, Math.abs(first.place - second.place));
  const manners = first.manner === second.manner ? 0 : 0.4;
  return Math.min(1, 0.05 + places + manners + (first.isVoiced === second.isVoiced ? 0 : 0.2));
}

/** The costs of all pairs and single sounds, by number, since they are looked up millions of times. */
const inventory: readonly Phone[] = [...vowels.keys(), ...consonants.keys()];
const numberOf: ReadonlyMap<Phone, number> = new Map(inventory.map((phone, at) => [phone, at]));
const pairCosts = Float32Array.from(inventory.flatMap((one) => inventory.map((other) => costOfPair(one, other))));
const aloneCosts = Float32Array.from(inventory.map(costAlone));
/** No sound costs less alone. */
const leastAlone = 0.4;

/** The sounds of a word or term in a form that is compared fast. */
export type Sounds = Uint8Array;
export const soundsOf = (printed: string): Sounds =>
  Uint8Array.from(phonesOf(printed).map((phone) => numberOf.get(phone) ?? 0));

/** A distance of 1 for each sound of the longer one is that of sequences that have nothing in common; 0 is that of the same sounds. */
export function soundDistance(one: Sounds, other: Sounds, most = Infinity): number {
  const length = Math.max(one.length, other.length);
  if (length === 0) return Infinity;
  const limit = most * length;
  if (leastAlone * Math.abs(one.length - other.length) > limit) return Infinity;
  let above = new Float32Array(other.length + 1);
  for (let column = 1; column <= other.length; column += 1) {
    above[column] = (above[column - 1] ?? 0) + (aloneCosts[other[column - 1] ?? 0] ?? 1);
  }
  let row = new Float32Array(other.length + 1);
  for (const phone of one) {
    let least = (row[0] = (above[0] ?? 0) + (aloneCosts[phone] ?? 1));
    for (let column = 1; column <= other.length; column += 1) {
      const beside = other[column - 1] ?? 0;
      const both = (above[column - 1] ?? 0) + (pairCosts[phone * inventory.length + beside] ?? 1);
      const alone = (above[column] ?? 0) + (aloneCosts[phone] ?? 1);
      const put = (row[column - 1] ?? 0) + (aloneCosts[beside] ?? 1);
      least = Math.min(least, (row[column] = Math.min(both, alone, put)));
    }
    if (least > limit) return Infinity;
    [above, row] = [row, above];
  }
  return (above[other.length] ?? Infinity) / length;
}
