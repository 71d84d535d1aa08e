import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { type RecognitionRun } from "./bare-recognition.ts";
import { millisecondsOf } from "./milliseconds-of.ts";
import { longestFirst, type Recording, decodeRecording } from "#harness/audio/recordings.ts";

export interface BareMoonshineOptions {
  /** Holds the folders of the installed models. */
  readonly modelsDirectory: string;
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const program = join(import.meta.dirname, "bare-moonshine-process.ts");
const answer = z.tuple([z.string()]).rest(z.unknown());

/** Recordings by ffmpeg and Moonshine in so many processes, whose models are loaded before the time is taken. */
export async function recogniseBareMoonshine(
  recordings: readonly Recording[],
  processes: number,
  options: BareMoonshineOptions,
): Promise<RecognitionRun> {
  const { modelsDirectory, directory, signal } = options;
  const children = Array.from({ length: processes }, () => fork(program, [modelsDirectory, directory], { signal }));
  try {
    await Promise.all(children.map((child) => answerOf(child)));
    const texts = new Map<string, string>();
    const left = longestFirst(recordings).values();
    const work = async (child: ChildProcess): Promise<void> => {
      for (const { name, path } of left) {
        const raw = join(directory, `${name.replaceAll(".", "_")}.raw`);
        await decodeRecording(path, raw, signal);
        child.send(raw);
        texts.set(name, await answerOf(child));
      }
    };
    const wallMs = await millisecondsOf(() => Promise.all(children.map(work)));
    return { texts, wallSeconds: wallMs / 1000 };
  } finally {
    for (const child of children) child.kill();
  }
}

async function answerOf(child: ChildProcess): Promise<string> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("A process of the bare engine ended.");
  });
  const [text] = answer.parse(await Promise.race([once(child, "message", { signal }), ended]));
  answered.abort();
  ended.catch(() => undefined);
  return text;
}
