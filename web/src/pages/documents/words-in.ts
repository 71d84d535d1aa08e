/** A part of a text: a word by its number among those that are timed, or what stands between them. */
interface TextPart {
  /** Its start in the text. */
  readonly from: number;
  readonly written: string;
  readonly index: number | null;
}

/** The parts of a text. Words that are spoken otherwise than they are written are not found in it, and stay unmarked. */
export function wordsIn(text: string, words: readonly { readonly word: string }[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const [index, { word }] of words.entries()) {
    const start = text.indexOf(word, at);
    if (start === -1) continue;
    parts.push({ from: at, written: text.slice(at, start), index: null }, { from: start, written: word, index });
    at = start + word.length;
  }
  parts.push({ from: at, written: text.slice(at), index: null });
  return parts.filter(({ written }) => written !== "");
}
