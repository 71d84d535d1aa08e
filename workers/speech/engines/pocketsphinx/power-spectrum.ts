/** Samples that are transformed at a time, a power of two. */
export const transformSize = 512;

const halfSize = transformSize / 2;
const bits = Math.log2(transformSize);
const cosines = Float64Array.from({ length: halfSize }, (_, index) => Math.cos((2 * Math.PI * index) / transformSize));
const sines = Float64Array.from({ length: halfSize }, (_, index) => -Math.sin((2 * Math.PI * index) / transformSize));
const reversed = Uint16Array.from({ length: transformSize }, (_, index) => reverseBits(index));

function reverseBits(index: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/**
 * The squared magnitudes of the first half of the discrete Fourier transform of `transformSize` real samples; bin k is the
 * frequency k / `transformSize` of the sample rate. Radix-2 decimation in time (Cooley & Tukey 1965).
 */
export function powerSpectrum(samples: Float64Array): Float64Array {
  const real = new Float64Array(transformSize);
  for (let index = 0; index < transformSize; index += 1) real[index] = samples[reversed[index] ?? 0] ?? 0;
  const imaginary = new Float64Array(transformSize);
  for (let size = 2; size <= transformSize; size *= 2) {
    const half = size / 2;
    for (let start = 0; start < transformSize; start += size) {
      for (let index = 0; index < half; index += 1) {
        const turn = (index * transformSize) / size;
        const cosine = cosines[turn] ?? 0;
        const sine = sines[turn] ?? 0;
        const low = start + index;
        const high = low + half;
        const lowReal = real[low] ?? 0;
        const lowImaginary = imaginary[low] ?? 0;
        const highReal = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
        const highImaginary = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
        real[high] = lowReal - highReal;
        imaginary[high] = lowImaginary - highImaginary;
        real[low] = lowReal + highReal;
        imaginary[low] = lowImaginary + highImaginary;
      }
    }
  }
  return real.subarray(0, halfSize).map((value, index) => value * value + (imaginary[index] ?? 0) ** 2);
}
