import { defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

const systemUser = "system";

/** Nobody measures a voice any finer. */
const toTenth = (value: number): number => Math.round(value * 10) / 10;

export interface PresentOptions {
  /** The names of the engines that are offered. */
  readonly engines: readonly string[];
  readonly publicUrl: string;
}

const isAvailable = ({ status, engine }: Voice, engines: readonly string[]): boolean =>
  status === "ready" && engine !== null && engines.includes(engine);

/** A voice as it is answered. */
export const presentVoice = (voice: Voice, { engines, publicUrl }: PresentOptions) => ({
  voice_id: voice.id,
  name: voice.name,
  status: voice.status,
  created_at: voice.created_at.toISOString(),
  description: voice.description,
  user_id: voice.user_id ?? systemUser,
  type: voice.type,
  language: voice.language,
  gender: voice.gender,
  accent: voice.accent,
  quality: voice.quality,
  licence: voice.licence,
  deprecated: voice.deprecated,
  default: voice.id === defaultVoiceId(voice.language, engines),
  available: isAvailable(voice, engines),
  preview_url:
    voice.type === "builtin" && isAvailable(voice, engines) ? `${publicUrl}/v1/voices/${voice.id}/preview` : null,
  measurement: voice.measurement && {
    median_pitch_hz: toTenth(voice.measurement.medianPitchHz),
    pitch_range_semitones: toTenth(voice.measurement.pitchRangeSemitones),
    syllables_per_second: toTenth(voice.measurement.syllablesPerSecond),
    formants_hz: voice.measurement.formantsHz.map(toTenth),
    voiced_seconds: toTenth(voice.measurement.voicedSeconds),
  },
  error: voice.error_code === null ? null : { code: voice.error_code, message: voice.error_message ?? "" },
});
