import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { groupSentences, wordsWithin } from "#src/domain/speech/paragraphs.ts";

const seconds = z.number().min(0);

export const paragraphsAnswer = z.object({
  transcript: z
    .string()
    .meta({ description: "An empty line before each paragraph, and `Speaker 0: ` where another speaker begins." }),
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

/** The paragraphs of a transcript, whose segments are sentences. */
export function presentParagraphs({ segments, words }: TranscriptJson): z.output<typeof paragraphsAnswer> {
  const paragraphs = groupSentences(segments).map((sentences) => {
    const [start = 0, end = 0] = [sentences[0]?.start, sentences.at(-1)?.end];
    const speaker = sentences[0]?.speaker;
    const told = { sentences, num_words: wordsWithin(words, { start, end }).length, start, end };
    return { ...told, ...(speaker !== undefined && { speaker }) };
  });
  return {
    transcript: paragraphs
      .map(({ sentences, speaker }, at) => {
        const isNew = speaker !== undefined && speaker !== paragraphs[at - 1]?.speaker;
        return `\n${isNew ? `Speaker ${speaker}: ` : ""}${sentences.map(({ text }) => text).join(" ")}`;
      })
      .join("\n"),
    paragraphs: paragraphs.map((paragraph) => ({
      ...paragraph,
      sentences: paragraph.sentences.map(({ text, start, end }) => ({ text, start, end })),
    })),
  };
}
