import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";

const seconds = z.number().min(0);

export const paragraphsAnswer = z.object({
  transcript: z.string().meta({ description: "An empty line before each paragraph." }),
  paragraphs: z.array(
    z.object({
      sentences: z.array(z.object({ text: z.string(), start: seconds, end: seconds })),
      num_words: z.int(),
      start: seconds,
      end: seconds,
      speaker: z.int().min(0).optional(),
    }),
  ),
});

/** A pause that ends a paragraph. */
const pauseSeconds = 2;
/** The number of sentences in a paragraph, unless a pause ends it. */
const sentencesMax = 5;

type Sentence = TranscriptJson["segments"][number];

/** The paragraphs of a transcript, whose segments are sentences. */
export function presentParagraphs({ segments, words }: TranscriptJson): z.output<typeof paragraphsAnswer> {
  const paragraphs = groupSentences(segments).map((sentences) => {
    const [start = 0, end = 0] = [sentences[0]?.start, sentences.at(-1)?.end];
    const speaker = sentences[0]?.speaker;
    const told = { sentences, num_words: wordsWithin(words, { start, end }).length, start, end };
    return { ...told, ...(speaker !== undefined && { speaker }) };
  });
  return {
    transcript: paragraphs.map(({ sentences }) => `\n${sentences.map(({ text }) => text).join(" ")}`).join("\n"),
    paragraphs: paragraphs.map((paragraph) => ({
      ...paragraph,
      sentences: paragraph.sentences.map(({ text, start, end }) => ({ text, start, end })),
    })),
  };
}

function groupSentences(sentences: readonly Sentence[]): readonly (readonly Sentence[])[] {
  const groups: Sentence[][] = [];
  for (const sentence of sentences) {
    const group = groups.at(-1);
    const pause = sentence.start - (group?.at(-1)?.end ?? 0);
    const isOther = sentence.speaker !== group?.[0]?.speaker;
    if (group === undefined || isOther || group.length === sentencesMax || pause >= pauseSeconds)
      groups.push([sentence]);
    else group.push(sentence);
  }
  return groups;
}

/** The words that begin in a part of the recording. */
export const wordsWithin = (
  words: TranscriptJson["words"],
  { start, end }: { readonly start: number; readonly end: number },
): TranscriptJson["words"] => words.filter((word) => word.start >= start && word.start < end);
