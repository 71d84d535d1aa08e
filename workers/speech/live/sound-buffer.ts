const firstCapacity = 16_000;

/** The latest samples of a stream, each known by its place in the stream. */
export interface SoundBuffer {
  /** The place behind the last sample. */
  readonly end: number;
  append(samples: Int16Array): void;
  /** A copy of the samples from the first place up to and without the second, as far as they are kept. */
  slice(from: number, to: number): Int16Array;
  /** Drops what is before that place. */
  dropBefore(place: number): void;
}

export function openSoundBuffer(): SoundBuffer {
  let samples = new Int16Array(firstCapacity);
  let [first, end] = [0, 0];
  const makeRoom = (count: number): void => {
    const kept = samples.subarray(0, end - first);
    if (kept.length + count <= samples.length) return;
    const larger = new Int16Array(2 * (kept.length + count));
    larger.set(kept);
    samples = larger;
  };
  return {
    get end() {
      return end;
    },
    append: (added) => {
      makeRoom(added.length);
      samples.set(added, end - first);
      end += added.length;
    },
    slice: (from, to) => samples.slice(Math.max(0, from - first), Math.max(0, Math.min(to, end) - first)),
    dropBefore: (place) => {
      const dropped = Math.min(place, end) - first;
      // Moved now and then only, since it costs a copy.
      if (dropped < samples.length / 4) return;
      samples.copyWithin(0, dropped, end - first);
      first += dropped;
    },
  };
}
