import type { PcmFile } from "#workers/speech/engine.ts";
import { integratedLoudness } from "./loudness.ts";
import { measureLevels } from "./measure-level.ts";
import { readSamples } from "./pcm-samples.ts";

/** The level measurements of a file of speech. */
export interface SpeechLevel {
  /** Integrated loudness as ITU-R BS.1770 has it; −∞ for silence. */
  readonly lufs: number;
  /** The true peak in dB of full scale. */
  readonly truePeakDb: number;
  /** The time at its beginning without anything above −45 dB of full scale. */
  readonly leadingSeconds: number;
}

const heard = 10 ** (-45 / 20);

const leadingSilence = async (pcm: PcmFile): Promise<number> => {
  let samples = 0;
  for await (const chunk of readSamples(pcm)) {
    const first = chunk.findIndex((sample) => Math.abs(sample) > heard);
    if (first >= 0) return (samples + first) / pcm.sampleRate;
    samples += chunk.length;
  }
  return samples / pcm.sampleRate;
};

/** Measures a whole file; its sample rate must be a multiple of 100 Hz. */
export const measureSpeechLevel = async (pcm: PcmFile): Promise<SpeechLevel> => {
  const { energies, peaks } = await measureLevels(readSamples(pcm), pcm.sampleRate);
  const peak = peaks.reduce((largest, one) => Math.max(largest, one), 0);
  return {
    lufs: integratedLoudness(energies),
    truePeakDb: 20 * Math.log10(peak),
    leadingSeconds: await leadingSilence(pcm),
  };
};
