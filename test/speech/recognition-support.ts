import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { speech } from "#harness/audio/sounds.ts";
import type { PcmFile, RecognitionEngine } from "#workers/speech/engine.ts";
import { openPocketsphinx, type PocketsphinxOptions } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { privateFolder } from "./synth-support.ts";

const sampleRate = 16_000;

/** Raw 16 kHz PCM of sentences and, where there is a number, of so many seconds of digital silence. */
export async function pcmOf(t: ExecutionContext, parts: readonly (string | number)[]): Promise<PcmFile> {
  const sounds = await Promise.all(
    parts.map(async (part) =>
      typeof part === "number" ? Buffer.alloc(2 * Math.round(part * sampleRate)) : (await speech(part)).subarray(44),
    ),
  );
  const path = join(await privateFolder(t), "audio.raw");
  const bytes = Buffer.concat(sounds);
  await writeFile(path, bytes);
  return { path, sampleRate, durationSeconds: bytes.length / (2 * sampleRate) };
}

export interface OpenEngine {
  readonly engine: RecognitionEngine;
  /** The folder the engine works in. */
  readonly directory: string;
  readonly logged: readonly string[];
}

/** Pocketsphinx with one decoder at a time, in a folder of its own, closed when the test is over. */
export async function openEngine(
  t: ExecutionContext,
  options: Partial<PocketsphinxOptions> = {},
): Promise<Omit<OpenEngine, "logged">> {
  const directory = await privateFolder(t);
  const engine = openPocketsphinx({ processes: 1, directory, ...options });
  t.teardown(() => engine.close());
  return { engine, directory };
}

/** Process ids of everything that works in a folder below this one: shells and the programs they started. Linux only. */
export const processesIn = (directory: string, program = ""): readonly number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => worksIn(pid, directory) && programOf(pid).includes(program))
    .map(Number);

function worksIn(pid: string, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
  } catch {
    return false;
  }
}

/** Empty for one that is gone. */
function programOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  } catch {
    return "";
  }
}

/** Looks until it is so; the test's own timeout ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
