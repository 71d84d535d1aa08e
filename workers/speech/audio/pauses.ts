/** Seconds between two pieces, at speed 1. */
const seconds = { paragraph: 0.6, sentence: 0.3, clause: 0.13, speaker: 0.06, none: 0.02 } as const;

const endsOfSentence = ".!?…。！？।॥؟۔።";
const endsOfClause = ",;:،؛—–、，；：";
const closing = "\"'”’»)]";

/** The last sign of a text, closing quotes and brackets left out. */
const lastSign = (text: string): string => {
  let end = text.length;
  while (end > 0 && closing.includes(text.charAt(end - 1))) end -= 1;
  return text.charAt(end - 1);
};

const isIn = (signs: string, sign: string): boolean => sign !== "" && signs.includes(sign);

/** The thing that follows a piece of text: another sentence, another clause, another speaker, or the rest of a word or phrase. */
export type PauseKind = "sentence" | "clause" | "speaker" | "none";

/**
 * The silence behind a piece of text in seconds. Two line breaks end a paragraph; where only the speaker changes, the signs at
 * the end of the text say more.
 */
export const pauseBehind = (text: string, kind: PauseKind, speed: number): number => {
  const trimmed = text.trimEnd();
  const breaks = text.slice(trimmed.length).split("\n").length - 1;
  const sign = lastSign(trimmed);
  if (breaks > 1) return seconds.paragraph / speed;
  if (kind === "speaker" && isIn(endsOfSentence, sign)) return seconds.sentence / speed;
  if (kind === "speaker" && isIn(endsOfClause, sign)) return seconds.clause / speed;
  return seconds[kind] / speed;
};
