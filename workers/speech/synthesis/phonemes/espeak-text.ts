/** espeak-ng stops speaking a word somewhere between 40 and 80 letters into it (measured, 1.51). */
const longestWord = 30;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts what dictionaries of unspaced scripts cannot: every piece is at most `longestWord` graphemes. */
const cutWord = (word: string): readonly string[] => {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += longestWord) pieces.push(letters.slice(at, at + longestWord).join(""));
  return pieces;
};

const breakLongWord = (word: string): string =>
  [...segmenter.segment(word)]
    .flatMap(({ segment }) => (segment.length <= longestWord ? [segment] : cutWord(segment)))
    .join(" ");

const isLong = (word: string): boolean => word.length > longestWord && [...word].length > longestWord;

/**
 * The same text with nothing in it that espeak-ng would take for an instruction or lose: no control characters (0x01
 * starts a command), no `[[phonemes]]`, which it reads around a soft hyphen, too, emoji apart from each other, no overlong words.
 */
export const espeakText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u200B\u2060\uFEFF]/gu, (control) => (/\s/.test(control) ? control : " "))
    .replace(/\[(?=\p{Default_Ignorable_Code_Point}*\[)/gu, "[ ")
    .replace(/\p{RGI_Emoji}/gv, " $& ")
    .replace(/\S+/gu, (word) => (isLong(word) ? breakLongWord(word) : word))
    .concat("\n");
