import { z } from "zod";
import { confidenceSources, type TranscriptJson } from "#db/engine-schema.ts";
import { isSentenceEnd } from "#src/domain/speech/subtitle-words.ts";

/** A word, bare and with its punctuation. Times in seconds from the first sound. */
const heardWord = z.object({
  ...{ word: z.string(), written: z.string(), start: z.number(), end: z.number(), confidence: z.number() },
});

export type LiveWord = Readonly<z.output<typeof heardWord>>;

/** A final result of a live session. */
export const finalResult = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  words: z.array(heardWord),
  confidence: z.number(),
  language: z.string(),
  /** The model that heard it. */
  model: z.string().default("auto"),
  confidence_source: z.enum(confidenceSources).default("none"),
  language_probability: z.number().nullish().default(null),
  /** Whether the speaker has paused, as far as the worker can tell. */
  speech_final: z.boolean(),
  from_finalize: z.boolean(),
  /** The ids of earlier ones in whose place it stands. */
  replaces: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
});

export type FinalResult = Readonly<z.output<typeof finalResult>>;

/** The words of an utterance that is still open. */
export const partialResult = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  words: z.array(heardWord),
  /** The number of words at the beginning that will not change. */
  committed: z.number().default(0),
});

export type PartialResult = Readonly<z.output<typeof partialResult>>;

const byTime = (finals: readonly FinalResult[]): readonly FinalResult[] =>
  finals.toSorted((one, other) => one.start - other.start);

/** Whether it has words, or takes those of others away: it is kept. */
export const isKept = ({ text, replaces }: FinalResult): boolean => text !== "" || replaces.length > 0;

/** The finals that stand, of all in the order in which they came: in the order of their times, without those that others replace. */
export function standingFinals(finals: readonly FinalResult[]): readonly FinalResult[] {
  const replaced = new Set(finals.flatMap(({ replaces }) => replaces));
  return byTime(finals.filter(({ id, text }) => text !== "" && !replaced.has(id)));
}

/** A script without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]$/u;

/** Texts as one, with spaces where their script has them. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce((all, text) => (all === "" || spaceless.test(all.slice(-2)) ? `${all}${text}` : `${all} ${text}`), "");

type Sentence = Pick<FinalResult, "start" | "end" | "text" | "confidence">;

/** The sentences of a final, as its text has them; the whole of one that is not made of its words. */
function sentencesOf(final: FinalResult): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let group: LiveWord[] = [];
  let [from, to] = [0, 0];
  for (const word of final.words) {
    const place = final.text.indexOf(word.written, to);
    if (place < 0 || final.text.slice(to, place).trim() !== "") return [final];
    to = place + word.written.length;
    group.push(word);
    if (!isSentenceEnd(word.written)) continue;
    sentences.push(sentenceOf(group, final.text.slice(from, to).trim()));
    [group, from] = [[], to];
  }
  if (final.text.slice(to).trim() !== "") return [final];
  return group.length === 0 ? sentences : [...sentences, sentenceOf(group, final.text.slice(from).trim())];
}

function sentenceOf(words: readonly LiveWord[], text: string): Sentence {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  return { start, end, text, confidence: Math.round(1000 * confidence) / 1000 };
}

/** The finals as the transcript of a file has them, with a segment for each sentence. */
export function transcriptOf(finals: readonly FinalResult[]): TranscriptJson {
  const probabilities = finals.flatMap(({ language_probability: sure }) => sure ?? []);
  const [languageProbability] = probabilities;
  return {
    text: joinTexts(finals.map(({ text }) => text)),
    segments: finals
      .flatMap(sentencesOf)
      .map(({ start, end, text, confidence }, id) => ({ id, start, end, text, confidence })),
    words: finals.flatMap(({ words }) => words),
    ...(languageProbability !== undefined && { languageProbability }),
  };
}
