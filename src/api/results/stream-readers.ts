/** A caller who reads a stream. */
export interface StreamReader {
  /** Notes that it was sent the sound of so many characters of the text. */
  sent(characters: number): void;
  /**
   * Notes that it reads no more.
   * @returns how many characters were sent when the work is to end, because the maker and then all others in this process have
   * hung up; else null
   */
  leave(hasHungUp: boolean): number | null;
}

/** Notes that a caller reads the stream of a request: the one whose call has made it, or one who repeats that call. */
export type JoinStream = (requestId: string, role: "maker" | "repeat") => StreamReader;

/** The callers in this process who read the same stream. */
interface Readers {
  count: number;
  /** The most that one of them was sent. */
  characters: number;
  hasMakerHungUp: boolean;
}

/** Knows who reads the same streams in this process. */
export function openStreamReaders(): JoinStream {
  const streams = new Map<string, Readers>();
  return (requestId, role) => {
    const readers = streams.get(requestId) ?? { count: 0, characters: 0, hasMakerHungUp: false };
    streams.set(requestId, readers);
    readers.count += 1;
    return {
      sent: (characters) => {
        readers.characters = Math.max(readers.characters, characters);
      },
      leave: (hasHungUp) => {
        readers.count -= 1;
        readers.hasMakerHungUp ||= role === "maker" && hasHungUp;
        if (readers.count > 0) return null;
        streams.delete(requestId);
        return hasHungUp && readers.hasMakerHungUp ? readers.characters : null;
      },
    };
  };
}
