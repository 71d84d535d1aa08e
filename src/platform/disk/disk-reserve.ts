import { statfs } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";

/** Keeps a share of a disk free of uploads. */
export interface DiskReserve {
  /** Sets bytes aside that are about to be written. @throws DomainError `storage_low` */
  take(bytes: number): Promise<SpoolSpace>;
}

/** Space for one file, until it is disposed of. */
export interface SpoolSpace extends Disposable {
  /** Says how many of the bytes that were set aside have been written so far. */
  written(bytes: number): void;
}

const lookMs = 1_000;
const retryAfterSeconds = 60;
const storageLow = (): DomainError => new DomainError("storage_low", undefined, { retry_after: retryAfterSeconds });

interface Taken {
  readonly bytes: number;
  written: number;
  /** The bytes of it that the last look at the disk counted. */
  seen: number;
  ended: boolean;
}

/**
 * Watches the disk of a folder, at which it looks at most once a second. What this process has set aside and not yet
 * written counts as used, so that many uploads at once cannot use up the reserve together.
 * @param percent how much of the disk stays free; with 0 all of it may be used
 */
export function openDiskReserve({ path, percent }: { readonly path: string; readonly percent: number }): DiskReserve {
  const taken = new Set<Taken>();
  const look = async (): Promise<number> => {
    for (const space of taken) {
      space.seen = space.written;
      // The rest of its file is among what the disk says is used.
      if (space.ended) taken.delete(space);
    }
    const { blocks, bavail, bsize } = await statfs(path);
    return (bavail - (blocks * percent) / 100) * bsize;
  };
  const looks = openTtlCache<number>();
  const usable = (): Promise<number> => looks.get(path, lookMs, look);
  return {
    take: async (bytes) => {
      const unwritten = (): number => taken.values().reduce((sum, space) => sum + space.bytes - space.seen, 0);
      if (percent > 0 && (await usable()) - unwritten() < bytes) throw storageLow();
      const space: Taken = { bytes, written: 0, seen: 0, ended: false };
      if (percent > 0) taken.add(space);
      return {
        written: (count) => void (space.written = Math.min(count, bytes)),
        [Symbol.dispose]: () => void (space.ended = true),
      };
    },
  };
}
