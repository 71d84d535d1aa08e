const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** Unicode keeps the decimal digits of a script in rows of ten that start with zero. */
const toAsciiDigit = (digit: string): string => {
  let zero = digit.codePointAt(0) ?? 0;
  const codePoint = zero;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
};

/** Letters that are forms of others: mathematical, enclosed, half- and full-width ones, ligatures, presentation forms. */
const dressedLetters =
  /(?![ªº])[[\p{Script=Common}&&\p{L}]\u{FB00}-\u{FDFF}\u{FE70}-\u{FEFC}\u{FF01}-\u{FFEE}\u{1F130}-\u{1F169}\u24B6-\u24E9]/gv;

/** Lao letters without a Thai one in the same place. */
const laoOnly: Readonly<Record<string, string>> = {
  "\u0EDC": "หน",
  "\u0EDD": "หม",
  "\u0EBD": "ย",
  "\u0EBC": "ล",
  "\u0EBB": "",
};

/** Unicode lays out Lao as it does Thai, 0x80 further on; no engine here reads Lao, but one reads Thai. */
const laoToThai = (letter: string): string =>
  laoOnly[letter] ?? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x80);

/** The same text in fewer spellings: composed (NFC), decimal digits in ASCII, letters in plain dress, Lao as Thai. */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(dressedLetters, (letter) => letter.normalize("NFKC"))
    .replace(/(?!\p{ASCII})\p{Nd}/gu, toAsciiDigit)
    .replace(/\p{Script=Lao}/gu, laoToThai);
