/** More marks on one letter are no spelling of any language. */
const maxMarks = 6;

const joiner = /^[\u200C\u200D]$/u;
const letterOrMark = /^[\p{L}\p{M}]$/u;
const mark = /^\p{M}$/u;
const carriesMarks = /^[\p{L}\p{N}\p{M}]$/u;
const lineEnd = /^[\n\v\f\r\u0085\u2028\u2029]$/u;
/** Emoji, with what only colours, flags or frames them. */
const picture =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20E3\uFE0E\uFE0F\u{E0020}-\u{E007F}]$/u;
const invisible = /^\p{Cf}$/u;
const unreadable = /^[\p{Cc}\p{Co}\p{Cn}\p{Cs}]$/u;

/**
 * A text of what can be read: emoji, control characters and characters without a meaning become blanks, invisible ones are
 * left out except joiners within words, and so are marks without a letter and those beyond the sixth on one letter.
 */
export function cleanCharacters(text: string): string {
  const characters = [...text];
  let clean = "";
  let last = "";
  let marks = 0;
  for (const [index, character] of characters.entries()) {
    const kept = replacement(character, { last, next: characters[index + 1] ?? "", marks });
    clean += kept;
    if (kept === "") continue;
    marks = mark.test(kept) ? marks + 1 : 0;
    last = kept;
  }
  return clean;
}

interface Place {
  /** The last character that was kept. */
  readonly last: string;
  readonly next: string;
  /** On the letter before. */
  readonly marks: number;
}

function replacement(character: string, { last, next, marks }: Place): string {
  if (lineEnd.test(character)) return "\n";
  if (joiner.test(character)) return letterOrMark.test(last) && letterOrMark.test(next) ? character : "";
  // The variation selector between a digit and its frame, too.
  if (character === "\u20E3" || character === "\uFE0F" || character === "\uFE0E") return "";
  if (picture.test(character)) return " ";
  if (invisible.test(character)) return "";
  if (unreadable.test(character)) return " ";
  if (mark.test(character)) return carriesMarks.test(last) && marks < maxMarks ? character : "";
  return character;
}
