import type { TranscriptJson } from "#db/engine-schema.ts";

/** A word of a subtitle, or a part of a text without spaces that may stand alone on a line. Times in seconds. */
export interface SubtitleWord {
  readonly text: string;
  /** Whether a space stands before it. */
  readonly spaced: boolean;
  /** Columns. */
  readonly width: number;
  readonly start: number;
  readonly end: number;
  /** Whether a sentence ends with it. */
  readonly endsSentence: boolean;
}

/** Scripts that are written without spaces between words. */
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** True for a sign of a script that is written without spaces between words. */
export const isSpaceless = (character: string): boolean => spaceless.test(character);

/** Returns the space between two words of a text. */
export const spaceBetween = (before: string, word: string): string =>
  isSpaceless(before.slice(-1)) && isSpaceless(word.slice(0, 1)) ? "" : " ";

/** East Asian characters that are two columns wide (Unicode, annex 11). */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;
/** Marks and joiners, which take no room of their own. */
const marks = /[\p{M}\p{Cf}]/gu;

/** Columns: a letter with its marks takes one, a wide character two. */
function widthOf(text: string): number {
  // ASCII has no marks and no wide characters.
  if (/^[ -~]*$/.test(text)) return text.length;
  const bare = text.replaceAll(marks, "");
  return Array.from(bare).length + (bare.match(wide)?.length ?? 0);
}

/** The end of a text that is the end of a sentence. */
export const sentenceEnd = /[.!?…。！？।॥۔؟]["'”’»)\]」』）】]*$/u;
/** An abbreviation or an initial, whose full stop ends no sentence. */
const abbreviation = /^[^\p{L}]*(?:(?:mr|mrs|ms|dr|st|prof|jr|sr|vs|etc|no|vol)|\p{Lu}|(?:\p{L}\.)+\p{L})\.$/iu;

/** Whether a sentence ends with a word, which is written with its punctuation. */
export const isSentenceEnd = (written: string): boolean => sentenceEnd.test(written) && !abbreviation.test(written);

export const clauseEnd = /[,;:–—、，；：،]["'”’»)\]」』）】]*$/u;

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a transcript as subtitles show them. Those of scripts without spaces are found by a dictionary. */
export function subtitleWords(transcript: TranscriptJson): readonly SubtitleWord[] {
  const texts = timedTexts(transcript);
  if (!texts.some(({ text }) => spaceless.test(text))) return texts;
  return runsOf(texts).flatMap((run) => (run.some(({ text }) => spaceless.test(text)) ? splitRun(run) : run));
}

/** The words with their punctuation. A segment always ends a sentence, since not every engine writes full stops. */
function timedTexts({ segments, words: spoken }: TranscriptJson): readonly SubtitleWord[] {
  let before = "";
  let segment = 0;
  return spoken.map(({ word, written = word, start, end }, index) => {
    const next = spoken[index + 1];
    const first = segment;
    const reached = next?.end ?? Infinity;
    while (reached > (segments[segment]?.end ?? Infinity)) segment += 1;
    const isLast = next === undefined || segment > first;
    const spaced = before !== "" && spaceBetween(before, written) === " ";
    before = written;
    const isEnd = isLast || isSentenceEnd(written);
    return { text: written, spaced, width: widthOf(written), start, end, endsSentence: isEnd };
  });
}

/** Words with no space between them, together. */
function runsOf(texts: readonly SubtitleWord[]): readonly (readonly SubtitleWord[])[] {
  const runs: SubtitleWord[][] = [];
  for (const text of texts) {
    if (text.spaced || runs.length === 0) runs.push([text]);
    else runs.at(-1)?.push(text);
  }
  return runs;
}

/** The words of a text without spaces, whatever the pieces in which an engine gives it. */
function splitRun(run: readonly SubtitleWord[]): readonly SubtitleWord[] {
  const times = run.flatMap(({ text, start, end }) =>
    Array.from(text, (_, index) => start + ((end - start) * index) / text.length),
  );
  const ends = new Set<number>();
  let length = 0;
  for (const { text, endsSentence } of run) {
    length += text.length;
    if (endsSentence) ends.add(length);
  }
  const last = run.at(-1)?.end ?? 0;
  let at = 0;
  return partsOf(run.map(({ text }) => text).join("")).map((text) => {
    const from = at;
    at += text.length;
    return {
      text,
      width: widthOf(text),
      spaced: from === 0 && run[0]?.spaced === true,
      start: times[from] ?? last,
      end: times[at] ?? last,
      endsSentence: ends.has(at) || sentenceEnd.test(text),
    };
  });
}

/** Words with the punctuation that belongs to them: an opening bracket goes with the next word, any other sign with the one before. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let opened = "";
  for (const { segment, isWordLike } of words.segment(text)) {
    const opens = /^[\p{Ps}\p{Pi}]+$/u.test(segment);
    if (opens) opened += segment;
    else if (isWordLike === true || parts.length === 0 || opened !== "") {
      parts.push(opened + segment);
      opened = "";
    } else parts.push(`${parts.pop() ?? ""}${segment}`);
  }
  return opened === "" ? parts : [...parts, opened];
}
