import type { Db } from "#db/schema.ts";
import { type ChunkCursor, findChunksAfter, type StreamState } from "#src/domain/speech-chunks/queries.ts";
import type { Coalesced } from "#src/platform/async/coalesced.ts";
import { type JoinStream, createStreamReaders } from "./stream-readers.ts";

/** The milliseconds between looks for new chunks, while a stream waits for one. */
const pollMs = 20;
/** The most chunks of one look, which bounds the memory that a slow caller costs. */
const chunksAtOnce = 4;

/** Reads the chunks of streams, whichever process writes them. */
export interface ChunkReader {
  readonly join: JoinStream;
  /** Resolves when there is something behind the cursor, or nothing will come. @throws the signal's reason */
  next(cursor: ChunkCursor, signal: AbortSignal): Promise<StreamState>;
}

interface Waiting {
  readonly cursor: ChunkCursor;
  readonly resolve: (state: StreamState) => void;
}

/** One query asks for all streams that wait, so many callers cost as much as one. */
export function createChunkReader({ db, coalesced }: { readonly db: Db; readonly coalesced: Coalesced }): ChunkReader {
  const waiting = new Set<Waiting>();
  const look = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const asking = [...waiting];
    const cursors = asking.map(({ cursor }) => cursor);
    // A failed round says nothing; the next one asks again.
    const states = await findChunksAfter(db, cursors, chunksAtOnce).catch(() => []);
    for (const [index, state] of states.entries()) {
      if (state.isEnded || state.chunks.length > 0) asking[index]?.resolve(state);
    }
  };
  const askSoon = (): void => coalesced.run("chunks of streams", look);
  return {
    join: createStreamReaders(),
    next: async (cursor, signal) => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<StreamState>();
      const waits = { cursor, resolve };
      const abort = (): void => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      waiting.add(waits);
      askSoon();
      const timer = setInterval(askSoon, pollMs);
      try {
        return await promise;
      } finally {
        clearInterval(timer);
        waiting.delete(waits);
        signal.removeEventListener("abort", abort);
      }
    },
  };
}
