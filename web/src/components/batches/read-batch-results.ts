import { send } from "#web/api/call.ts";

/** A recording of a batch, without its transcript. */
export interface BatchResult {
  readonly index: number;
  readonly custom_id: string | null;
  readonly file_name: string | null;
  readonly request_id: string | null;
  readonly status: "waiting" | "running" | "completed" | "failed" | "cancelled";
  readonly credits_consumed: number;
  readonly error: { readonly message: string } | null;
}

const isResult = (value: unknown): value is BatchResult =>
  typeof value === "object" && value !== null && "index" in value && "status" in value && "error" in value;

function resultOf(line: string): readonly BatchResult[] {
  const value: unknown = JSON.parse(line);
  if (!isResult(value)) return [];
  const { index, custom_id, file_name, request_id, status, credits_consumed, error } = value;
  return [{ index, custom_id, file_name, request_id, status, credits_consumed, error }];
}

interface Reading {
  /** All results when absent. */
  readonly max?: number;
  readonly signal?: AbortSignal;
}

/** Reads the results of a batch, and no more of the file than is wanted, whose transcripts may be large. @throws Problem, ConnectionError */
export async function readBatchResults(
  batchId: string,
  { max = Number.POSITIVE_INFINITY, signal }: Reading = {},
): Promise<readonly BatchResult[]> {
  const { body } = await send(`/v1/speech/batches/${batchId}/results`, { signal: signal ?? null });
  if (body === null) return [];
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const results: BatchResult[] = [];
  let rest = "";
  for (;;) {
    const { done, value = "" } = await reader.read();
    const lines = `${rest}${value}`.split("\n");
    rest = lines.pop() ?? "";
    results.push(...lines.flatMap(resultOf));
    if (done || results.length >= max) break;
  }
  await reader.cancel();
  return results.slice(0, max);
}
