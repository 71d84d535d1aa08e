import type { BatchesCreateRequest, Transcription } from "./generated/types.gen.ts";

/** A recording of a batch, with an id of the caller that its result repeats. */
export type BatchRecording = NonNullable<BatchesCreateRequest["items"]>[number];

/** The addresses of recordings. */
export type BatchRecordings = readonly (string | URL | BatchRecording)[];

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

/** Recordings as the service takes them. */
export const recordingsOf = (given: BatchRecordings): BatchRecording[] =>
  given.map((one) => (typeof one === "string" || one instanceof URL ? { url: String(one) } : one));

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
