/** Post-processing of the samples of a model, −1 to 1. */

/** Resamples by linear interpolation, so that pitch and formants rise by the factor. */
export function resample(sound: Float32Array, factor: number): Float32Array {
  if (factor === 1) return sound;
  const last = sound.length - 1;
  return Float32Array.from({ length: Math.floor(sound.length / factor) }, (_, index) => {
    const position = index * factor;
    const before = Math.min(last, Math.floor(position));
    const [from = 0, to = 0] = [sound[before], sound[Math.min(last, before + 1)]];
    return from + (to - from) * (position - before);
  });
}

/** Applies an FIR filter and keeps the loudness. */
export function equalize(sound: Float32Array, taps: readonly number[]): Float32Array {
  const kernel = Float32Array.from(taps);
  const middle = kernel.length >> 1;
  const filtered = new Float32Array(sound.length);
  for (let at = 0; at < sound.length; at += 1) {
    const first = Math.max(0, at + middle - sound.length + 1);
    const end = Math.min(kernel.length, at + middle + 1);
    let sum = 0;
    for (let tap = first; tap < end; tap += 1) sum += (kernel[tap] ?? 0) * (sound[at + middle - tap] ?? 0);
    filtered[at] = sum;
  }
  const power = powerOf(filtered);
  const gain = power === 0 ? 1 : Math.sqrt(powerOf(sound) / power);
  return filtered.map((sample) => sample * gain);
}

const powerOf = (sound: Float32Array): number => sound.reduce((sum, sample) => sum + sample * sample, 0);
