/** Time between two analysis frames. */
export const stepSeconds = 0.01;

/** The number of frames in an analysis of this many samples. */
export const frameCount = (sampleCount: number, sampleRate: number): number =>
  Math.max(0, Math.floor(sampleCount / sampleRate / stepSeconds) - 5);

/** First sample of a frame. */
export const frameStart = (frame: number, sampleRate: number): number => Math.round(frame * stepSeconds * sampleRate);

/** The value below which this share of the numbers lies; 0 of none. */
export const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** Level of each frame in dB of full scale, over 25 ms; −120 for digital silence. */
export const frameLevels = (samples: Float32Array, sampleRate: number): readonly number[] => {
  const length = Math.round(0.025 * sampleRate);
  return Array.from({ length: frameCount(samples.length, sampleRate) }, (_, frame) => {
    const start = frameStart(frame, sampleRate);
    let energy = 0;
    for (const sample of samples.subarray(start, start + length)) energy += sample * sample;
    return 10 * Math.log10(energy / length + 1e-12);
  });
};
