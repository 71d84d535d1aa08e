/** A script, and the language to speak it in when the caller's language does not use it. The first row that fits counts. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Latin}/u, "en"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Gurmukhi}/u, "pa"],
  [/\p{Script=Gujarati}/u, "gu"],
  [/\p{Script=Oriya}/u, "or"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Telugu}/u, "te"],
  [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"],
  [/\p{Script=Sinhala}/u, "si"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Myanmar}/u, "my"],
  [/\p{Script=Georgian}/u, "ka"],
  [/\p{Script=Armenian}/u, "hy"],
  [/\p{Script=Ethiopic}/u, "am"],
  [/\p{Script=Hangul}/u, "ko"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Han}/u, "zh"],
];

/** Letters that tell a neighbour language from the one its script stands for. */
const tellingLetters: readonly (readonly [RegExp, string])[] = [
  [/[іїєґ]/iu, "uk"],
  [/[ٹڈڑںے]/u, "ur"],
  [/[پچژگکی]/u, "fa"],
];

const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** The row of `scripts` a character belongs to; -1 for a script without a row, null for what belongs to any. */
const rowOf = (character: string): number | null =>
  shared.test(character) ? null : scripts.findIndex(([pattern]) => pattern.test(character));

/** The language in which to speak a text of one script; null when there is none for it. */
export const languageOfScript = (text: string): string | null => {
  const telling = tellingLetters.find(([pattern]) => pattern.test(text));
  const row = scripts.find(([pattern]) => pattern.test(text));
  return telling?.[1] ?? row?.[1] ?? null;
};

/**
 * Cuts a text where its script changes (Unicode's Script property). Characters of no script, such as digits, spaces and
 * signs, stay with the letters before them, at the start of the text with those after. The runs joined give the text.
 */
export const splitByScript = (text: string): readonly string[] => {
  const runs: string[] = [];
  let current = "";
  let currentRow: number | null = null;
  for (const character of text) {
    const row = rowOf(character);
    if (row !== null && currentRow !== null && row !== currentRow) {
      runs.push(current);
      current = "";
    }
    current += character;
    currentRow = row ?? currentRow;
  }
  return current === "" ? runs : [...runs, current];
};
