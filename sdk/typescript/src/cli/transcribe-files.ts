import { createHash } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { InvalidInputError, NotFoundError } from "../errors.ts";
import type { Batch } from "../generated/types.gen.ts";
import type { SpeechClient, Work } from "../speech-client.ts";
import { type Context, progressBar } from "./context.ts";
import { writeWhole } from "./settings.ts";
import { fieldsOf, type TranscribeOptions } from "./transcribe-fields.ts";

export interface Call {
  readonly context: Context;
  readonly client: SpeechClient;
  readonly options: TranscribeOptions;
}

export interface Transcribed {
  readonly file: string;
  readonly written: string | null;
  readonly request_id: string;
  readonly text: string | null;
}

export interface Failed {
  readonly file: string;
  readonly error: Error;
}

export interface Outcome {
  readonly done: readonly Transcribed[];
  readonly failed: readonly Failed[];
}

/** The steps that files share with a single recording. */
interface Steps {
  /** Changes with the file and with what is asked for. */
  readonly nameOf: (file: string) => Promise<string>;
  /** The file that holds the id of a batch until its results are there. */
  readonly pendingFile: (name: string) => string;
  /** Writes the transcript of a file. */
  readonly write: (file: string, requestId: string) => Promise<Transcribed>;
}

/** A call that is repeated is kept in memory. */
const maxBatchBytes = 256 * 1024 * 1024;
const maxBatchFiles = 10_000;

/** Files in their order, in batches of a size that can be sent. */
async function batchesOf(files: readonly string[]): Promise<readonly (readonly string[])[]> {
  const batches: string[][] = [];
  let [batch, bytes]: [string[], number] = [[], 0];
  for (const file of files) {
    const { size } = await stat(file);
    if (batch.length === 0 || batch.length === maxBatchFiles || bytes + size > maxBatchBytes) {
      [batch, bytes] = [[], 0];
      batches.push(batch);
    }
    batch.push(file);
    bytes += size;
  }
  return batches;
}

/** Transcribes files in batches. One that cannot be transcribed does not keep the others from it. */
export async function transcribeFiles(call: Call, files: readonly string[], steps: Steps): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const batch of await batchesOf(files)) {
    const refused = (error: unknown): Outcome => {
      if (!isOfFiles(error)) throw error;
      return { done: [], failed: batch.map((file) => ({ file, error })) };
    };
    outcomes.push(await transcribeBatch(call, batch, steps).catch(refused));
  }
  return { done: outcomes.flatMap(({ done }) => done), failed: outcomes.flatMap(({ failed }) => failed) };
}

/** True where none of the files of a batch is a recording that the service takes. */
const isOfFiles = (error: unknown): error is InvalidInputError =>
  error instanceof InvalidInputError && ["audio_unusable", "audio_too_large"].includes(error.code);

const cancelled = { code: "cancelled", message: "The recording was cancelled." } as const;

async function transcribeBatch(call: Call, files: readonly string[], steps: Steps): Promise<Outcome> {
  const names = await Promise.all(files.map(steps.nameOf));
  const pending = steps.pendingFile(createHash("sha256").update(names.join()).digest("hex"));
  const bar = progressBar(call.context, `${files.length} recordings`);
  bar.say("sending");
  const work = await startOnce(call, pending, files).catch((error: unknown) => {
    bar.end();
    throw error;
  });
  await work.wait({ onProgress: (percent) => bar.show(percent) }).finally(() => bar.end());
  const [done, failed]: [Transcribed[], Failed[]] = [[], []];
  for await (const { index, request_id: requestId, error, transcription } of call.client.batchResults(work.id)) {
    const file = files[index] ?? "";
    if (transcription !== null && requestId !== null) done.push(await steps.write(file, requestId));
    else failed.push({ file, error: call.client.failureOf(requestId ?? work.id, error ?? cancelled) });
  }
  await rm(pending, { force: true });
  return { done, failed };
}

/** The batch of files: one that an earlier command has started, or a new one. The files are sent once. */
async function startOnce({ client, options }: Call, pending: string, files: readonly string[]): Promise<Work<Batch>> {
  const id = await readFile(pending, "utf8").catch(() => undefined);
  if (id !== undefined) {
    const known = await client.api.batches
      .get({ path: { batch_id: id }, throwOnError: true })
      .catch((error: unknown) => {
        if (error instanceof NotFoundError) return null;
        throw error;
      });
    if (known !== null) return client.batch(id);
  }
  const work = await client.startBatch(files, fieldsOf(options));
  await writeWhole(pending, work.id);
  return work;
}
