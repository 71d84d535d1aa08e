import { join } from "node:path";
import { z } from "zod";
import { type BareProcess, startBareProcess } from "./bare-process.ts";
import { millisecondsOf } from "#harness/statistics.ts";
import { longestFirst, type Recording, decodeRecording } from "#harness/audio/recordings.ts";

/** The text that was heard in every recording, by its name, and the time that all of it took. */
export interface RecognitionRun {
  readonly texts: ReadonlyMap<string, string>;
  readonly wallSeconds: number;
}

export interface BareMoonshineOptions {
  /** Holds the folders of the installed models. */
  readonly modelsDirectory: string;
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const program = "bare-moonshine-process";

/** Recordings by ffmpeg and Moonshine in so many processes, whose models are loaded before the time is taken. */
export async function recogniseBareMoonshine(
  recordings: readonly Recording[],
  processes: number,
  options: BareMoonshineOptions,
): Promise<RecognitionRun> {
  const { modelsDirectory, directory, signal } = options;
  await using started = new AsyncDisposableStack();
  const start = async (): Promise<BareProcess> =>
    started.use(await startBareProcess(program, [modelsDirectory, directory], signal));
  const starting = Array.from({ length: processes }, start);
  // When one fails, the others are ended too, once they are there.
  await Promise.allSettled(starting);
  const children = await Promise.all(starting);
  const texts = new Map<string, string>();
  const left = longestFirst(recordings).values();
  const work = async (child: BareProcess): Promise<void> => {
    for (const { name, path } of left) {
      const raw = join(directory, `${name.replaceAll(".", "_")}.raw`);
      await decodeRecording(path, raw, signal);
      texts.set(name, z.string().parse(await child.ask(raw)));
    }
  };
  const wallMs = await millisecondsOf(() => Promise.all(children.map(work)));
  return { texts, wallSeconds: wallMs / 1000 };
}
