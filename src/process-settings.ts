import type { Environment } from "./environment.ts";

/** What runs as a process of its own: the lines of `Procfile` and `Procfile.dev`, and the migration. */
export type ProcessName =
  | "api"
  | "synthesis"
  | "transcription"
  | "training"
  | "billing"
  | "maintenance"
  | "identity"
  | "payment"
  | "migrate";

type Setting = keyof Environment;

const workers = ["synthesis", "transcription", "training", "billing"] as const;
const service = ["api", ...workers, "maintenance"] as const;
const everyOne = [...service, "identity", "payment", "migrate"] as const;
const addressed = ["api", "identity", "payment"] as const;
const signIn = ["api", "identity"] as const;
const api = ["api"] as const;
const maintenance = ["maintenance"] as const;
const payments = ["api", "maintenance", "payment"] as const;

/** Who reads which setting. A process is given these and no other, and passes over what else it finds. */
export const readers: Readonly<Record<Setting, readonly ProcessName[]>> = {
  LOG_LEVEL: everyOne,
  DATABASE_URL: everyOne,
  // `npm start` alone, which reads all settings.
  LOG_MAX_BYTES: [],
  LOG_FILES: [],
  SHUTDOWN_TIMEOUT_SECONDS: [...service, "identity", "payment"],
  HOST: [...service, "identity", "payment"],
  PORT: addressed,
  PUBLIC_URL: addressed,
  DRAIN_SECONDS: api,

  DATA_DIR: service,
  METRICS_PORT: service,
  DATABASE_POOL_SIZE: service,
  REDIS_URL: [...service, "migrate"],
  QUEUE_PREFIX: service,
  S3_ENDPOINT: service,
  S3_REGION: service,
  S3_BUCKET: service,
  S3_ACCESS_KEY: service,
  S3_SECRET_KEY: service,

  OIDC_ISSUER: ["api", "billing", "identity"],
  OIDC_CLIENT_ID: signIn,
  OIDC_CLIENT_SECRET: signIn,
  OIDC_AUDIENCE: signIn,
  ADMIN_EMAILS: ["api", "billing"],
  FREE_CREDITS_REQUIRE_VERIFIED_EMAIL: ["api", "billing"],
  IDENTITY_WEBHOOK_SECRET: signIn,
  SANDBOX: ["api", "billing", "identity"],
  START_UP_CHECK_SECRET: api,
  SESSION_IDLE_SECONDS: ["api", "maintenance"],
  SESSION_MAX_SECONDS: ["api", "maintenance"],
  TRUSTED_PROXY_HOPS: api,

  PAYMENT_API_URL: payments,
  PAYMENT_KEY_ID: payments,
  PAYMENT_KEY_SECRET: payments,
  PAYMENT_WEBHOOK_SECRET: ["api", "payment"],
  PAYMENT_RECONCILE_SECONDS: maintenance,

  SYNTHESIS_CONCURRENCY: ["synthesis"],
  SYNTHESIS_ENGINES: ["synthesis"],
  SYNTHESIS_CACHE_MAX_BYTES: ["synthesis", "maintenance"],
  SYNTHESIS_CACHE_CHARGED: ["synthesis"],
  TRANSCRIPTION_CONCURRENCY: ["transcription"],
  TRANSCRIPTION_DECODERS: ["transcription"],
  ENGINE_IDLE_SECONDS: ["synthesis", "transcription"],
  MODELS_DIR: ["synthesis", "transcription", "training"],
  SPEECH_MODELS: ["synthesis", "transcription", "training"],
  REMOTE_ASR_URL: ["transcription"],
  REMOTE_ASR_KEY: ["transcription"],
  REMOTE_ASR_MODEL: ["transcription"],
  REMOTE_ASR_LANGUAGES: ["transcription"],
  REMOTE_ASR_TIER: ["transcription"],
  REMOTE_ASR_CONCURRENCY: ["transcription"],
  REMOTE_TTS_URL: ["synthesis"],
  REMOTE_TTS_KEY: ["synthesis"],
  REMOTE_TTS_MODEL: ["synthesis"],
  REMOTE_TTS_VOICES: ["synthesis"],
  REMOTE_TTS_CONCURRENCY: ["synthesis"],
  TRAINING_CONCURRENCY: ["training"],
  BILLING_CONCURRENCY: ["billing"],
  CONSUMING_CHECK_MS: workers,
  SWEEP_INTERVAL_MS: maintenance,
  REQUEUE_AFTER_MS: maintenance,
  // Each is held against the other.
  HEARTBEAT_MS: service,
  LEASE_EXPIRES_MS: service,
  QUEUE_MAX_AGE_SECONDS: api,

  AUDIO_RETENTION_DAYS: ["api", "maintenance"],
  TEXT_RETENTION_DAYS: maintenance,
  REQUEST_RETENTION_DAYS: maintenance,
  WEBHOOK_EVENT_RETENTION_DAYS: maintenance,
  CONTACT_RETENTION_DAYS: maintenance,
  FEEDBACK_RETENTION_DAYS: maintenance,
  REVOKED_KEY_RETENTION_DAYS: maintenance,

  WAIT_MAX_SECONDS: api,
  JSON_MAX_BYTES: api,
  DEMO_AUDIO_MAX_BYTES: api,
  DEMO_AUDIO_MAX_SECONDS: ["api", "transcription"],
  AUDIO_MAX_BYTES: api,
  AUDIO_MAX_SECONDS: ["api", "transcription"],
  VOICE_SAMPLE_MAX_BYTES: api,
  VOICE_SAMPLE_MIN_SECONDS: api,
  VOICE_SAMPLE_MAX_SECONDS: ["api", "training"],
  UPLOADS_PER_ADDRESS: api,
  UPLOADS_PER_ACCOUNT: api,
  UPLOADS_MAX: api,
  UPLOAD_MIN_BYTES_PER_SECOND: api,
  UPLOAD_MAX_SECONDS: api,
  JSON_MAX_SECONDS: api,
  JSON_BYTES_PER_CALLER: api,
  JSON_BYTES_MAX: api,
  DISK_RESERVE_PERCENT: api,
  SEND_TIMEOUT_SECONDS: api,
  CORS_ORIGINS: api,
  VOICES_MAX: api,
  STORED_MAX_BYTES: api,
  API_KEYS_MAX: api,
  API_KEYS_PER_DAY: api,
  WEBHOOK_MAX_BYTES: api,
  CALLS_PER_MINUTE: api,
  SPEECH_PER_MINUTE: api,
  SPEECH_CONCURRENCY: api,
  DEMO_SYNTHESES_PER_MINUTE: api,
  DEMO_TRANSCRIPTIONS_PER_MINUTE: api,
  CONTACTS_PER_MINUTE: api,
  SIGN_INS_PER_MINUTE: api,
  FAILED_AUTHENTICATIONS_PER_MINUTE: api,
};

/** Variables that are no settings of ours and that Node, OpenSSL or the system's library read. */
const ofTheSystem: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "NODE_ENV", "NODE_OPTIONS"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["NODE_USE_ENV_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
]);

/** What the PostgreSQL client reads beside `DATABASE_URL`: `PGPASSWORD`, `PGSSLMODE`, `PGSSLROOTCERT`, … */
const ofPostgres = /^PG[A-Z]+$/;

const settings = new Map<string, readonly ProcessName[]>(Object.entries(readers));

type Variables = Readonly<Record<string, string | undefined>>;

/** Those of the variables that are settings of this process. */
export const settingsOf = (name: ProcessName, variables: Variables): Record<string, string> =>
  chosen(variables, (variable) => settings.get(variable)?.includes(name) ?? false);

/** What a child process is started with: the settings of it, and what concerns any program. */
export const environmentOf = (name: ProcessName, variables: Variables): Record<string, string> => ({
  ...chosen(variables, (variable) => ofTheSystem.has(variable) || (ofPostgres.test(variable) && hasDatabase(name))),
  ...settingsOf(name, variables),
});

const hasDatabase = (name: ProcessName): boolean => readers.DATABASE_URL.includes(name);

const chosen = (variables: Variables, isChosen: (variable: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([variable, value]) =>
      value === undefined || !isChosen(variable) ? [] : [[variable, value] as const],
    ),
  );

const names: ReadonlySet<string> = new Set(everyOne);

/** True for the name of a process that is known. */
export const isProcessName = (name: string): name is ProcessName => names.has(name);
