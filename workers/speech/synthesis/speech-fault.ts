export interface ExpectedSpeech {
  /** Hz. */
  readonly sampleRate: number;
  /** The least and the most it may last. */
  readonly seconds: readonly [least: number, most: number];
  /** The least root mean square of the samples, of 32,767. */
  readonly level: number;
}

/** The fault of speech whose length and level are known, since damaged files may load and make noise, or nothing. */
export function speechFault(samples: Int16Array, { sampleRate, seconds, level }: ExpectedSpeech): string | null {
  const lasts = samples.length / sampleRate;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const found = Math.sqrt(power);
  const [least, most] = seconds;
  if (lasts >= least && lasts <= most && found >= level) return null;
  return `${lasts.toFixed(1)} s at a level of ${Math.round(found)}`;
}
