import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The tables of voices beside `voices`. */
export interface VoiceTables {
  voice_uses: VoiceUsesTable;
  favorite_voices: FavoriteVoicesTable;
}

/** The favorite voices of accounts. */
interface FavoriteVoicesTable {
  user_id: string;
  voice_id: string;
  created_at: ColumnType<Date, never, never>;
}

export const voiceActions = ["created", "trained", "spoken", "sample_replaced", "sample_deleted", "deleted"] as const;

/** The uses of custom voices. */
interface VoiceUsesTable {
  id: GeneratedAlways<string>;
  voice_id: string;
  user_id: string;
  action: (typeof voiceActions)[number];
  /** The speech request, where it was one. */
  request_id: string | null;
  created_at: ColumnType<Date, never, never>;
}

type Json<T> = ColumnType<T | null, string | null, string | null>;

/** Ages that built-in voices sound like. */
export const voiceAges = ["adult", "old"] as const;

/** The columns of `voices` that say how a built-in voice sounds. */
export interface VoiceCharacterColumns {
  age: (typeof voiceAges)[number] | null;
  tags: Generated<readonly string[]>;
  use_cases: Generated<readonly string[]>;
}

/** The columns of `voices` that measure a training. */
export interface VoiceTrainingColumns {
  /** The start of the latest run; null where none was measured. */
  training_started_at: Date | null;
  /** The seconds of the run that made the voice; null where they were not measured. */
  training_seconds: number | null;
}

/** The columns of `voices` that hold JSON. */
export interface VoiceJsonColumns {
  /** An outdated voice has the numbers of a formant synthesiser here, which nothing reads. */
  profile: Json<VoiceProfileJson>;
  /** Only the previous release writes it; to be dropped in the next release. */
  measurement: Json<object>;
  match: Json<VoiceMatchJson>;
  comparison: Json<VoiceComparisonJson>;
}

/** Words of a sample, from its beginning, as the voice says them. */
export interface VoiceComparisonJson {
  /** The object with its speech, MP3. */
  readonly key: string;
  readonly text: string;
  /** The time in the sample at which the words end. */
  readonly sampleSeconds: number;
  /** The length of its speech; not there where a worker of an earlier release made it. */
  readonly voiceSeconds?: number;
}

/** A voice of Kokoro as voice matching changes it. */
export interface VoiceProfileJson {
  readonly kind: "style";
  readonly baseVoice: string;
  readonly styleOffset: readonly number[];
  readonly resampling: number;
  readonly equalizer: readonly number[] | null;
}

/** The quality that voice matching has reached: cosine similarities, Hz, DNSMOS ratings of 1 to 5, seconds. */
export interface VoiceMatchJson {
  readonly method: "matched" | "nearest";
  readonly baseVoice: string;
  readonly similarity: number;
  readonly builtinVoice: string;
  readonly builtinSimilarity: number;
  readonly samplePitchHz: number;
  readonly pitchHz: number;
  readonly clarity: VoiceClarityJson;
  readonly sampleClarity: VoiceClarityJson;
  readonly wordErrors: number | null;
  readonly words: number;
  readonly sampleSeconds: number;
  readonly warnings: readonly string[];
}

interface VoiceClarityJson {
  readonly signal: number;
  readonly background: number;
  readonly overall: number;
}
