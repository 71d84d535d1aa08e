import { join } from "node:path";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { decodeRecording } from "#harness/audio/recordings.ts";
import type { Recording } from "#harness/audio/recordings.ts";

/** Voices of flite; they differ enough that the recogniser has to work differently hard. */
const voices = ["rms", "slt"] as const;
export const sentences = [
  "The committee will publish what it has found before the end of the month.",
  "Nobody in the room had expected that the answer would be so simple.",
  "A good deal of the work was done by people who were never paid for it.",
  "The train will leave at seven, and it will not wait for anybody.",
  "They walked along the river until the lights of the town were behind them.",
  "The old house stood at the end of a long road, and there was no other for miles.",
  "She asked him twice what he wanted, and twice he said that he wanted nothing.",
  "Most of the money was spent on things that nobody had asked for.",
] as const;

/** English recordings for those who have none: every sentence by every voice, one minute in all. */
export async function speakRecordings(directory: string, signal: AbortSignal): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  for (const [index, text] of sentences.entries()) {
    for (const voice of voices) {
      const name = `${voice}-${index}.wav`;
      const path = join(directory, name);
      const limits = { signal, timeoutMs: 60_000, maxOutputBytes: 65_536 };
      const { exitCode } = await runProcess("flite", ["-voice", voice, "-t", text, "-o", path], limits);
      if (exitCode !== 0) throw new Error(`flite ended with exit code ${exitCode}.`);
      const seconds = await decodeRecording(path, join(directory, "decoded.raw"), signal);
      recordings.push({ name, path, text, language: "en", seconds });
    }
  }
  return recordings;
}
