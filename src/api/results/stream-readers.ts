import { DomainError } from "#src/errors.ts";

/** The most calls that repeat another one and read its stream at a time, in one process. */
export const streamRepeatsMax = 4;
const retryAfterSeconds = 5;

/** A caller who reads a stream. */
export interface StreamReader {
  /**
   * Notes that it is about to be sent the sound of so many characters of the text. What no caller in this process was sent before is
   * noted for all processes by `note`, which returns the most that any was sent.
   */
  announce(characters: number, note: (characters: number) => Promise<number>): Promise<void>;
  /**
   * Notes that it reads no more. Where the work is to end, because the maker and then all others in this process have hung up,
   * it is ended by `cancel`, which gets how many characters were sent and never rejects.
   */
  leave(hasHungUp: boolean, cancel: (characters: number) => Promise<void>): Promise<void>;
}

/**
 * Notes that a caller reads the stream of a request: the one whose call has made it, or one who repeats that call. A stream that is
 * just being cancelled is joined when that has been done, so that nothing of it is sent.
 * @throws DomainError `concurrency_limited` where too many who repeat the call read it already
 */
export type JoinStream = (requestId: string, role: "maker" | "repeat") => Promise<StreamReader>;

/** The callers in this process who read the same stream. */
interface Readers {
  count: number;
  /** The number of them that repeat the call. */
  repeats: number;
  /** The most that one of them was sent. */
  characters: number;
  /** The most that any process has noted, as far as is known here. */
  noted: number;
  hasMakerHungUp: boolean;
}

/** Knows who reads the same streams in this process. */
export function createStreamReaders(): JoinStream {
  const streams = new Map<string, Readers>();
  const cancelling = new Map<string, Promise<void>>();
  return async (requestId, role) => {
    await cancelling.get(requestId);
    const fresh: Readers = { count: 0, repeats: 0, characters: 0, noted: 0, hasMakerHungUp: false };
    const readers = streams.get(requestId) ?? fresh;
    if (role === "repeat" && readers.repeats >= streamRepeatsMax) throw tooManyReaders();
    streams.set(requestId, readers);
    readers.count += 1;
    readers.repeats += role === "repeat" ? 1 : 0;
    return {
      announce: async (characters, note) => {
        readers.characters = Math.max(readers.characters, characters);
        if (characters > readers.noted) readers.noted = Math.max(readers.noted, await note(characters));
      },
      leave: async (hasHungUp, cancel) => {
        readers.count -= 1;
        readers.repeats -= role === "repeat" ? 1 : 0;
        readers.hasMakerHungUp ||= role === "maker" && hasHungUp;
        if (readers.count > 0) return;
        streams.delete(requestId);
        if (!hasHungUp || !readers.hasMakerHungUp) return;
        const cancelled = cancel(readers.characters);
        cancelling.set(requestId, cancelled);
        await cancelled;
        cancelling.delete(requestId);
      },
    };
  };
}

const tooManyReaders = (): DomainError =>
  new DomainError("concurrency_limited", "Too many calls read this stream. Repeat this one when they have ended.", {
    max_repeats: streamRepeatsMax,
    retry_after: retryAfterSeconds,
  });
