import { rm } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import type {
  EngineVoice,
  FormantProfile,
  PcmFile,
  SynthesisEngine,
  VoiceMeasurement,
} from "#workers/speech/engine.ts";
import { espeakVoiceName } from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { correctProfile, distance, firstProfile } from "./fit-profile.ts";
import { measureVoice } from "./measure-voice.ts";

/**
 * What a profile speaks while it is being fitted: most English vowels, statements and a question for the melody. One text
 * serves all languages: with one profile espeak-ng's median pitch differs by half a semitone between languages without
 * tones, by two and a half to those with (measured, 1.51).
 */
const referenceText = `
The boat was moored beside the old stone bridge before noon. A tall boy threw bread to the ducks, while his
father looked on and laughed. Could you hear the church bells that evening? Later we all had tea and cake.
`;

export interface TrainOptions {
  /** Primary tag the voice will speak; English when it is none that can be spoken, such as `und`. */
  readonly language: string;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly minSeconds?: number;
  /** Seconds of voice (vowels and the like, about half of all speech) below which a match would be a guess. */
  readonly minVoicedSeconds?: number;
}

export interface TrainedVoice {
  readonly voice: EngineVoice & { readonly profile: FormantProfile };
  /** Of the sample. */
  readonly measurement: VoiceMeasurement;
}

/** Profiles to try: the first guess and two corrections of it. */
const tries = 3;

const tooLittleVoice = (found: number, needed: number): DomainError =>
  new DomainError(
    "sample_without_speech",
    `The sample contains ${found.toFixed(1)} seconds of speech; ${needed} are required. Send about ${2 * needed} seconds of one person speaking, without music.`,
  );

const measureSample = async (sample: PcmFile, options: TrainOptions): Promise<VoiceMeasurement> => {
  const { minSeconds = 1, minVoicedSeconds = 3, signal } = options;
  if (sample.durationSeconds < minSeconds) throw new DomainError("sample_too_short");
  const measurement = await measureVoice(sample, { signal });
  if (measurement.voicedSeconds >= minVoicedSeconds) return measurement;
  throw tooLittleVoice(measurement.voicedSeconds, minVoicedSeconds);
};

/** Speaks the reference text with a profile and measures it as the sample was measured. */
const measureProfile = async (profile: FormantProfile, engine: SynthesisEngine, options: TrainOptions) => {
  const voice = { engine: engine.manifest.name, name: "", profile };
  const spoken = await engine.synthesize({ ...options, text: referenceText, voice, language: "en", speed: 1 });
  const path = `${spoken.path}.measured`;
  const { signal } = options;
  const measurement = await measureVoice(await convertPcm(spoken, { path, sampleRate: 16_000, signal }), { signal });
  await Promise.all([rm(spoken.path), rm(path)]);
  return measurement;
};

/**
 * Matches a formant synthesiser to a sample (16 kHz): pitch, its range, formants and rate. This is a likeness, not a copy.
 *
 * @throws DomainError `sample_too_short`, `sample_without_speech` (the text says how much was found and is needed),
 * `engine_unavailable`, `engine_timeout`
 */
export const trainVoice = async (sample: PcmFile, options: TrainOptions): Promise<TrainedVoice> => {
  const engine = openEspeak();
  const measurement = await measureSample(sample, options);
  let [best, nearest] = [firstProfile(measurement), Infinity];
  let profile = best;
  for (let round = 0; round < tries; round += 1) {
    const spoken = await measureProfile(profile, engine, options);
    const far = distance(measurement, spoken);
    if (far < nearest) [best, nearest] = [profile, far];
    profile = correctProfile(profile, measurement, spoken);
  }
  const language = engine.manifest.languages.includes(options.language) ? options.language : "en";
  return { voice: { engine: engine.manifest.name, name: espeakVoiceName(language), profile: best }, measurement };
};
