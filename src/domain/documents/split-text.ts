import { hasWords } from "#src/domain/speech/written-text.ts";

/** The most of an account, a document and its parts. Lengths are Unicode code points. */
export const documentBounds = {
  ...{ documents: 100, chapters: 200, paragraphs: 2_000, characters: 500_000, paragraph: 5_000 },
  ...{ title: 200, speakers: 50 },
} as const;

/** A chapter that is to be written. */
export interface NewChapter {
  readonly title: string;
  readonly paragraphs: readonly NewParagraph[];
}

interface NewParagraph {
  /** Its id, where it is one of the document; it keeps its audio as long as that is what would be spoken. */
  readonly id?: string | undefined;
  readonly text: string;
  /** Its own voice; null or absent for that of its speaker or of the document. */
  readonly voiceId?: string | null | undefined;
}

interface Block {
  readonly text: string;
  /** The level of a heading in Markdown, from 1; null for a paragraph. */
  readonly level: number | null;
}

/** `CHAPTER IV. The storm`, as plain texts have it. */
const plainHeading = /^(?:chapter|part|book)\s+(?:\d{1,4}|[ivxlcdm]{1,8})\b/i;
const plainHeadingMax = 100;

const isPlainHeading = ({ text }: Block): boolean => text.length <= plainHeadingMax && plainHeading.test(text);

/** The headings and paragraphs of a text: a heading is a line, a paragraph ends at an empty line. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = (): void => {
    if (lines.length > 0) blocks.push({ text: lines.join(" "), level: null });
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.trim();
    const marks = /^#{1,6}(?=\s)/.exec(trimmed)?.[0];
    if (trimmed === "" || marks !== undefined) endParagraph();
    if (marks !== undefined) blocks.push({ text: trimmed.slice(marks.length).trim(), level: marks.length });
    else if (trimmed !== "") lines.push(trimmed);
  }
  endParagraph();
  const spoken = blocks.filter((block) => hasWords(block.text));
  if (spoken.some(({ level }) => level !== null)) return spoken;
  return spoken.map((block) => (isPlainHeading(block) ? { ...block, level: 1 } : block));
}

/** The level of the headings that begin chapters, as those above it do: the highest that comes more than once, or else the highest. */
function chapterLevelOf(blocks: readonly Block[]): number {
  const levels = blocks.flatMap(({ level }) => level ?? []);
  const repeated = levels.filter((level, index) => levels.indexOf(level) !== index);
  return Math.min(...(repeated.length > 0 ? repeated : levels));
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** A paragraph in parts that are short enough, cut between sentences where that can be. */
function shortParts(text: string): readonly string[] {
  const parts: string[] = [];
  let [part, length] = ["", 0];
  for (const { segment } of sentences.segment(text)) {
    const characters = [...segment];
    if (length + characters.length > documentBounds.paragraph) {
      parts.push(part);
      [part, length] = ["", 0];
    }
    while (characters.length > documentBounds.paragraph) {
      parts.push(characters.splice(0, documentBounds.paragraph).join(""));
    }
    part += characters.join("");
    length += characters.length;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => hasWords(one));
}

/**
 * The chapters of a text in Markdown, or a plain one: the first levels of headings begin chapters, or lines such as `CHAPTER IV` where there
 * are no headings. A heading is spoken, too, as the first paragraph of its chapter. What has no words is left out.
 * @param title of the first chapter, where no heading stands before it
 */
export function splitText(text: string, title: string): readonly NewChapter[] {
  const blocks = blocksOf(text);
  const chapterLevel = chapterLevelOf(blocks);
  const chapters: { readonly title: string; readonly paragraphs: NewParagraph[] }[] = [];
  for (const { text: words, level } of blocks) {
    const begins = level !== null && level <= chapterLevel;
    if (begins || chapters.length === 0) {
      const called = begins ? [...words].slice(0, documentBounds.title).join("") : title;
      chapters.push({ title: called, paragraphs: [] });
    }
    chapters.at(-1)?.paragraphs.push(...shortParts(words).map((part) => ({ text: part })));
  }
  return chapters;
}

/** Why chapters are too many or too long for a document; null where they are not. */
export function sizeFaultOf(chapters: readonly NewChapter[]): string | null {
  const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
  const characters = paragraphs.reduce((sum, { text }) => sum + [...text].length, 0);
  const [most, longest] = [documentBounds.paragraphs, documentBounds.characters];
  if (paragraphs.length === 0) return "a document needs a letter or digit";
  if (chapters.length > documentBounds.chapters) return `a document may have ${documentBounds.chapters} chapters`;
  if (paragraphs.length > most) return `a document may have ${most.toLocaleString("en")} paragraphs`;
  return characters > longest ? `a document may have ${longest.toLocaleString("en")} characters` : null;
}
