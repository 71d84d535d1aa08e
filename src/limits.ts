import type { Environment } from "./environment.ts";

/** What a caller may send, from which sites, how often, and how long it may wait. */
export interface Limits {
  readonly waitMaxSeconds: number;
  /** How long a caller may leave an answer unread. */
  readonly sendTimeoutMs: number;
  /** Origins, beside our own, whose pages may call with a key in a header; `*` is all of them. */
  readonly corsOrigins: readonly string[];
  readonly jsonMaxBytes: number;
  readonly demoAudio: AudioLimit;
  readonly audio: AudioLimit;
  readonly voiceSample: AudioLimit;
  readonly apiKeysMax: number;
  /** Keys that an account may make within 24 hours, those in place of others included. */
  readonly apiKeysPerDay: number;
  readonly storage: StorageLimit;
  readonly webhookMaxBytes: number;
  readonly bodies: BodyLimits;
  readonly rates: Rates;
  /** Unfinished speech requests that an account may have. */
  readonly speechConcurrency: number;
}

/** What one process receives at the same time, and how fast it has to arrive. */
export interface BodyLimits {
  /** For callers without an account. */
  readonly uploadsPerAddress: number;
  readonly uploadsPerAccount: number;
  readonly uploadsMax: number;
  readonly uploadMinBytesPerSecond: number;
  readonly uploadMaxSeconds: number;
  readonly jsonMaxSeconds: number;
  /** Of an account, or of an address where there is no credential. */
  readonly jsonBytesPerCaller: number;
  readonly jsonBytesMax: number;
  /** How much of the disk of `DATA_DIR` uploads leave free. */
  readonly diskReservePercent: number;
}

/** Calls a minute: of one account, or of one address where nobody is signed in. */
export interface Rates {
  readonly calls: number;
  readonly speech: number;
  readonly demoSynthesis: number;
  readonly demoTranscription: number;
  readonly contact: number;
  readonly signIn: number;
  readonly failedAuthentication: number;
}

/** What an account may have stored. */
export interface StorageLimit {
  /** Voices of its own. */
  readonly maxVoices: number;
  /** Audio of any kind. */
  readonly maxBytes: number;
}

export interface AudioLimit {
  readonly maxBytes: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/** The limits among the settings. */
export function limitsOf(env: Environment): Limits {
  return {
    waitMaxSeconds: env.WAIT_MAX_SECONDS,
    sendTimeoutMs: env.SEND_TIMEOUT_SECONDS * 1000,
    corsOrigins: env.CORS_ORIGINS,
    jsonMaxBytes: env.JSON_MAX_BYTES,
    demoAudio: { maxBytes: env.DEMO_AUDIO_MAX_BYTES, minSeconds: 0, maxSeconds: env.DEMO_AUDIO_MAX_SECONDS },
    audio: { maxBytes: env.AUDIO_MAX_BYTES, minSeconds: 0, maxSeconds: env.AUDIO_MAX_SECONDS },
    voiceSample: {
      maxBytes: env.VOICE_SAMPLE_MAX_BYTES,
      minSeconds: env.VOICE_SAMPLE_MIN_SECONDS,
      maxSeconds: env.VOICE_SAMPLE_MAX_SECONDS,
    },
    apiKeysMax: env.API_KEYS_MAX,
    apiKeysPerDay: env.API_KEYS_PER_DAY,
    storage: { maxVoices: env.VOICES_MAX, maxBytes: env.STORED_MAX_BYTES },
    webhookMaxBytes: env.WEBHOOK_MAX_BYTES,
    bodies: {
      uploadsPerAddress: env.UPLOADS_PER_ADDRESS,
      uploadsPerAccount: env.UPLOADS_PER_ACCOUNT,
      uploadsMax: env.UPLOADS_MAX,
      uploadMinBytesPerSecond: env.UPLOAD_MIN_BYTES_PER_SECOND,
      uploadMaxSeconds: env.UPLOAD_MAX_SECONDS,
      jsonMaxSeconds: env.JSON_MAX_SECONDS,
      jsonBytesPerCaller: env.JSON_BYTES_PER_CALLER,
      jsonBytesMax: env.JSON_BYTES_MAX,
      diskReservePercent: env.DISK_RESERVE_PERCENT,
    },
    rates: {
      calls: env.CALLS_PER_MINUTE,
      speech: env.SPEECH_PER_MINUTE,
      demoSynthesis: env.DEMO_SYNTHESES_PER_MINUTE,
      demoTranscription: env.DEMO_TRANSCRIPTIONS_PER_MINUTE,
      contact: env.CONTACTS_PER_MINUTE,
      signIn: env.SIGN_INS_PER_MINUTE,
      failedAuthentication: env.FAILED_AUTHENTICATIONS_PER_MINUTE,
    },
    speechConcurrency: env.SPEECH_CONCURRENCY,
  };
}
