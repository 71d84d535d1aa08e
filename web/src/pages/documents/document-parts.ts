import type { Chapter, NewChapter, NewParagraph, Paragraph } from "#web/api/types.ts";

/** Where a paragraph is: the numbers of its chapter and of it in the chapter, from 0. */
export interface Place {
  readonly chapter: number;
  readonly paragraph: number;
}

const asGiven = ({ paragraph_id, text, voice_id }: Paragraph): NewParagraph => ({ paragraph_id, text, voice_id });

/** The chapters of a document as the API takes them: paragraphs keep their audio by their ids. */
const givenChapters = (chapters: readonly Chapter[]): readonly NewChapter[] =>
  chapters.map(({ title, paragraphs }) => ({ title, paragraphs: paragraphs.map(asGiven) }));

const swapped = <Part>(parts: readonly Part[], from: number, to: number): readonly Part[] => {
  const [one, other] = [parts[from], parts[to]];
  return one === undefined || other === undefined ? parts : parts.with(from, other).with(to, one);
};

const changed = (
  chapters: readonly Chapter[],
  at: number,
  change: (paragraphs: readonly NewParagraph[]) => readonly NewParagraph[],
): readonly NewChapter[] =>
  givenChapters(chapters)
    .map((chapter, index) => (index === at ? { ...chapter, paragraphs: change(chapter.paragraphs) } : chapter))
    .filter(({ paragraphs }) => paragraphs.length > 0);

/** A paragraph one place on (1) or back (-1) in its chapter. */
export const moveParagraph = (
  chapters: readonly Chapter[],
  { chapter, paragraph }: Place,
  by: -1 | 1,
): readonly NewChapter[] => changed(chapters, chapter, (all) => swapped(all, paragraph, paragraph + by));

/** Without a paragraph; a chapter goes with its last one. */
export const removeParagraph = (chapters: readonly Chapter[], { chapter, paragraph }: Place): readonly NewChapter[] =>
  changed(chapters, chapter, (all) => all.toSpliced(paragraph, 1));

/** The paragraphs of a text that is written in a field: an empty line ends one. */
const paragraphsOf = (text: string): readonly NewParagraph[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => ({ text: one.replaceAll(/\s+/g, " ").trim() }))
    .filter((one) => one.text !== "");

/** The chapters with new paragraphs behind one. */
export const insertParagraphs = (
  chapters: readonly Chapter[],
  { chapter, paragraph }: Place,
  text: string,
): readonly NewChapter[] => changed(chapters, chapter, (all) => all.toSpliced(paragraph + 1, 0, ...paragraphsOf(text)));

/** The chapters with another title of one. */
export const renameChapter = (chapters: readonly Chapter[], at: number, title: string): readonly NewChapter[] =>
  givenChapters(chapters).map((chapter, index) => (index === at ? { ...chapter, title } : chapter));

/** A chapter one place on (1) or back (-1). */
export const moveChapter = (chapters: readonly Chapter[], at: number, by: -1 | 1): readonly NewChapter[] =>
  swapped(givenChapters(chapters), at, at + by);

export const removeChapter = (chapters: readonly Chapter[], at: number): readonly NewChapter[] =>
  givenChapters(chapters).toSpliced(at, 1);

/** The chapters with a new one at the end, whose title is spoken, too, as that of a heading is. */
export const addChapter = (chapters: readonly Chapter[], title: string, text: string): readonly NewChapter[] => [
  ...givenChapters(chapters),
  { title, paragraphs: [{ text: title }, ...paragraphsOf(text)] },
];

/** Names in capitals that paragraphs begin with, before a colon: `ANNA: Come in.` */
const nameAtBegin = /^(\p{Lu}[\p{Lu}\p{M} .'’-]{0,39}):\s/u;
const namesMax = 12;

/** The names of speakers in a text, those with most paragraphs first. */
export function speakersIn(chapters: readonly Chapter[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of chapters.flatMap(({ paragraphs }) => paragraphs)) {
    const name = nameAtBegin.exec(text)?.[1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, namesMax)
    .map(([name]) => name);
}
