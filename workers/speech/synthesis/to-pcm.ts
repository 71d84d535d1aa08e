/** No sample is louder than this; some voices go beyond full scale. */
const highestPeak = 0.95;
const fullScale = 32_767;

/** The samples as 16-bit integers, turned down as a whole where one is too loud. @throws when one is no number */
export function toPcm(sound: Float32Array): Int16Array {
  let peak = 0;
  for (const sample of sound) peak = Math.max(peak, Math.abs(sample));
  if (!Number.isFinite(peak)) throw new Error("The model made no sound of this text.");
  const gain = fullScale * Math.min(1, highestPeak / Math.max(peak, highestPeak));
  const pcm = new Int16Array(sound.length);
  for (let at = 0; at < pcm.length; at += 1) pcm[at] = Math.round((sound[at] ?? 0) * gain);
  return pcm;
}
