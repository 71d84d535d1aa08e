import type { VoiceMeasurement } from "#workers/speech/engine.ts";
import { frameLevels, frameStart, quantile, stepSeconds } from "./frames.ts";
import { findFormants } from "./linear-prediction.ts";
import { trackPitch } from "./pitch-track.ts";
import { syllableRate } from "./syllable-rate.ts";
import { findVoicedFrames } from "./voiced-frames.ts";

/** Two poles for each kHz of bandwidth and two for the glottis, at 16 kHz. */
const predictorOrder = 18;

const formantFrameSeconds = 0.03;

/** Enough frames for a steady median. */
const maxFormantFrames = 400;

/** Below the first formant of any vowel a peak is the pitch. */
const lowestFormantHz = 200;

/** Medians of the second, third and fourth formant over the voiced frames in which all four can be seen. */
const medianFormants = (samples: Float32Array, sampleRate: number, voiced: readonly number[]) => {
  const stride = Math.ceil(voiced.length / maxFormantFrames);
  const formants = voiced.flatMap((frame, index) => {
    if (index % stride !== 0) return [];
    const start = frameStart(frame, sampleRate);
    const samplesOfFrame = samples.subarray(start, start + Math.round(formantFrameSeconds * sampleRate));
    const peaks = findFormants(samplesOfFrame, sampleRate, predictorOrder).filter((hz) => hz > lowestFormantHz);
    return peaks.length < 4 ? [] : [peaks];
  });
  const median = (formant: number): number =>
    quantile(
      formants.map((peaks) => peaks[formant - 1] ?? 0),
      0.5,
    );
  return [median(2), median(3), median(4)] as const;
};

/** Measures a voice in samples of −1 to 1 at 16 kHz. All zero without speech. */
export const measureSamples = (samples: Float32Array, sampleRate: number): VoiceMeasurement => {
  const pitches = trackPitch(samples, sampleRate);
  const levels = frameLevels(samples, sampleRate);
  const voiced = findVoicedFrames(pitches, levels);
  const voicedPitches = voiced.map((frame) => pitches[frame] ?? 0);
  const [low, high] = [quantile(voicedPitches, 0.25), quantile(voicedPitches, 0.75)];
  return {
    medianPitchHz: quantile(voicedPitches, 0.5),
    pitchRangeSemitones: voiced.length === 0 ? 0 : 12 * Math.log2(high / low),
    syllablesPerSecond: syllableRate(levels, pitches),
    formantsHz: medianFormants(samples, sampleRate, voiced),
    voicedSeconds: voiced.length * stepSeconds,
  };
};
