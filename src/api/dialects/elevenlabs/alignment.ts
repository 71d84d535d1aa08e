import { z } from "zod";
import type { SpokenWordsJson } from "#db/engine-schema.ts";

/** The times at which each character of a text is spoken, in seconds of the audio. */
export const characterTimes = z
  .object({
    characters: z.array(z.string()),
    character_start_times_seconds: z.array(z.number()),
    character_end_times_seconds: z.array(z.number()),
  })
  .meta({ id: "ElevenLabsAlignment" });

/** Seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

interface Stretch extends TimeSpan {
  readonly text: string;
}

/** The characters of a text, Unicode code points, spread over its words and over what is between them. */
export function alignCharacters(
  text: string,
  words: SpokenWordsJson["words"],
  span: TimeSpan,
): z.output<typeof characterTimes> {
  const timed = stretchesOf(text, words, span).flatMap(spreadCharacters);
  return {
    characters: timed.map((character) => character.text),
    character_start_times_seconds: timed.map(({ start }) => toMillisecond(start)),
    character_end_times_seconds: timed.map(({ end }) => toMillisecond(end)),
  };
}

const toMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The words of a text, which it has in this order, and what is between them. */
function stretchesOf(text: string, words: SpokenWordsJson["words"], span: TimeSpan): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [at, time] = [0, span.start];
  for (const { word, start, end } of words) {
    const from = text.indexOf(word, at);
    if (from === -1) continue;
    stretches.push({ text: text.slice(at, from), start: time, end: start }, { text: word, start, end });
    [at, time] = [from + word.length, end];
  }
  return [...stretches, { text: text.slice(at), start: time, end: Math.max(time, span.end) }];
}

/** The characters of a text one after the other, each as long as any other. */
export function spreadCharacters({ text, start, end }: Stretch): readonly Stretch[] {
  const characters = [...text];
  const step = (end - start) / Math.max(1, characters.length);
  return characters.map((character, index) => ({
    text: character,
    start: start + index * step,
    end: start + (index + 1) * step,
  }));
}
