/** The words of the signs that have one, in the order of `signs`. */
const signs = [
  "&",
  "+",
  "=",
  "<",
  ">",
  "≤",
  "≥",
  "≈",
  "≠",
  "±",
  "×",
  "÷",
  "%",
  "°",
  "@",
  "#",
  "§",
  "~",
  "→",
  "√",
  "∞",
  "^",
] as const;
const money = ["$", "€", "£", "¥", "₹"] as const;
const address = ["@", ".", "/", "-", "_", ":", "?", "=", "&", "#", "%", "+"] as const;

const pairs = (keys: readonly string[], words: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words.split("|").map((word, index) => [keys[index] ?? "", word]));

/** Names of signs between words, of currencies alone, and of the signs of an address, each list in the order of its table. */
export const signNamesOf = (between: string, alone: string, inAddress: string) => ({
  signs: { ...pairs(signs, between), ...pairs(money, alone) },
  address: pairs(address, inAddress),
});
