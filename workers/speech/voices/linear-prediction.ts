/** Samples of the frame, pre-emphasised by 6 dB an octave and faded in and out (Hamming). */
const shape = (frame: Float32Array): Float64Array =>
  Float64Array.from(frame, (sample, at) => {
    const window = 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (frame.length - 1));
    return window * (sample - 0.97 * (frame[at - 1] ?? sample));
  });

const autocorrelation = (samples: Float64Array, order: number): Float64Array =>
  Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let at = lag; at < samples.length; at += 1) sum += (samples[at] ?? 0) * (samples[at - lag] ?? 0);
    return sum;
  });

/** Levinson-Durbin: the predictor polynomial 1 + a₁z⁻¹ + … of a frame; null for a frame without sound. */
const predictor = (frame: Float32Array, order: number): Float64Array | null => {
  const correlation = autocorrelation(shape(frame), order);
  let error = correlation[0] ?? 0;
  if (error < 1e-9) return null;
  const coefficients = new Float64Array(order + 1);
  coefficients[0] = 1;
  for (let degree = 1; degree <= order; degree += 1) {
    let sum = 0;
    for (let at = 0; at < degree; at += 1) sum += (coefficients[at] ?? 0) * (correlation[degree - at] ?? 0);
    const reflection = -sum / error;
    const before = coefficients.slice();
    for (let at = 1; at <= degree; at += 1)
      coefficients[at] = (before[at] ?? 0) + reflection * (before[degree - at] ?? 0);
    error *= 1 - reflection * reflection;
  }
  return coefficients;
};

const gridHz = 10;

/** The predictor's gain at a frequency, as power. */
const power = (coefficients: Float64Array, hz: number, sampleRate: number): number => {
  let [real, imaginary] = [0, 0];
  for (const [at, coefficient] of coefficients.entries()) {
    const angle = (2 * Math.PI * hz * at) / sampleRate;
    real += coefficient * Math.cos(angle);
    imaginary -= coefficient * Math.sin(angle);
  }
  return 1 / (real * real + imaginary * imaginary);
};

/** Frequencies in Hz, ascending, at which a frame's linear-prediction spectrum (of this order) peaks below 5.5 kHz. */
export const findFormants = (frame: Float32Array, sampleRate: number, order: number): readonly number[] => {
  const coefficients = predictor(frame, order);
  if (coefficients === null) return [];
  const powers = Array.from({ length: 550 }, (_, at) => power(coefficients, at * gridHz, sampleRate));
  return powers.flatMap((here, at) => {
    const isPeak = at > 0 && here > (powers[at - 1] ?? here) && here >= (powers[at + 1] ?? here);
    return isPeak ? [at * gridHz] : [];
  });
};
