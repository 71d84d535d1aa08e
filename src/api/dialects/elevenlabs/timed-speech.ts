import { z } from "zod";
import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import { base64Of } from "#src/api/speech/base64.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { alignCharacters, characterTimes } from "./alignment.ts";

/** Speech, or a part of it, with the times of its characters. */
export const timedSpeech = z
  .object({
    audio_base64: z.string().meta({ contentEncoding: "base64" }),
    alignment: characterTimes.nullable(),
    normalized_alignment: characterTimes.nullable().meta({ description: "The same: characters are those written." }),
  })
  .meta({ id: "ElevenLabsTimedSpeech" });

const present = (audio: Buffer, alignment: z.output<typeof characterTimes> | null): z.output<typeof timedSpeech> => ({
  audio_base64: audio.toString("base64"),
  alignment,
  normalized_alignment: alignment,
});

/** The JSON of a completed synthesis, whose words were asked for, part by part: its audio can be larger than memory allows. */
export async function* timedSpeechJson(
  {
    input_text: text,
    spoken_words: spoken,
    duration_seconds: end,
  }: Pick<SpeechRequest, "input_text" | "spoken_words" | "duration_seconds">,
  audio: AsyncIterable<Buffer>,
): AsyncGenerator<string> {
  const words = spoken?.words ?? [];
  const alignment = JSON.stringify(alignCharacters(text ?? "", words, { start: 0, end: end ?? 0 }));
  yield '{"audio_base64":"';
  yield* base64Of(audio);
  yield `","alignment":${alignment},"normalized_alignment":${alignment}}`;
}

/** A line of JSON for each chunk of a stream; the times of a sentence, in seconds of the whole, come behind its sound. */
export async function* timedLines(text: string, chunks: AsyncIterable<StreamedChunk>): AsyncGenerator<string> {
  const align = createAligner(text);
  for await (const chunk of chunks) yield `${JSON.stringify(present(chunk.content, align(chunk)?.times ?? null))}\n`;
}

/** Aligns a text with its stream. @returns a function of each chunk in order; null for one without the words of its sentence */
export function createAligner(text: string) {
  const written = [...text];
  let [sent, time] = [0, 0];
  return ({ words, characters }: StreamedChunk) => {
    if (words === null) return null;
    const start = time;
    const end = words.words.at(-1)?.end ?? start;
    const sentence = written.slice(sent, characters).join("");
    [sent, time] = [characters, end];
    return { times: alignCharacters(sentence, words.words, { start, end }), start };
  };
}
