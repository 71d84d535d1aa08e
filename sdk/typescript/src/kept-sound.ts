/** Sound is kept for so long for a session that is resumed, in seconds. */
const keptSeconds = 60;

/** The last sound that was sent, for a connection that breaks. */
export interface KeptSound {
  add(sound: Uint8Array<ArrayBuffer>): void;
  /** The sound from a moment on, in seconds from the first sound; null where it is not kept any more. */
  from(seconds: number): readonly Uint8Array<ArrayBuffer>[] | null;
}

/** Bytes of a frame. The service takes no more than 200 frames a second, and 1 MiB in one. */
const frameBytes = 65_536;

/** The same sound in frames that the service takes. */
export function framesOf(sound: readonly Uint8Array<ArrayBuffer>[]): readonly Uint8Array<ArrayBuffer>[] {
  const whole = new Uint8Array(sound.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of sound) {
    whole.set(part, end);
    end += part.length;
  }
  const count = Math.ceil(whole.length / frameBytes);
  return Array.from({ length: count }, (_, index) => whole.subarray(index * frameBytes, (index + 1) * frameBytes));
}

interface SampleFormat {
  /** Hz. */
  readonly sampleRate: number;
  readonly bytesPerSample: number;
}

/** Keeps raw samples of one channel, the last 60 seconds of them. */
export function keepSound({ sampleRate, bytesPerSample }: SampleFormat): KeptSound {
  const bytesIn = (seconds: number): number => Math.floor(seconds * sampleRate) * bytesPerSample;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [first, end] = [0, 0];
  return {
    add: (sound) => {
      parts.push(sound);
      end += sound.length;
      while (first + (parts[0]?.length ?? end) <= end - bytesIn(keptSeconds)) first += parts.shift()?.length ?? 0;
    },
    from: (seconds) => {
      const position = bytesIn(seconds);
      if (position < first) return null;
      let skipped = position - first;
      return parts.flatMap((part) => {
        const rest = part.subarray(Math.min(skipped, part.length));
        skipped -= part.length - rest.length;
        return rest.length === 0 ? [] : [rest];
      });
    },
  };
}
