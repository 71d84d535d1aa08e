import { defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { kokoroVoices } from "#src/domain/voices/kokoro-voices.ts";
import type { EngineUnion, SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import type { VoiceMatchJson } from "#db/voice-schema.ts";
import type { ListedVoice } from "#src/domain/voices/favorite-queries.ts";
import type { ListedVoiceUse } from "#src/domain/voices/use-queries.ts";

const systemUser = "system";

/** More decimals than these have no meaning for a voice. */
const toTenth = (value: number): number => Math.round(value * 10) / 10;

const toHundredth = (value: number): number => Math.round(value * 100) / 100;

/** The name of a voice that matching builds on; as the engine calls it where the catalogue leaves it out. */
const nameOfBase = (engineVoice: string): string =>
  kokoroVoices.find((voice) => voice.engineVoice === engineVoice)?.name ?? engineVoice;

const presentMatch = (match: VoiceMatchJson) => ({
  method: match.method,
  similarity: toHundredth(match.similarity),
  base_voice: nameOfBase(match.baseVoice),
  builtin_voice: nameOfBase(match.builtinVoice),
  builtin_similarity: toHundredth(match.builtinSimilarity),
  sample_pitch_hz: toTenth(match.samplePitchHz),
  pitch_hz: toTenth(match.pitchHz),
  clarity: toTenth(match.clarity.overall),
  sample_clarity: toTenth(match.sampleClarity.overall),
  sample_seconds: toTenth(match.sampleSeconds),
  word_errors: match.wordErrors,
  words: match.words,
  warnings: [...match.warnings],
});

const presentComparison = ({ status, comparison }: ListedVoice) =>
  status === "ready" && comparison !== null
    ? {
        text: comparison.text,
        sample_seconds: toHundredth(comparison.sampleSeconds),
        voice_seconds: comparison.voiceSeconds === undefined ? null : toHundredth(comparison.voiceSeconds),
      }
    : null;

const presentConsent = ({ consent_statement: statement, consent_given_by: given_by, consent_at }: ListedVoice) =>
  statement === null ? null : { statement, given_by, given_at: consent_at?.toISOString() ?? null };

export const presentVoiceUse = ({ action, request_id, created_at }: ListedVoiceUse) => ({
  action,
  request_id,
  created_at: created_at.toISOString(),
});

export interface PresentOptions {
  /** Those that are offered. */
  readonly engines: readonly SynthesisEngineInfo[];
  readonly engineStates: EngineUnion["synthesisStates"];
  readonly publicUrl: string;
  /** Its place in the queue; null or absent where it does not wait. */
  readonly position?: number | null;
}

const isAvailable = ({ status, engine }: ListedVoice, engines: readonly SynthesisEngineInfo[]): boolean =>
  status === "ready" && engines.some(({ name }) => name === engine);

/** A voice as it is answered. */
export const presentVoice = (
  voice: ListedVoice,
  { engines, engineStates, publicUrl, position = null }: PresentOptions,
) => ({
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
  age: voice.age,
  tags: [...voice.tags],
  use_cases: [...voice.use_cases],
  quality: voice.quality,
  licence: voice.licence,
  deprecated: voice.deprecated,
  default: voice.id === defaultVoiceId(voice.language, engines),
  available: isAvailable(voice, engines),
  engine: voice.engine,
  engine_state: engineStates.get(voice.engine ?? "") ?? null,
  favorite: voice.favorite,
  preview_url:
    voice.type === "builtin" && isAvailable(voice, engines) ? `${publicUrl}/v1/voices/${voice.id}/preview` : null,
  progress: voice.status === "ready" ? 100 : voice.progress,
  queue_position: position,
  training_started_at: voice.status === "training" ? (voice.training_started_at?.toISOString() ?? null) : null,
  seconds_left: voice.seconds_left,
  match: voice.match && presentMatch(voice.match),
  comparison: presentComparison(voice),
  consent: presentConsent(voice),
  sample_sha256: voice.sample_sha256,
  sample_text: voice.sample_text,
  has_sample: voice.sample_key !== null,
  error: voice.error_code === null ? null : { code: voice.error_code, message: voice.error_message ?? "" },
});
