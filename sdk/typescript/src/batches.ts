import type { BatchesCreateRequest, Transcription } from "./generated/types.gen.ts";
import { type AudioSource, fileOf } from "./source.ts";
import { zipOf } from "./zip.ts";

/** A recording of a batch, with an id of the caller that its result repeats. */
export type BatchRecording = NonNullable<BatchesCreateRequest["items"]>[number];

/** The addresses of recordings, or recordings that are sent. A text is an address where it has `://`, else the path of a file. */
export type BatchRecordings = readonly (string | URL | BatchRecording)[] | readonly AudioSource[];

/** The options of all recordings of a batch. */
export type BatchOptions = Omit<BatchesCreateRequest, "items" | "urls">;

/** The result of one recording of a batch. */
export interface BatchResult {
  /** The place in the batch, from 0 on. */
  readonly index: number;
  readonly custom_id: string | null;
  readonly file_name: string | null;
  readonly request_id: string | null;
  readonly status: "waiting" | "running" | "completed" | "failed" | "cancelled";
  readonly credits_consumed: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly transcription: Transcription | null;
}

type Given = BatchRecordings[number];

const isAddressed = (one: Given): one is string | URL | BatchRecording =>
  typeof one === "string" ? one.includes("://") : one instanceof URL || ("url" in one && typeof one.url === "string");

const isFile = (one: Given): one is AudioSource => !isAddressed(one);

/** Recordings as the service takes them: addresses, or a zip of files. @throws TypeError where there are both */
export async function recordingsOf(given: BatchRecordings): Promise<{ items: BatchRecording[] } | { archive: File }> {
  const all: readonly Given[] = given;
  const files = all.filter(isFile);
  if (files.length > 0 && files.length < all.length)
    throw new TypeError("A batch takes files or addresses, not both. Send two batches.");
  if (files.length > 0) return { archive: await zipOf(await Promise.all(files.map(fileOf))) };
  const addressed = all.filter(isAddressed);
  return {
    items: addressed.map((one) => (typeof one === "string" || one instanceof URL ? { url: String(one) } : one)),
  };
}

const isResult = (value: unknown): value is BatchResult =>
  typeof value === "object" && value !== null && "index" in value && "status" in value;

/** Reads the lines of an answer as they arrive. */
export async function* resultsIn({ body }: Response): AsyncGenerator<BatchResult, void> {
  if (body === null) return;
  let rest = "";
  // Lines end with a line feed alone: other characters that end lines may stand in a transcript.
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const result: unknown = JSON.parse(line);
      if (!isResult(result)) throw new TypeError("A line of the answer is no result of a batch.");
      yield result;
    }
  }
}
