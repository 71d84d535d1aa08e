/** Scripts that are written without spaces between words. */
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const letter = /[\p{L}\p{M}\p{N}]/u;
const mark = /\p{M}/u;

/** True where there is more than punctuation: letters, the signs that belong to them, or figures. */
export const hasLetter = (text: string): boolean => letter.test(text);

/** True for a letter, or a sign of one, of a script without spaces. Its punctuation is none. */
export const isSpaceless = (character: string): boolean => hasLetter(character) && spaceless.test(character);

/** Whether a word begins with this character behind that one, with no space between them. */
export const beginsWord = (character: string, before: string): boolean =>
  hasLetter(character) && !mark.test(character) && (isSpaceless(character) || isSpaceless(before));

/** The words of a text without spaces: in scripts that have none each letter is one, with the punctuation behind it. */
export function splitSpaceless(text: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  let before = "";
  for (const character of text) {
    if (before !== "" && beginsWord(character, before)) {
      words.push(word);
      word = "";
    }
    word += character;
    if (hasLetter(character)) before = character;
  }
  return word === "" ? words : [...words, word];
}

/** Words as a text: with a space between them, but for two of a script without spaces. */
export function joinWords(words: readonly string[]): string {
  let text = "";
  let before = "";
  for (const word of words) {
    const first = [...word].find(hasLetter) ?? "";
    text += text === "" || (isSpaceless(before) && isSpaceless(first)) ? word : ` ${word}`;
    before = [...word].findLast(hasLetter) ?? before;
  }
  return text;
}
