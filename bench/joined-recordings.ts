import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { wav } from "#harness/audio/sounds.ts";
import { openRandom, wordlessSounds } from "#harness/audio/wordless-sounds.ts";

/** A way to join recordings to one. */
interface Joining {
  readonly name: string;
  /** The peak to which the recording of this index is brought, of full scale; null where it stays as loud as it is. */
  readonly peak: (index: number) => number | null;
  /** The sound behind the recording of this index. */
  readonly between: (index: number) => Float32Array;
  /** They are joined again and again until the file is as long. */
  readonly leastSeconds?: number;
}

const sampleRate = 16_000;
const fullScale = 32_768;
const [loud, quiet, faint] = [0.9, 0.018, 10 ** (-45 / 20)];

const pause = (): Float32Array => new Float32Array(0.8 * sampleRate);
const isSecond = (index: number): boolean => index % 2 === 1;

/** Twenty seconds of music or of noise behind every second recording, in turn. */
function wordless(index: number): Float32Array {
  if (!isSecond(index)) return pause();
  const sound = wordlessSounds[index % 4 === 1 ? "music" : "white noise"](openRandom(index));
  return Float32Array.from({ length: 20 * sampleRate }, (_, at) => sound(at / sampleRate));
}

const joinings: readonly Joining[] = [
  { name: "joined to ten minutes", peak: () => null, between: pause, leastSeconds: 600 },
  { name: "joined, loud and quiet in turn", peak: (index) => (isSecond(index) ? quiet : loud), between: pause },
  { name: "joined, every second at −45 dB", peak: (index) => (isSecond(index) ? faint : null), between: pause },
  { name: "joined, music and noise between", peak: () => null, between: wordless },
];

/** Recordings joined to one file in each of these ways, in an existing folder. */
export async function joinRecordings(
  recordings: readonly Recording[],
  directory: string,
  signal: AbortSignal,
): Promise<readonly Recording[]> {
  const decoded: Decoded[] = [];
  for (const { path, text } of recordings) {
    const raw = join(directory, "decoded.raw");
    await decodeRecording(path, raw, signal);
    const bytes = Uint8Array.from(await readFile(raw));
    decoded.push({ text, samples: Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / fullScale) });
  }
  const joined: Recording[] = [];
  for (const joining of joinings) {
    const { samples, text } = joinAll(decoded, joining);
    const [path, seconds] = [join(directory, `${joined.length}.wav`), samples.length / sampleRate];
    await writeFile(
      path,
      wav(seconds, (second) => samples[Math.round(second * sampleRate)] ?? 0),
    );
    joined.push({ name: joining.name, path, text, language: "en", seconds });
  }
  return joined;
}

interface Decoded {
  readonly text: string;
  readonly samples: Float32Array;
}

function joinAll(recordings: readonly Decoded[], { peak, between, leastSeconds = 0 }: Joining): Decoded {
  const [parts, texts]: [Float32Array[], string[]] = [[], []];
  let length = 0;
  do {
    for (const [index, { samples, text }] of recordings.entries()) {
      const [sound, behind] = [atPeak(samples, peak(index)), between(index)];
      parts.push(sound, behind);
      texts.push(text);
      length += sound.length + behind.length;
    }
  } while (length < leastSeconds * sampleRate);
  const samples = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { text: texts.join(" "), samples };
}

function atPeak(samples: Float32Array, peak: number | null): Float32Array {
  if (peak === null) return samples;
  const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * peak) / Math.max(highest, 1 / fullScale));
}
