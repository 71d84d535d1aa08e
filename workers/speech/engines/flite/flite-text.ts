/** Signs that flite passes over, as words or as signs it knows. */
const signs: Readonly<Record<string, string>> = {
  ...{ "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": " - ", "—": " - ", "…": "... ", "·": " " },
  ...{
    "€": " euros ",
    "£": " pounds ",
    "¥": " yen ",
    "₹": " rupees ",
    "°": " degrees ",
    "§": " section ",
    "©": " copyright ",
  },
  ...{ "×": " times ", "÷": " divided by ", "±": " plus or minus ", "−": "-", "½": " one half ", "¼": " one quarter " },
};

/** Latin letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = {
  ...{ æ: "ae", Æ: "Ae", œ: "oe", Œ: "Oe", ø: "o", Ø: "O", ß: "ss", ẞ: "SS", ł: "l", Ł: "L" },
  ...{ đ: "d", Đ: "D", ð: "d", Ð: "D", þ: "th", Þ: "Th", ı: "i", ħ: "h", Ħ: "H" },
};

/** Every character as ASCII where there is a way to say it so. */
const fold = (text: string): string =>
  text
    .replace(/[^\p{ASCII}]/gu, (character) => signs[character] ?? letters[character] ?? character)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");

/** flite's letter-to-sound rules take time with the square of a word's length. */
const overlongWord = /[^\s]{50}(?=[^\s])/g;

/** The same text in the ASCII that flite's English voices read; signs it cannot say are left out. */
export const fliteText = (text: string): string =>
  fold(text)
    .replace(/[^\x20-\x7E\n\t]/g, " ")
    .replace(overlongWord, "$& ")
    .concat("\n");

/** True when every letter is one that flite's English voices pronounce, and not all there is to say is a sign they skip. */
export const flitePronounces = (text: string): boolean => {
  const folded = fold(text);
  if (/(?!\p{ASCII})[\p{L}\p{N}]/u.test(folded)) return false;
  return /[A-Za-z0-9]/.test(folded) || !/\p{S}/u.test(text);
};
