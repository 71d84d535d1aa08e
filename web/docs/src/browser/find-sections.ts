import { readQuestion, type Wanted } from "./read-question.ts";
import { partsOf, stemOf, subjectOf, wordsIn } from "./words.ts";

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
  readonly excerpt: string;
  /** The method and path of a call of the reference. */
  readonly call?: string;
}

type Counts = ReadonlyMap<string, number>;

/** The whole words of the sections with their numbers. */
function wordCountsOf(sections: readonly Section[]): Counts {
  const counts = new Map<string, number>();
  for (const { page, heading, text, keywords = "", pageKeywords = "" } of sections) {
    for (const word of wordsIn(`${page} ${heading} ${keywords} ${pageKeywords} ${text}`)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text).flatMap((one) => [one, ...partsOf(one)])) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

interface Indexed {
  readonly section: Section;
  /** How often each word is there, one in a title more than one in a text. */
  readonly counts: Counts;
  readonly length: number;
  readonly title: Counts;
  /** The words of what it is called: its heading, or the title of its page, and each of its keywords. */
  readonly names: readonly ReadonlySet<string>[];
}

/** A word in a title counts like so many in a text, which has more of them. */
const [titleWeight, headingWeight] = [6, 8];
/** The parameters of BM25 (Robertson and Zaragoza, 2009): how soon a word that comes again counts less, and how much length counts. */
const [saturation, lengthShare] = [1.4, 0.7];
/** A word counts so much more on a page whose title has it. */
const titleBonus = 0.5;
/** A section counts so much more where the question is what it is called. */
const nameBonus = 2;
/** A call whose path is in the question comes before all others. */
const pathWeight = 1000;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

function indexed(section: Section): Indexed {
  const { page, heading, text, keywords = "", pageKeywords = "", call } = section;
  const counts = new Map(countsOf(text));
  const title = call === undefined ? page : "";
  // The text before the first heading is about the title.
  const name = heading || page;
  for (const [words, weight] of [
    [`${title} ${pageKeywords}`, titleWeight],
    [`${name} ${keywords}`, headingWeight],
  ] as const) {
    for (const [word, count] of countsOf(words)) counts.set(word, (counts.get(word) ?? 0) + count * weight);
  }
  // Many names make a section neither longer nor less about each of them.
  const length = sum(countsOf(text).values()) + titleWeight + headingWeight;
  const names = [name, ...`${keywords},${pageKeywords}`.split(",")].map((one) => new Set(subjectOf(one).map(stemOf)));
  return { section, counts, length, title: countsOf(title), names: names.filter(({ size }) => size > 0) };
}

/** How much the words of a question are what a section is called, from 0 to 1. */
function sameness(words: readonly Wanted[], { names }: Indexed): number {
  const shares = names.map((name) => {
    const hits = words.map((wanted) =>
      Math.max(0, ...[...wanted].map(([stem, share]) => (name.has(stem) ? share : 0))),
    );
    const common = hits.filter((hit) => hit > 0).length;
    return sum(hits) / (words.length + Math.max(name.size, common) - common);
  });
  return Math.max(0, ...shares);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The share that remains of a call with another method than the one that was named, and of any where none was. */
const [otherMethod, anyMethod] = [0.5, 0.9];

const stepsOf = (path: string): readonly string[] => path.split("/").filter((step) => step !== "");

/** The method, where there is one, and the steps of the path that a question names; null for a question in words. */
function namedCall(question: string): { readonly method: string | null; readonly steps: readonly string[] } | null {
  const words = question.trim().split(/\s+/);
  const first = words[0]?.toUpperCase() ?? "";
  const method = methods.includes(first) ? first : null;
  const [address = "", ...others] = method === null ? words : words.slice(1);
  if (!address.includes("/") || others.length > 0) return null;
  const [path = ""] = address.split(/[?#]/, 1);
  const steps = stepsOf(path.replace(/^https?:\/\//, ""));
  return { method, steps: path.includes("://") ? steps.slice(1) : steps };
}

/** `{voice_id}`, `:id`, `<id>` and ids themselves stand for a parameter; others for their own letters, the last one while it is typed. */
function stepFits(asked: string, own: string, isLast: boolean): boolean {
  if (own.startsWith("{")) return /^[{<:$]|\d/.test(asked);
  return isLast ? own.startsWith(asked.toLowerCase()) : own === asked.toLowerCase();
}

/** How well a call (`DELETE /v1/voices/{voice_id}`) is the one that a question names, from 0 to 1; 0 for questions in words. */
function callFit(question: string, call: string): number {
  const named = namedCall(question);
  const [ownMethod = "", ownPath = ""] = call.split(" ");
  if (named === null || named.steps.length === 0) return 0;
  const { method, steps } = named;
  const own = stepsOf(ownPath);
  const fitsAt = (from: number): boolean =>
    steps.every((step, index) => {
      const other = own[from + index];
      return other !== undefined && stepFits(step, other, index === steps.length - 1);
    });
  if (!own.some((_step, from) => fitsAt(from))) return 0;
  const share = steps.length / own.length;
  if (method === null) return share * anyMethod;
  return method === ownMethod ? share : share * otherMethod;
}

interface Scored {
  readonly section: Section;
  readonly score: number;
}

/** Makes the search over sections. @returns a function that finds the pages which answer a question, the best first */
export function searchOver(sections: readonly Section[]): (question: string, limit?: number) => readonly FoundPage[] {
  const all = sections.map(indexed);
  const within = new Map<string, number>();
  for (const { counts } of all) for (const word of counts.keys()) within.set(word, (within.get(word) ?? 0) + 1);
  const vocabulary = { stems: within, words: wordCountsOf(sections) };
  const usualLength = sum(all.map(({ length }) => length)) / Math.max(1, all.length);
  const rarity = (word: string): number => Math.log(1 + all.length / (within.get(word) ?? all.length));

  /** The score of a section for one word of the question. */
  const worth = (one: Indexed, wanted: Wanted): number => {
    const length = 1 - lengthShare + lengthShare * (one.length / usualLength);
    const values = [...wanted].map(([word, share]) => {
      const count = one.counts.get(word) ?? 0;
      const bonus = one.title.has(word) ? 1 + titleBonus : 1;
      return (bonus * share * rarity(word) * count * (saturation + 1)) / (count + saturation * length);
    });
    return Math.max(0, ...values);
  };

  return (question, limit = 8) => {
    const words = readQuestion(question, vocabulary);
    const found = all.flatMap((one): readonly Scored[] => {
      const values = words.map((wanted) => worth(one, wanted));
      const covered = values.filter((value) => value > 0).length / Math.max(1, words.length);
      const named = covered === 0 ? 0 : sameness(words, one) ** 2;
      const inWords = sum(values) * covered * one.section.weight * (1 + nameBonus * named);
      const { call } = one.section;
      const score = inWords + (call === undefined ? 0 : pathWeight * callFit(question, call) * one.section.weight);
      return score > 0 ? [{ section: one.section, score }] : [];
    });
    return pagesOf(found, words).slice(0, limit);
  };
}

const byRank = (left: Scored, right: Scored): number =>
  Number(left.section.isInternal) - Number(right.section.isInternal) || right.score - left.score;

/** Sections that are shown of one page, and calls of the reference. */
const [sectionsShown, callsShown] = [3, 5];

function pagesOf(found: readonly Scored[], words: readonly Wanted[]): readonly FoundPage[] {
  const pages = new Map<string, Scored[]>();
  for (const one of found.toSorted(byRank)) {
    pages.set(one.section.page, [...(pages.get(one.section.page) ?? []), one]);
  }
  return [...pages].map(([page, sections]) => {
    const shown = sections[0]?.section.call === undefined ? sectionsShown : callsShown;
    return { page, sections: sections.slice(0, shown).map(({ section }) => foundSection(section, words)) };
  });
}

const foundSection = ({ url, heading, text, call }: Section, words: readonly Wanted[]): FoundSection =>
  call === undefined ? { url, heading, excerpt: excerptOf(text, words) } : { url, heading, excerpt: "", call };

/** Characters of an excerpt. */
const excerptLength = 160;

/** The sentence of a text that has most of the words. */
function excerptOf(text: string, words: readonly Wanted[]): string {
  const sentences = text.match(/[^.!?\n]+[.!?]*/g) ?? [];
  const worth = (sentence: string): number => {
    const counts = countsOf(sentence);
    return words.filter((wanted) => [...wanted.keys()].some((word) => counts.has(word))).length;
  };
  const best = sentences.reduce((chosen, one) => (worth(one) > worth(chosen) ? one : chosen), sentences[0] ?? "");
  const trimmed = best.trim();
  return trimmed.length <= excerptLength ? trimmed : `${trimmed.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`;
}
