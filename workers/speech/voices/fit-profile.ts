import type { FormantProfile, VoiceMeasurement } from "#workers/speech/engine.ts";

/**
 * Bounds within which espeak-ng still sounds like a voice. Pitch is that of the middle of its range. Over a wider span than
 * an octave its median depends on the sentence by more than a semitone either way.
 */
const bounds = {
  pitchHz: [60, 400],
  spanSemitones: [1, 12],
  formantPercent: [85, 125],
  wordsPerMinute: [90, 300],
} as const;

/** espeak-ng moves over about three times the semitones that lie between the quartiles of its pitch (measured, 1.51). */
const spanPerQuartiles = 3;

/** A wide span moves the median as well; the first guess stays narrow. */
const firstSpanSemitones = 8;

/** What one round may change the span by. */
const spanStep = [0.6, 1.6] as const;

const clamp = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));

const spanOf = ({ pitchBaseHz, pitchRangeHz }: FormantProfile): number => 12 * Math.log2(pitchRangeHz / pitchBaseHz);

const middleOf = ({ pitchBaseHz, pitchRangeHz }: FormantProfile): number => (pitchBaseHz + pitchRangeHz) / 2;

/** espeak-ng's median pitch is about the middle of its base and its range. */
const pitchLines = (middleHz: number, spanSemitones: number) => {
  const ratio = 2 ** (clamp(spanSemitones, bounds.spanSemitones) / 12);
  const pitchBaseHz = (2 * clamp(middleHz, bounds.pitchHz)) / (1 + ratio);
  return { pitchBaseHz, pitchRangeHz: pitchBaseHz * ratio };
};

/** a ÷ b; 1 when either was not heard. */
const ratioOf = (a: number, b: number): number => (a > 0 && b > 0 ? a / b : 1);

/** The profile to try first, from the sample alone. */
export const firstProfile = (sample: VoiceMeasurement): FormantProfile => ({
  ...pitchLines(sample.medianPitchHz, Math.min(firstSpanSemitones, spanPerQuartiles * sample.pitchRangeSemitones)),
  formantPercent: 100,
  wordsPerMinute: 175,
});

/** Moves a profile by what its own speech, as measured, still lacks of the sample. */
export const correctProfile = (
  profile: FormantProfile,
  sample: VoiceMeasurement,
  spoken: VoiceMeasurement,
): FormantProfile => {
  const middle = middleOf(profile) * ratioOf(sample.medianPitchHz, spoken.medianPitchHz);
  const span = spanOf(profile) * clamp(ratioOf(sample.pitchRangeSemitones, spoken.pitchRangeSemitones), spanStep);
  const [f2, f3, f4] = sample.formantsHz.map((hz, index) => Math.log(ratioOf(hz, spoken.formantsHz[index] ?? 0)));
  const formants = Math.exp(((f2 ?? 0) + (f3 ?? 0) + (f4 ?? 0)) / 3);
  const rate = ratioOf(sample.syllablesPerSecond, spoken.syllablesPerSecond);
  return {
    ...pitchLines(middle, span),
    formantPercent: clamp(profile.formantPercent * formants, bounds.formantPercent),
    wordsPerMinute: clamp(profile.wordsPerMinute * rate, bounds.wordsPerMinute),
  };
};

/** How far speech is from the sample: mostly in pitch, then in formants, range and rate. 0 is equal. */
export const distance = (sample: VoiceMeasurement, spoken: VoiceMeasurement): number => {
  const octaves = (a: number, b: number): number => Math.abs(Math.log2(ratioOf(a, b)));
  const formants = sample.formantsHz.map((hz, index) => octaves(hz, spoken.formantsHz[index] ?? 0));
  const range = Math.abs(sample.pitchRangeSemitones - spoken.pitchRangeSemitones) / 12;
  return (
    3 * octaves(sample.medianPitchHz, spoken.medianPitchHz) +
    formants.reduce((sum, octave) => sum + octave, 0) +
    range +
    octaves(sample.syllablesPerSecond, spoken.syllablesPerSecond)
  );
};
