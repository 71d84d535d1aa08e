import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runProcess } from "#workers/speech/process/run-process.ts";

/** A recording and what is said in it. */
export interface Recording {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** A primary tag. */
  readonly language: string;
  /** The text in English, where it is known. */
  readonly translation?: string | undefined;
  /** The one who speaks in it, where it is known. */
  readonly speaker?: string | undefined;
  readonly seconds: number;
}

const index = z.array(
  z.object({
    file: z.string(),
    text: z.string().nullish(),
    language: z.string(),
    translation: z.string().optional(),
    speaker: z.string().optional(),
    seconds: z.number(),
  }),
);

/** The recordings of a folder's `index.json` that can be scored, in its order. */
export async function readRecordings(folder: string): Promise<readonly Recording[]> {
  const entries = index.parse(JSON.parse(await readFile(join(folder, "index.json"), "utf8")));
  return entries.flatMap(({ file, text, ...facts }) =>
    text ? [{ name: file, path: join(folder, file), text, ...facts }] : [],
  );
}

/** The English ones. @throws Error when there are none */
export function inEnglish(recordings: readonly Recording[]): readonly Recording[] {
  const english = recordings.filter(({ language }) => language === "en");
  if (english.length === 0)
    throw new Error("There is no English recording with a text in the index.json of the folder.");
  return english;
}

/** The longest first: in this order, work that is shared out ends at the same time for all. */
export const longestFirst = (recordings: readonly Recording[]): readonly Recording[] =>
  recordings.toSorted((a, b) => b.seconds - a.seconds);

const decoding = { timeoutMs: 600_000, maxOutputBytes: 65_536 } as const;
const bytesPerSecond = 32_000;

/** One recording as raw 16 kHz s16le mono. @returns its length in seconds */
export async function decodeRecording(path: string, output: string, signal: AbortSignal): Promise<number> {
  const raw = ["-ac", "1", "-ar", "16000", "-f", "s16le", "-y", output];
  const { exitCode } = await runProcess("ffmpeg", ["-nostdin", "-v", "error", "-i", path, ...raw], {
    ...decoding,
    signal,
  });
  if (exitCode !== 0) throw new Error(`ffmpeg cannot decode ${path}.`);
  return (await stat(output)).size / bytesPerSecond;
}
