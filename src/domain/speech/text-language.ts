import type { eld } from "eld/extrasmall";
import { synthesisLanguages } from "./languages.ts";

/** Letters that are looked at: more do not make a language surer. */
const longestSample = 1_000;
const fewestWords = 3;
const fewestLetters = 12;
/** The share of words in small letters: names are of no language. */
const fewestSmall = 0.4;
/** The library's score must be at least so much, from 0 to 1, and so much above those of English and of the next language. */
const [leastScore, leastAboveEnglish, leastAboveNext] = [0.68, 0.13, 0.02];
/** The share of words that stand in English texts alone. */
const leastEnglish = 0.1;

const englishWords: ReadonlySet<string> = new Set(
  "the and are of you with this that have your my they from which please what when where how would should could there here is it's i'm don't".split(
    " ",
  ),
);

const codeSign = /[\d@:/\\=_*#{}()[\]]/;

/** Tags, addresses, code and abbreviations are of no language. */
const withoutCode = (text: string): string =>
  text
    .slice(0, longestSample * 4)
    .replaceAll(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter((word) => !codeSign.test(word))
    .join(" ")
    .replaceAll(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu, " ")
    .slice(0, longestSample);

type Detector = typeof eld;
let detector: Promise<Detector> | undefined;

/** Its tables take a fifth of a second of this thread and some 90 MB, once: a process that is to answer quickly loads them before. */
export function loadDetector(): Promise<Detector> {
  detector ??= import("eld/extrasmall").then((library) => library.eld);
  return detector;
}

const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/**
 * The language of a text in Latin letters by its primary tag, where it is clearly another than English and one that is spoken;
 * else null. Other scripts are spoken in their own languages anyway.
 */
export async function languageOfText(text: string): Promise<string | null> {
  const sample = withoutCode(text);
  const words = sample.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (
    words.length < fewestWords ||
    letters < fewestLetters ||
    small / words.length < fewestSmall ||
    otherScript.test(sample)
  )
    return null;
  const english = words.filter((word) => englishWords.has(word.toLowerCase().replace("’", "'"))).length;
  if (english / words.length >= leastEnglish) return null;
  const found = (await loadDetector()).detect(sample);
  const scores = found.getScores();
  const { [found.language]: score = 0, ...others } = scores;
  const isSure = score >= leastScore && score - (scores["en"] ?? 0) >= leastAboveEnglish;
  const isNext = Object.values(others).some((other) => score - other < leastAboveNext);
  return isSure && !isNext && found.language !== "en" && synthesisLanguages.includes(found.language)
    ? found.language
    : null;
}
