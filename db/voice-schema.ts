/** What voice matching found: of a formant synthesiser (Hz, percent, words per minute), or a style of Kokoro. */
export type VoiceProfileJson = FormantProfileJson | StyleProfileJson;

interface FormantProfileJson {
  /** Rows from before there were others have none. */
  readonly kind?: "formant";
  readonly pitchBaseHz: number;
  readonly pitchRangeHz: number;
  readonly formantPercent: number;
  readonly wordsPerMinute: number;
}

interface StyleProfileJson {
  readonly kind: "style";
  readonly baseVoice: string;
  readonly styleOffset: readonly number[];
  readonly resampling: number;
  readonly equalizer: readonly number[] | null;
}

/** What voice matching measured in a sample: Hz, semitones, syllables per second, seconds. */
export interface VoiceMeasurementJson {
  readonly medianPitchHz: number;
  readonly pitchRangeSemitones: number;
  readonly syllablesPerSecond: number;
  readonly formantsHz: readonly [number, number, number];
  readonly voicedSeconds: number;
}
