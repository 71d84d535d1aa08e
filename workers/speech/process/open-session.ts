import ort from "onnxruntime-node";

/** A model that is loaded. */
export type Session = ort.InferenceSession;

interface SessionOptions {
  readonly threads: number;
  /** Whether it keeps the memory of its largest run for the next one, which saves a sixth of the processor time. */
  readonly keepsMemory: boolean;
}

/**
 * Loads an ONNX model. Threads that wait for each other would use a whole core for it.
 * @param model its path, or its bytes
 */
export function openSession(model: string | Uint8Array, { threads, keepsMemory }: SessionOptions): Promise<Session> {
  const options: ort.InferenceSession.SessionOptions = {
    ...{ executionProviders: ["cpu"], intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 },
    enableCpuMemArena: keepsMemory,
    extra: { session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } } },
  };
  return typeof model === "string"
    ? ort.InferenceSession.create(model, options)
    : ort.InferenceSession.create(model, options);
}
