import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import { type EngineLimits, nameIn } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import type { ProcessResult } from "#workers/speech/process/run-process.ts";

/** Debian's folder of the US English model: `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`. */
export const defaultModelDirectory = "/usr/share/pocketsphinx/model/en-us";
export const pocketsphinxProgram = "pocketsphinx_batch";

/** One run of `pocketsphinx_batch`. */
export interface PocketsphinxRun {
  /** 16 kHz mono. */
  readonly samples: Int16Array;
  /** Holds the acoustic model `en-us`. */
  readonly modelDirectory: string;
  /** A private folder. */
  readonly directory: string;
  /** Texts that are written to files and passed by these arguments: `{ "-dict": "hello HH AH L OW\n" }`. */
  readonly files?: Readonly<Record<string, string>>;
  /** The other arguments of the search. */
  readonly args: readonly string[];
  /** The result to write: words with times and confidences, or segments with scores. */
  readonly result: "-ctm" | "-hypseg";
  readonly limits: Pick<EngineLimits, "memoryBytes" | "cpuSeconds">;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const maxResultBytes = 1024 * 1024;

/**
 * True when someone else ended it, such as the kernel for want of memory. Our aborts and deadlines are thrown, and the limit of
 * processor time, which kills as well, is beyond each deadline.
 */
const wasKilled = ({ signal }: ProcessResult): boolean => signal === "SIGKILL" || signal === "SIGTERM";

/** Removing silence would make all times early. The means are those of these samples alone. */
const commonArguments = [
  ...["-fwdflat", "no", "-remove_silence", "no", "-cmn", "batch", "-adcin", "yes", "-adchdr", "0"],
  ...["-cepdir", ".", "-cepext", ".raw", "-logfn", "/dev/null"],
] as const;

/**
 * Runs CMU PocketSphinx on some sound, confined and at low priority, and once more when it was killed from outside.
 * @returns the text of its result
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function runPocketsphinx({ samples, directory, files = {}, ...run }: PocketsphinxRun): Promise<string> {
  const name = `sphinx-${randomUUID()}`;
  const file = (ending: string): string => join(directory, `${name}.${ending}`);
  const [sound, list, result] = [file("raw"), file("ctl"), file("result")];
  const texts = Object.entries(files).map(([argument, text], index) => ({ argument, text, path: file(`${index}`) }));
  const reads = [sound, list, ...texts.map(({ path }) => path)];
  const write = (path: string, content: string | Uint8Array) => writeFile(path, content, { flag: "wx", mode: 0o600 });
  const own = texts.flatMap(({ argument, path }) => [argument, nameIn(directory, path)]);
  try {
    await write(sound, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    await write(list, `${name}\n`);
    for (const { path, text } of texts) await write(path, text);
    const args = [
      ...["-hmm", join(run.modelDirectory, "en-us"), ...commonArguments, ...run.args, ...own],
      ...["-ctl", nameIn(directory, list), run.result, nameIn(directory, result)],
    ];
    const options = {
      ...{ directory, reads, writes: [result], limits: { ...run.limits, fileBytes: maxResultBytes } },
      ...{ signal: run.signal, timeoutMs: run.timeoutMs, yields: true, maxOutputBytes: 65_536 },
    };
    const first = await runEngine(pocketsphinxProgram, args, options);
    const { exitCode } = wasKilled(first) ? await runEngine(pocketsphinxProgram, args, options) : first;
    if (exitCode !== 0)
      throw new DomainError("engine_unavailable", `${pocketsphinxProgram} ended with exit code ${exitCode}.`);
    return await readFile(result, "utf8");
  } finally {
    await Promise.all([...reads, result].map((path) => rm(path, { force: true })));
  }
}
