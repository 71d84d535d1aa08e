import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultModelDirectory } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { millisecondsOf } from "./milliseconds-of.ts";
import { decodeRecording, longestFirst, type Recording } from "#harness/audio/recordings.ts";
import { sum } from "#harness/statistics.ts";

/** What was heard in every recording, by its name, and how long all of it took. */
export interface RecognitionRun {
  readonly texts: ReadonlyMap<string, string>;
  readonly wallSeconds: number;
}

export interface BareOptions {
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const limits = { timeoutMs: 600_000, maxOutputBytes: 65_536 } as const;
/** The engine as it comes, but for its slow second pass. */
const decoderArguments = [
  ...["-hmm", join(defaultModelDirectory, "en-us"), "-lm", join(defaultModelDirectory, "en-us.lm.bin")],
  ...["-dict", join(defaultModelDirectory, "cmudict-en-us.dict"), "-fwdflat", "no"],
  ...["-adcin", "yes", "-adchdr", "0", "-cepext", ".raw"],
] as const;

/**
 * The recordings dealt to as many shares as there are decoders: each share is decoded by ffmpeg and recognised by one
 * `pocketsphinx_batch`, all shares at once. What a decoder needs to load its models is taken off, for the service's
 * decoders have theirs loaded.
 */
export async function recogniseBare(
  recordings: readonly Recording[],
  shares: number,
  options: BareOptions,
): Promise<RecognitionRun> {
  const loadingMs = await millisecondsOf(() => runDecoder([], "empty", options));
  const texts = new Map<string, string>();
  const batches = deal(recordings, shares);
  const wallMs = await millisecondsOf(() =>
    Promise.all(
      batches.map(async (batch, index) => {
        const names = batch.map(({ name }) => name.replaceAll(".", "_"));
        for (const [position, { path }] of batch.entries()) {
          await decodeRecording(path, join(options.directory, `${names[position]}.raw`), options.signal);
        }
        const heard = await runDecoder(names, `share-${index}`, options);
        for (const [position, { name }] of batch.entries()) texts.set(name, heard[position] ?? "");
      }),
    ),
  );
  return { texts, wallSeconds: (wallMs - loadingMs) / 1000 };
}

/** Each recording, the longest first, to the share that has least so far. */
function deal(recordings: readonly Recording[], shares: number): readonly (readonly Recording[])[] {
  const batches: Recording[][] = Array.from({ length: shares }, () => []);
  const length = (batch: readonly Recording[]): number => sum(batch.map(({ seconds }) => seconds));
  for (const recording of longestFirst(recordings))
    batches.toSorted((a, b) => length(a) - length(b))[0]?.push(recording);
  return batches;
}

/** @returns what was heard in each of the files, in their order */
async function runDecoder(
  names: readonly string[],
  id: string,
  { directory, signal }: BareOptions,
): Promise<readonly string[]> {
  const [list, heard] = [join(directory, `${id}.ctl`), join(directory, `${id}.hyp`)];
  await writeFile(list, names.map((name) => `${name}\n`).join(""));
  const files = { "-cepdir": directory, "-ctl": list, "-hyp": heard, "-ctm": join(directory, `${id}.ctm`) };
  const command = [...decoderArguments, ...Object.entries(files).flat(), "-logfn", "/dev/null"];
  const { exitCode } = await runProcess("pocketsphinx_batch", command, { ...limits, signal });
  if (exitCode !== 0) throw new Error(`pocketsphinx_batch ended with exit code ${exitCode}.`);
  const lines = names.length === 0 ? [] : (await readFile(heard, "utf8")).trimEnd().split("\n");
  return lines.map((line) => line.replace(/ ?\(\S+ -?\d+\)$/, ""));
}
