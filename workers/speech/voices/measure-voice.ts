import { Worker } from "node:worker_threads";
import { DomainError } from "#src/errors.ts";
import type { PcmFile, VoiceMeasurement } from "#workers/speech/engine.ts";

export interface MeasureOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Measures a voice in a thread of its own, so that the caller's event loop goes on.
 *
 * @throws DomainError `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export const measureVoice = async (pcm: PcmFile, options: MeasureOptions): Promise<VoiceMeasurement> => {
  const { signal, timeoutMs = 60_000 } = options;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<VoiceMeasurement>();
  const worker = new Worker(new URL("./measure-worker.ts", import.meta.url), {
    argv: [pcm.path, String(pcm.sampleRate)],
    env: {},
  });
  const abort = (): void => reject(signal.reason);
  const deadline = setTimeout(() => reject(new DomainError("engine_timeout")), timeoutMs);
  signal.addEventListener("abort", abort, { once: true });
  worker.once("message", resolve);
  worker.once("error", reject);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
};
