import { findPlaces, type Replacement, replacePlaces } from "#web/components/find-places.ts";
import type { Chapter, DocumentSpeaker, NewChapter, NewParagraph, Paragraph } from "#web/api/types.ts";

/** Where a paragraph is: the numbers of its chapter and of it in the chapter, from 0. */
export interface Place {
  readonly chapter: number;
  readonly paragraph: number;
}

const asGiven = ({ paragraph_id, text, voice_id }: Paragraph): NewParagraph => ({ paragraph_id, text, voice_id });

/** The chapters of a document as the API takes them: paragraphs keep their audio by their ids. */
export const givenChapters = (chapters: readonly Chapter[]): readonly NewChapter[] =>
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

/** A paragraph that was taken out of a document, with the title of its chapter where that went with it. */
export interface RemovedParagraph extends Place {
  readonly given: NewParagraph;
  readonly title: string | null;
}

/** The paragraph at a place, to be brought back after its removal; null where there is none. */
export function removedParagraph(chapters: readonly Chapter[], place: Place): RemovedParagraph | null {
  const own = chapters[place.chapter];
  const paragraph = own?.paragraphs[place.paragraph];
  if (own === undefined || paragraph === undefined) return null;
  return { ...place, given: asGiven(paragraph), title: own.paragraphs.length === 1 ? own.title : null };
}

/** The chapters with a paragraph at the place that it had. */
export const restoreParagraph = (
  chapters: readonly Chapter[],
  { chapter, paragraph, given, title }: RemovedParagraph,
): readonly NewChapter[] =>
  title === null
    ? changed(chapters, chapter, (all) => all.toSpliced(paragraph, 0, given))
    : givenChapters(chapters).toSpliced(chapter, 0, { title, paragraphs: [given] });

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

/**
 * The chapters with several paragraphs in place of one, where empty lines part its text; null where none does. The first one keeps the audio
 * as far as it is the same, and all have its voice.
 */
export function splitParagraph(
  chapters: readonly Chapter[],
  { chapter, paragraph }: Place,
  text: string,
): readonly NewChapter[] | null {
  const own = chapters[chapter]?.paragraphs[paragraph];
  const [first, ...others] = paragraphsOf(text);
  if (own === undefined || first === undefined || others.length === 0) return null;
  const parts = [{ ...asGiven(own), ...first }, ...others.map((one) => ({ ...one, voice_id: own.voice_id }))];
  return changed(chapters, chapter, (all) => all.toSpliced(paragraph, 1, ...parts));
}

/** The chapters with a paragraph at the end of the one before it; null where none is before it in its chapter. */
export function joinParagraph(
  chapters: readonly Chapter[],
  { chapter, paragraph }: Place,
  text: string,
): readonly NewChapter[] | null {
  const before = chapters[chapter]?.paragraphs[paragraph - 1];
  if (before === undefined) return null;
  const joined = { ...asGiven(before), text: `${before.text} ${text.trim()}` };
  return changed(chapters, chapter, (all) => all.toSpliced(paragraph - 1, 2, joined));
}

/** The chapters with a replacement, and the numbers of places and paragraphs that it concerns. */
export function replaceInChapters(chapters: readonly Chapter[], { wanted, replacement, matchCase }: Replacement) {
  const counts: number[] = [];
  const replace = (one: NewParagraph): NewParagraph => {
    const places = findPlaces(one.text, wanted, matchCase);
    if (places.length > 0) counts.push(places.length);
    return places.length === 0 ? one : { ...one, text: replacePlaces(one.text, places, replacement) };
  };
  const replaced = givenChapters(chapters).map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map(replace),
  }));
  return { changed: replaced, paragraphs: counts.length, count: counts.reduce((sum, one) => sum + one, 0) };
}

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

/** A name of up to three words that a paragraph begins with, before a colon: `ANNA: Come in.` */
const nameAtBegin = /^(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}):\s/u;
const namesMax = 12;

/** The speaker who has a voice and whose name a text begins with. */
export const speakerOf = (speakers: readonly DocumentSpeaker[], text: string): DocumentSpeaker | undefined =>
  speakers.find(({ name }) => text.startsWith(`${name}:`));

/** The spoken part of a text: all but the name of its speaker. */
export const saidBy = (speaker: DocumentSpeaker | undefined, text: string): string =>
  speaker === undefined ? text : text.slice(speaker.name.length + 1).trim();

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
