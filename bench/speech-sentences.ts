import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** A sentence as it is written, and as a person reads it aloud. */
export interface SpeechSentence {
  /** Primary tag. */
  readonly language: string;
  readonly text: string;
  readonly spoken: string;
}

const path = join(import.meta.dirname, "speech-sentences.json");
const list = z.array(z.object({ language: z.string(), text: z.string(), spoken: z.string() })).min(1);

/** The sentences that speech is judged by, with numbers, money, dates and abbreviations. @throws Error when they are absent */
export async function readSpeechSentences(): Promise<readonly SpeechSentence[]> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) throw new Error("bench/speech-sentences.json is missing. Check out the whole repository.");
  return list.parse(JSON.parse(text));
}
