import { holdsLease, type JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { insertChunk } from "#src/domain/speech-chunks/queries.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { StreamChunk } from "#workers/speech/stream/stream-speech.ts";

/** Those who read a stream hold so much of it at a time, or a few times that. */
const largestChunkBytes = 65_536;
/** A caller that hangs up takes the lease away: no more than this is worked for nobody. */
const watchMs = 300;

/** Writes what is spoken in a run into its chunks. */
export function chunkWriter({ db }: Pick<Resources, "db">, lease: JobLease): (chunk: StreamChunk) => Promise<void> {
  let position = 0;
  return async ({ content, words, ...place }) => {
    for (let from = 0; from === 0 || from < content.length; from += largestChunkBytes) {
      const part = content.subarray(from, from + largestChunkBytes);
      const isLast = from + largestChunkBytes >= content.length;
      await insertChunk(db, lease, { ...place, position, content: part, words: isLast ? words : null });
      position += 1;
    }
  };
}

export interface WatchedLease extends Disposable {
  /** Aborted soon after the run has lost its lease. */
  readonly signal: AbortSignal;
}

/** Looks after the lease more often than the heartbeat does. */
export function watchLease({ db }: Pick<Resources, "db">, lease: JobLease): WatchedLease {
  const lost = new AbortController();
  // While that cannot be told, it is gone on with.
  const watching = repeat(watchMs, async () => {
    if (!(await holdsLease(db, lease).catch(() => true))) lost.abort(new LeaseLostError());
  });
  return { signal: lost.signal, [Symbol.dispose]: () => void watching.stop() };
}
