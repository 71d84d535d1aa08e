/** Writes a character for a message: letters, digits, marks and symbols quoted, the rest by code point. */
const show = (character: string): string => {
  if (character === "\\") return '"\\"';
  if (character === "'") return `"'"`;
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `'${character}'`;
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return character === " " ? "SPACE" : `U+${hex.padStart(4, "0")}`;
};

/** The characters of `text` that do not match `allowed`, each once, sorted and readable; "" when all do. */
export const forbiddenCharacters = (text: string, allowed: RegExp): string => {
  const odd = Array.from(text).filter((character) => !allowed.test(character));
  return [...new Set(odd.map(show))].toSorted().join(", ");
};

/** The reason against invisible characters, or `undefined`. */
export const unsafeFault = (text: string): string | undefined => {
  const start = /^\p{M}/u.exec(text)?.[0] ?? "";
  const odd = forbiddenCharacters(start, /^$/) || forbiddenCharacters(text, /[\p{L}\p{N}\p{P}\p{S}\p{M}]/u);
  return odd === "" ? undefined : `The email address contains unsafe characters: ${odd}.`;
};

/** The reason against misplaced periods, or `undefined`; `{}` in a text is replaced by what is misplaced. */
export const dotFault = (text: string, atStart: string, atEnd: string): string | undefined => {
  if (text.endsWith(".")) return atEnd.replace("{}", "period");
  if (text.startsWith(".")) return atStart.replace("{}", "period");
  return text.includes("..") ? "An email address cannot have two periods in a row." : undefined;
};

/** By how much a length is exceeded: "(2 characters too many)". */
export const tooMany = (excess: number): string => `(${excess} character${excess === 1 ? "" : "s"} too many)`;
