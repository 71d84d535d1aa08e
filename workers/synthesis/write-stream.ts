import { holdsLease, type JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { insertChunk } from "#src/domain/speech-chunks/queries.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { StreamChunk } from "#workers/speech/stream-speech.ts";

/** A reader of a stream keeps a few chunks in memory. */
const largestChunkBytes = 65_536;
/** A caller who hangs up ends the lease; the work stops within this time. */
const watchMs = 300;

/** Writes the audio of a run as chunks. */
export function chunkWriter({ db }: Pick<Resources, "db">, lease: JobLease): (chunk: StreamChunk) => Promise<void> {
  let position = 0;
  return async ({ content, words, ...sentence }) => {
    for (let from = 0; from === 0 || from < content.length; from += largestChunkBytes) {
      const part = content.subarray(from, from + largestChunkBytes);
      const isLast = from + largestChunkBytes >= content.length;
      await insertChunk(db, lease, { ...sentence, position, content: part, words: isLast ? words : null });
      position += 1;
    }
  };
}

export interface WatchedLease extends Disposable {
  /** Aborted soon after the run has lost its lease. */
  readonly signal: AbortSignal;
}

/** Checks the lease more often than the heartbeat does. */
export function watchLease({ db }: Pick<Resources, "db">, lease: JobLease): WatchedLease {
  const lost = new AbortController();
  // While the database cannot be asked, the work goes on.
  const watching = repeat(watchMs, async () => {
    if (!(await holdsLease(db, lease).catch(() => true))) lost.abort(new LeaseLostError());
  });
  return { signal: lost.signal, [Symbol.dispose]: () => void watching.stop() };
}
