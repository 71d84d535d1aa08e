/** The longest sound that is kept, in seconds. */
const keptSeconds = 30;
/** The most of a file whose length is not known, in bytes. */
const keptBytes = 1024 * 1024;

/** Frames are kept in blocks of at least half so many bytes. */
const blockBytes = 4096;

/** How samples are laid out; null where they stand in a file, whose length the bytes do not tell. */
export interface SoundLayout {
  readonly sampleRate: number;
  readonly sampleBytes: number;
}

/** The sound that is to be sent again, and the second at which it begins. */
export interface Replay {
  readonly from: number;
  readonly sound: readonly Buffer[];
}

/** The sound of a session since its last final, so that another worker can go on. */
export interface SoundRing {
  add(sound: Buffer): void;
  /** Forgets what came before a second of the session. */
  forget(before: number): void;
  /** Null where the sound cannot be read from where it begins. */
  replay(): Replay | null;
  /** The seconds of all sound so far; 0 where the bytes do not tell. */
  readonly seconds: number;
}

/**
 * Keeps 30 seconds at most; what is older is lost for another worker.
 * @param begin the second of the session at which its first sound stands
 */
export function createSoundRing(layout: SoundLayout | null, begin: number): SoundRing {
  const kept: Buffer[] = [];
  const bytesPerSecond = layout === null ? 0 : layout.sampleRate * layout.sampleBytes;
  const first = layout === null ? 0 : Math.floor(begin * layout.sampleRate) * layout.sampleBytes;
  /** Bytes before the first that is kept, and all of them. */
  let [dropped, total] = [first, first];
  /** The byte before which all is final; it may be one that has not come yet. */
  let finalTo = first;
  const limit = layout === null ? keptBytes : keptSeconds * bytesPerSecond;
  const dropTo = (byte: number): void => {
    while (kept[0] !== undefined && dropped + kept[0].length <= byte) dropped += kept.shift()?.length ?? 0;
    if (kept[0] === undefined || byte <= dropped) return;
    kept[0] = kept[0].subarray(byte - dropped);
    dropped = byte;
  };
  return {
    add: (sound) => {
      // Copied: a frame is a part of a larger buffer, which it would keep. Small ones stand in one block.
      const last = kept.at(-1);
      const isSmall = last !== undefined && last.length + sound.length <= blockBytes;
      kept.splice(isSmall ? -1 : kept.length, 1, Buffer.concat(isSmall ? [last, sound] : [sound]));
      total += sound.length;
      dropTo(Math.max(total - limit, Math.min(total, finalTo)));
    },
    forget: (before) => {
      if (layout === null) return;
      finalTo = Math.max(finalTo, Math.floor(before * layout.sampleRate) * layout.sampleBytes);
      dropTo(Math.min(total, finalTo));
    },
    replay: () => {
      if (layout === null) return dropped === 0 ? { from: begin, sound: kept } : null;
      // A worker reads whole samples.
      dropTo(Math.ceil(dropped / layout.sampleBytes) * layout.sampleBytes);
      return { from: dropped / bytesPerSecond, sound: kept };
    },
    get seconds() {
      return layout === null ? 0 : total / bytesPerSecond;
    },
  };
}
