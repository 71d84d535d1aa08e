import MiniSearch from "minisearch";
import { type ExcerptPart, excerptOf } from "./excerpt.ts";
import { callFit } from "./named-call.ts";
import { partsOf, stemOf, subjectOf, synonymsOf, wordsIn } from "./words.ts";

/** A part of a page below one heading, or a call of the reference, as the search knows it. */
export interface Section {
  /** Its address, with the anchor of the heading. */
  readonly url: string;
  readonly page: string;
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** Its words without Markdown. */
  readonly text: string;
  /** The words that people type for it, with commas between; those of its page, too. */
  readonly keywords?: string;
  readonly pageKeywords?: string;
  /** The method and path of a call of the reference. */
  readonly call?: string;
  /** 1 for pages that explain, less for those of operators and those that list everything. */
  readonly weight: number;
  /** True for pages about the project, which come behind all others. */
  readonly isInternal: boolean;
}

/** A page with what was found in it, the best section first. */
export interface FoundPage {
  readonly page: string;
  readonly sections: readonly FoundSection[];
}

export interface FoundSection {
  readonly url: string;
  readonly heading: string;
  readonly excerpt: readonly ExcerptPart[];
  /** The method and path of a call of the reference. */
  readonly call?: string;
}

/** A word in a heading or a keyword counts so many times as much as one in the text, and one in the title of its page. */
const boost = { name: 4, title: 2 } as const;
/** The share of a synonym, and of a word that is joined from two ("real time"). */
const standInShare = 0.8;
/** A section counts so much more where the question is what it is called. */
const nameBonus = 9;
/** The share of the words of a question that the best section has at least; otherwise there is no good match. */
const leastCovered = 0.5;
/** A call whose path is in the question comes before all others. */
const pathWeight = 1_000_000;
/** Letters from which on a word is looked for while it is typed, may have one typing error, and two. */
const [typedLetters, oneError, twoErrors] = [3, 4, 8];

/** A word is found by its stem, and while it is typed or misspelt by itself. */
const formsOf = (word: string): string[] => [...new Set([word, stemOf(word)])];

/** Words that are looked for as they are. */
const exactly = { tokenize: (text: string) => [text], processTerm: (term: string) => term } as const;

/** The names of a section: its heading, or the title of its page before the first one, and each of its keywords. */
const namesOf = ({ page, heading, keywords = "", pageKeywords = "" }: Section): readonly ReadonlySet<string>[] =>
  [heading || page, ...`${keywords},${pageKeywords}`.split(",")]
    .map((name) => new Set(subjectOf(name).map(stemOf)))
    .filter(({ size }) => size > 0);

function indexOver(sections: readonly Section[]) {
  const index = new MiniSearch<Record<"title" | "name" | "text", string> & { readonly id: number }>({
    fields: ["title", "name", "text"],
    tokenize: (text) => wordsIn(text).flatMap((word) => [word, ...partsOf(word)]),
    processTerm: formsOf,
    searchOptions: { ...exactly, boost },
  });
  index.addAll(
    sections.map(({ page, heading, keywords = "", pageKeywords = "", call, text }, id) => ({
      ...{ id, text, name: `${heading || page} ${keywords}` },
      title: `${call === undefined ? page : ""} ${pageKeywords}`,
    })),
  );
  return index;
}

/** The words of a question, each with the stems that stand for it, its own first. */
type Words = readonly (readonly string[])[];

/** @returns a function that reads the words of a question */
function readerOver(index: ReturnType<typeof indexOver>, sections: readonly Section[]): (question: string) => Words {
  const written = new Set(
    sections.flatMap(({ page, heading, keywords = "", pageKeywords = "", text }) =>
      wordsIn(`${page} ${heading} ${keywords} ${pageKeywords} ${text}`),
    ),
  );
  /** The most usual word near one that is written nowhere, as it begins or misspelt. */
  const nearest = (word: string, isLast: boolean): string => {
    const errors = word.length < oneError ? false : word.length < twoErrors ? 1 : 2;
    const near = { queries: [word], prefix: isLast && word.length >= typedLetters, fuzzy: errors };
    const counts = new Map<string, number>();
    for (const { terms } of index.search({ queries: [near, stemOf(word)] })) {
      for (const term of terms) if (term[0] === word[0]) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0] ?? word;
  };
  return (question) => {
    const asked = subjectOf(question);
    const words = asked.map((word, at) => (written.has(word) ? word : nearest(word, at === asked.length - 1)));
    return words.map((word, at) => {
      // "Real time" is "realtime".
      const joined = [`${words[at - 1] ?? ""}${word}`, `${word}${words[at + 1] ?? ""}`].filter((one) =>
        written.has(one),
      );
      return [...new Set([word, ...joined, ...[word, ...joined].flatMap(synonymsOf)].map(stemOf))];
    });
  };
}

/** How much the words of a question are what a section is called, from 0 to 1. */
function sameness(words: Words, names: readonly ReadonlySet<string>[]): number {
  const shares = names.map((name) => {
    const common = words.filter((stems) => stems.some((stem) => name.has(stem))).length;
    return common / (words.length + Math.max(name.size, common) - common);
  });
  return Math.max(0, ...shares);
}

interface Scored {
  readonly section: Section;
  readonly score: number;
  /** The share of the words of the question that it has. */
  readonly covered: number;
}

/** Makes the search over sections. @returns a function that finds the pages which answer a question, the best first */
export function searchOver(sections: readonly Section[]): (question: string, limit?: number) => readonly FoundPage[] {
  const index = indexOver(sections);
  const read = readerOver(index, sections);
  const known = new Map<unknown, { readonly section: Section; readonly names: ReturnType<typeof namesOf> }>(
    sections.map((section, id) => [id, { section, names: namesOf(section) }]),
  );
  return (question, limit = 8) => {
    const words = read(question);
    const own = new Set(words.flatMap(([stem = ""]) => stem));
    const stems = new Set(words.flat());
    const hits = index.search({ queries: [...stems] }, { boostTerm: (term) => (own.has(term) ? 1 : standInShare) });
    const found = hits.flatMap(({ id, score, queryTerms }): readonly Scored[] => {
      const { section, names } = known.get(id) ?? {};
      if (section === undefined || names === undefined) return [];
      const covered = words.filter((one) => one.some((stem) => queryTerms.includes(stem))).length / words.length;
      const inWords = score * covered ** 2 * (1 + nameBonus * sameness(words, names) ** 2);
      const named = section.call === undefined ? 0 : pathWeight * callFit(question, section.call);
      return [{ section, covered: named > 0 ? 1 : covered, score: (inWords + named) * section.weight }];
    });
    if (found.every(({ covered }) => covered < leastCovered)) return [];
    return pagesOf(found, stems, limit);
  };
}

const byRank = (left: Scored, right: Scored): number =>
  Number(left.section.isInternal) - Number(right.section.isInternal) || right.score - left.score;

/** Sections that are shown of one page, and calls of the reference. */
const [sectionsShown, callsShown] = [3, 5];

function pagesOf(found: readonly Scored[], stems: ReadonlySet<string>, limit: number): readonly FoundPage[] {
  const pages = Map.groupBy(found.toSorted(byRank), ({ section }) => section.page);
  return [...pages].slice(0, limit).map(([page, sections]) => {
    const shown = sections[0]?.section.call === undefined ? sectionsShown : callsShown;
    // Calls of several vendors do the same: the best of them is shown.
    const different = sections.filter(
      ({ section: { heading } }, index) => sections.findIndex((one) => one.section.heading === heading) === index,
    );
    return { page, sections: different.slice(0, shown).map(({ section }) => foundSection(section, stems)) };
  });
}

const foundSection = ({ url, heading, text, call }: Section, stems: ReadonlySet<string>): FoundSection =>
  call === undefined ? { url, heading, excerpt: excerptOf(text, stems) } : { url, heading, excerpt: [], call };
