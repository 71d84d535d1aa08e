import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);
/** Longer than anything is kept, and short enough to be taken from today. */
const days = (fallback: number) => z.coerce.number().int().min(0).max(36_500).default(fallback);
const cores = availableParallelism();
const engines = Math.max(2, cores);
const split = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
const list = z.string().transform(split);
const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
const webhookSecrets = list.refine(
  (secrets) => secrets.length <= 2 && secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)),
  "One or two secrets are needed, each whsec_ and at least 24 bytes of base64.",
);
const paymentSecrets = list.refine(
  (secrets) => secrets.length <= 2 && secrets.every((secret) => secret.length >= 16),
  "One or two secrets are needed, each of at least 16 characters.",
);

/** Of characters that an HTTP header can carry. */
const bearerKey = z.string().regex(/^[!-~]{1,1024}$/, "A key of printable characters without spaces is needed.");
const modelOfServer = z.string().regex(/^[\w.:/@-]{1,200}$/, "The name of a model is needed.");
/** What tells voices of a server apart: `id:language` of `id:name:language`. */
const voiceIdentity = (voice: string): string => [voice.split(":").at(0), voice.split(":").at(-1)].join(":");
const remoteVoices = list
  .refine(
    (voices) => voices.length > 0 && voices.every((voice) => /^[\w.-]{1,100}:[^:]{1,100}:[a-z]{2,3}$/.test(voice)),
    "Voices are needed as id:name:language, such as alloy:Alloy:en,nova:Nova:en.",
  )
  .refine(
    (voices) => new Set(voices.map(voiceIdentity)).size === voices.length,
    "Two voices have the same id and language. Name each voice of a language once.",
  );
const spokenLanguages = list.refine(
  (tags) => tags.some((tag) => tag !== "auto") && tags.every((tag) => /^(?:[a-z]{2,3}|auto)$/.test(tag)),
  "Primary language tags are needed, such as en,hi; auto beside them where the server detects the language.",
);

const corsOrigins = list.refine(
  (origins) => origins.every((origin) => origin === "*" || isOrigin(origin)),
  "Origins are needed as browsers send them, such as https://app.example.com, or * for all.",
);

const modelNames = list.refine(
  (names) => names.length === 1 || !names.includes("none"),
  "Give default, none, or names of models separated by commas.",
);

/** Every variable of the environment that the service reads, with its default. */
export const environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(8080),
  METRICS_PORT: port.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  MODELS_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  SPEECH_MODELS: modelNames.default(["default"]),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  LOG_MAX_BYTES: count(10 * 1024 * 1024, 1024),
  LOG_FILES: count(4),
  SHUTDOWN_TIMEOUT_SECONDS: count(25),
  DRAIN_SECONDS: count(0, 0),

  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: count(10, 2),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/)
    .default("speech"),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().default("speech"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),

  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  ADMIN_EMAILS: list.default([]),
  FREE_CREDITS_REQUIRE_VERIFIED_EMAIL: z.enum(["true", "false"]).default("true"),
  IDENTITY_WEBHOOK_SECRET: webhookSecrets.default([]),
  SESSION_IDLE_SECONDS: count(3 * 24 * 3_600),
  SESSION_MAX_SECONDS: count(30 * 24 * 3_600),
  PAYMENT_API_URL: z.url({ protocol: /^https?$/ }).default("https://api.razorpay.com"),
  PAYMENT_KEY_ID: z.string().optional(),
  PAYMENT_KEY_SECRET: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: paymentSecrets.default([]),
  PAYMENT_RECONCILE_SECONDS: count(60),
  TRUSTED_PROXY_HOPS: count(0, 0),
  SANDBOX: z.enum(["true", "false"]).default("false"),
  START_UP_CHECK_SECRET: z.string().min(32).optional(),

  SYNTHESIS_CONCURRENCY: count(2 * engines + 1),
  SYNTHESIS_ENGINES: count(engines),
  SYNTHESIS_CACHE_MAX_BYTES: count(1024 ** 3, 0),
  SYNTHESIS_CACHE_CHARGED: z.enum(["true", "false"]).default("true"),
  TRANSCRIPTION_CONCURRENCY: count(2 * cores + 1),
  TRANSCRIPTION_DECODERS: count(cores),
  ENGINE_IDLE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(0),
  REMOTE_ASR_URL: z.url({ protocol: /^https?$/ }).optional(),
  REMOTE_ASR_KEY: bearerKey.optional(),
  REMOTE_ASR_MODEL: modelOfServer.optional(),
  REMOTE_ASR_LANGUAGES: spokenLanguages.optional(),
  REMOTE_ASR_TIER: z.enum(["fast", "accurate", "fallback"]).default("accurate"),
  REMOTE_ASR_CONCURRENCY: count(4),
  REMOTE_TTS_URL: z.url({ protocol: /^https?$/ }).optional(),
  REMOTE_TTS_KEY: bearerKey.optional(),
  REMOTE_TTS_MODEL: modelOfServer.optional(),
  REMOTE_TTS_VOICES: remoteVoices.optional(),
  REMOTE_TTS_CONCURRENCY: count(4),
  TRAINING_CONCURRENCY: count(1),
  BILLING_CONCURRENCY: count(4),
  SWEEP_INTERVAL_MS: count(2_000, 50),
  REQUEUE_AFTER_MS: count(10_000, 50),
  HEARTBEAT_MS: count(5_000, 50),
  LEASE_EXPIRES_MS: count(30_000, 200),
  QUEUE_MAX_AGE_SECONDS: count(120),
  CONSUMING_CHECK_MS: count(20_000, 50),

  AUDIO_RETENTION_DAYS: days(30),
  TEXT_RETENTION_DAYS: days(90),
  REQUEST_RETENTION_DAYS: days(365),
  WEBHOOK_EVENT_RETENTION_DAYS: days(90),
  CONTACT_RETENTION_DAYS: days(365),
  FEEDBACK_RETENTION_DAYS: days(365),
  REVOKED_KEY_RETENTION_DAYS: days(90),

  WAIT_MAX_SECONDS: count(60, 0),
  SEND_TIMEOUT_SECONDS: count(60),
  CORS_ORIGINS: corsOrigins.default([]),
  JSON_MAX_BYTES: count(64 * 1024),
  DEMO_AUDIO_MAX_BYTES: count(10 * 1024 * 1024),
  DEMO_AUDIO_MAX_SECONDS: count(60),
  AUDIO_MAX_BYTES: count(50 * 1024 * 1024),
  AUDIO_MAX_SECONDS: count(3_600),
  VOICE_SAMPLE_MAX_BYTES: count(20 * 1024 * 1024),
  VOICE_SAMPLE_MIN_SECONDS: count(1, 0),
  VOICE_SAMPLE_MAX_SECONDS: count(120),
  API_KEYS_MAX: count(20),
  API_KEYS_PER_DAY: count(100),
  VOICES_MAX: count(100),
  STORED_MAX_BYTES: count(5 * 1024 ** 3),
  WEBHOOK_MAX_BYTES: count(256 * 1024),
  UPLOADS_PER_ADDRESS: count(4),
  UPLOADS_PER_ACCOUNT: count(8),
  UPLOADS_MAX: count(64),
  UPLOAD_MIN_BYTES_PER_SECOND: count(8 * 1024, 0),
  UPLOAD_MAX_SECONDS: count(15 * 60),
  JSON_MAX_SECONDS: count(30),
  JSON_BYTES_PER_CALLER: count(16 * 1024 * 1024),
  JSON_BYTES_MAX: count(128 * 1024 * 1024),
  DISK_RESERVE_PERCENT: z.coerce.number().min(0).max(99).default(5),
  CALLS_PER_MINUTE: count(600),
  SPEECH_PER_MINUTE: count(120),
  SPEECH_CONCURRENCY: count(8),
  DEMO_SYNTHESES_PER_MINUTE: count(20),
  DEMO_TRANSCRIPTIONS_PER_MINUTE: count(6),
  CONTACTS_PER_MINUTE: count(10),
  SIGN_INS_PER_MINUTE: count(30),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count(600),
});

/** The variables as they were read. */
export type Environment = z.output<typeof environment>;
