/** A part of a text up to the mark behind it. */
export interface Clause {
  readonly text: string;
  /** The mark in ASCII or one of `…—`, which moves the melody of the words before it; empty at the end of a text without one. */
  readonly mark: string;
}

/** Runs of marks, and dashes. */
const marks = /[.,!?;:…،؛؟।॥、。！？；：，]+|—+/gu;
/** A clause ends after one of these though no space follows. */
const unspaced = /[।॥、。！？；：，—]/u;
const closing = /["'”’»)\]]/u;
const sounding = /[\p{L}\p{N}\p{S}]/u;

/** The mark that stands for a run of marks: the first of these that is in it. */
const meanings: readonly (readonly [marks: RegExp, mark: string])[] = [
  [/[?？؟]/u, "?"],
  [/[!！]/u, "!"],
  [/…|\.\.\./u, "…"],
  [/[.।॥。]/u, "."],
  [/[;؛；]/u, ";"],
  [/[:：]/u, ":"],
  [/—/u, "—"],
];
const comma = ",";

/** Words whose full stop ends no clause; single letters are such, too. */
const abbreviations: ReadonlySet<string> = new Set([
  "mr",
  "mrs",
  "ms",
  "dr",
  "st",
  "prof",
  "sr",
  "jr",
  "no",
  "vs",
  "etc",
]);

/** The longest abbreviation, in characters. */
const longestAbbreviation = 10;

/** The clauses of a text that have something to say. espeak-ng prints the sounds of each on a line of its own, without its mark. */
export function clausesOf(text: string): readonly Clause[] {
  return text.split(/\n{2,}/).flatMap(clausesOfParagraph);
}

function clausesOfParagraph(paragraph: string): readonly Clause[] {
  const text = paragraph.replace(/\s[-–](?=\s)/gu, " —");
  const clauses: Clause[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const to = match.index + match[0].length;
    if (!endsClause(text, from, { start: match.index, to, run: match[0] })) continue;
    clauses.push({ text: text.slice(from, match.index).trim(), mark: meaningOf(match[0]) });
    from = to;
  }
  clauses.push({ text: text.slice(from).trim(), mark: "" });
  return clauses.filter((clause) => sounding.test(clause.text));
}

interface Run {
  readonly start: number;
  readonly to: number;
  readonly run: string;
}

function endsClause(text: string, from: number, { start, to, run }: Run): boolean {
  if (unspaced.test(run)) return true;
  let next = to;
  while (closing.test(text.charAt(next))) next += 1;
  if (next < text.length && !/\s/u.test(text.charAt(next))) return false;
  if (run !== ".") return true;
  const last =
    text
      .slice(Math.max(from, start - longestAbbreviation), start)
      .split(/\s/u)
      .at(-1) ?? "";
  const following = text.slice(next, next + 3).trim();
  return [...last].length > 1 && !abbreviations.has(last.toLowerCase()) && !/^\p{Ll}/u.test(following);
}

const meaningOf = (run: string): string => meanings.find(([pattern]) => pattern.test(run))?.[1] ?? comma;
