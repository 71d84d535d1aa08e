import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultModelDirectory } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { decodeRecording } from "#harness/audio/recordings.ts";
import { classesOfIpa, classesOfPhones } from "./sound-classes.ts";
import { alignWords } from "#harness/audio/word-error-rate.ts";

/** What espeak-ng calls the languages. */
const espeakVoices: Readonly<Record<string, string>> = { pt: "pt-br", fr: "fr-fr" };
const limits = { timeoutMs: 600_000, maxOutputBytes: 65_536 } as const;
/** Without words: any row of the phones of English, weighed by how often they follow each other. */
const phoneLoop = [
  ...["-hmm", join(defaultModelDirectory, "en-us"), "-allphone", join(defaultModelDirectory, "en-us-phone.lm.bin")],
  ...["-lw", "2.0", "-beam", "1e-20", "-pbeam", "1e-20", "-adcin", "yes", "-adchdr", "0", "-cepext", ".raw"],
] as const;

interface ReadBackOptions {
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The classes of the sounds that a text has in a language, as espeak-ng pronounces it. */
export async function soundsMeant(text: string, language: string, signal: AbortSignal): Promise<readonly string[]> {
  const args = ["-q", "--ipa", "-v", espeakVoices[language] ?? language, text];
  const { exitCode, stdout } = await runProcess("espeak-ng", args, { ...limits, signal });
  if (exitCode !== 0) throw new Error(`espeak-ng ended with exit code ${exitCode}.`);
  return classesOfIpa(stdout.toString("utf8"));
}

/** The classes of the sounds in each recording, as the phone loop of pocketsphinx hears them. */
export async function soundsHeard(
  paths: readonly string[],
  { directory, signal }: ReadBackOptions,
): Promise<readonly (readonly string[])[]> {
  const names = paths.map((_path, index) => `read-back-${index}`);
  for (const [index, path] of paths.entries())
    await decodeRecording(path, join(directory, `${names[index]}.raw`), signal);
  const [list, heard] = [join(directory, "read-back.ctl"), join(directory, "read-back.hyp")];
  await writeFile(list, names.map((name) => `${name}\n`).join(""));
  const files = ["-cepdir", directory, "-ctl", list, "-hyp", heard, "-logfn", "/dev/null"];
  const { exitCode } = await runProcess("pocketsphinx_batch", [...phoneLoop, ...files], { ...limits, signal });
  if (exitCode !== 0) throw new Error(`pocketsphinx_batch ended with exit code ${exitCode}.`);
  return (await readFile(heard, "utf8")).trimEnd().split("\n").map(classesOfPhones);
}

/** How far apart two rows of sounds are: 0 for the same, 1 for nothing in common. */
export function soundDistance(meant: readonly string[], heard: readonly string[]): number {
  const pairs = alignWords(meant, heard);
  const edits = pairs.filter((pair) => pair.meant !== pair.heard).length;
  return edits / Math.max(1, meant.length, heard.length);
}

/** How near what was heard of one sentence is to its own sounds, and to those of the nearest other sentence. */
export interface ReadBack {
  readonly own: number;
  readonly nearestOther: number;
}

/** Each recording beside all the sentences of its language. */
export const readBacksOf = (
  meant: readonly (readonly string[])[],
  heard: readonly (readonly string[])[],
): readonly ReadBack[] =>
  heard.map((sounds, index) => {
    const distances = meant.map((row) => soundDistance(row, sounds));
    const others = distances.filter((_distance, at) => at !== index);
    return { own: distances[index] ?? 1, nearestOther: Math.min(...others) };
  });
