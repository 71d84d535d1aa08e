import type { PcmFile } from "#workers/speech/engine.ts";
import { readSamples, type SampleRange } from "./pcm-samples.ts";

/** Peaks are compared in steps of this length. */
const stepSeconds = 0.005;

/** In dB below the peak: what is certainly audible, and what is inaudible. */
const heardDb = -40;
const unheardDb = -55;
/** A file without anything louder holds no sound; about −70 dB of full scale. */
const leastPeak = 0.0003;

/** So much of a soft first sound (`f`, `h`) is kept before the sound is surely heard, and of a fading one after that. */
const onsetSeconds = 0.06;
const fadingSeconds = 0.25;

const gainOf = (db: number): number => 10 ** (db / 20);

/** The largest sample of each step; the last one may be shorter. */
const peaksOf = async (pcm: PcmFile, step: number): Promise<readonly number[]> => {
  const peaks: number[] = [];
  let [peak, count] = [0, 0];
  for await (const chunk of readSamples(pcm)) {
    for (let at = 0; at < chunk.length; at += 1) {
      peak = Math.max(peak, Math.abs(chunk[at] ?? 0));
      count += 1;
      if (count < step) continue;
      peaks.push(peak);
      [peak, count] = [0, 0];
    }
  }
  return count === 0 ? peaks : [...peaks, peak];
};

/** The range from the beginning to the end of the sound in a file; an empty range when there is none. */
export const speechEdges = async (pcm: PcmFile): Promise<SampleRange> => {
  const step = Math.max(1, Math.round(stepSeconds * pcm.sampleRate));
  const peaks = await peaksOf(pcm, step);
  const peak = peaks.reduce((loudest, one) => Math.max(loudest, one), 0);
  if (peak < leastPeak) return { from: 0, to: 0 };
  const [heard, unheard] = [peak * gainOf(heardDb), peak * gainOf(unheardDb)];
  const first = Math.max(
    peaks.findIndex((one) => one >= unheard) - 1,
    peaks.findIndex((one) => one >= heard) - Math.round(onsetSeconds / stepSeconds),
    0,
  );
  const last = Math.min(
    peaks.findLastIndex((one) => one >= unheard) + 1,
    peaks.findLastIndex((one) => one >= heard) + Math.round(fadingSeconds / stepSeconds),
  );
  return { from: first * step, to: (last + 1) * step };
};
