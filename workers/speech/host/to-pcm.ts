/** No sample is louder than this; some voices go beyond full scale. */
const highestPeak = 0.95;
const fullScale = 32_767;

/** The samples as 16-bit integers, turned down as a whole where one is too loud. @throws when one is no number */
export function toPcm(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (!Number.isFinite(peak)) throw new Error("The model made no sound of this text.");
  const gain = fullScale * Math.min(1, highestPeak / Math.max(peak, highestPeak));
  return Int16Array.from(sound, (sample) => Math.round(sample * gain));
}
