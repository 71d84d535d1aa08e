import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);
const cores = availableParallelism();

/** Every variable of the environment that the service reads, with its default. */
const environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  SHUTDOWN_TIMEOUT_SECONDS: count(25),

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

  SYNTHESIS_CONCURRENCY: count(2),
  TRANSCRIPTION_CONCURRENCY: count(2 * cores),
  TRANSCRIPTION_DECODERS: count(cores),
  TRAINING_CONCURRENCY: count(1),
  SWEEP_INTERVAL_MS: count(2_000, 50),
  REQUEUE_AFTER_MS: count(10_000, 50),
  HEARTBEAT_MS: count(5_000, 50),
  LEASE_EXPIRES_MS: count(30_000, 200),

  WAIT_MAX_SECONDS: count(60, 0),
  JSON_MAX_BYTES: count(64 * 1024),
  DEMO_AUDIO_MAX_BYTES: count(10 * 1024 * 1024),
  DEMO_AUDIO_MAX_SECONDS: count(60),
  AUDIO_MAX_BYTES: count(50 * 1024 * 1024),
  AUDIO_MAX_SECONDS: count(3_600),
  VOICE_SAMPLE_MAX_BYTES: count(20 * 1024 * 1024),
  VOICE_SAMPLE_MIN_SECONDS: count(1, 0),
  VOICE_SAMPLE_MAX_SECONDS: count(120),
  API_KEYS_MAX: count(20),
});

type Environment = z.output<typeof environment>;

/** The settings of one process. `databaseUrl` is null only where the embedded database will be started. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly logLevel: Environment["LOG_LEVEL"];
  readonly shutdownTimeoutMs: number;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  readonly redisUrl: string | null;
  readonly queuePrefix: string;
  readonly s3: S3Config | null;
  readonly workers: {
    readonly synthesisConcurrency: number;
    readonly transcriptionConcurrency: number;
    readonly transcriptionDecoders: number;
    readonly trainingConcurrency: number;
  };
  readonly jobs: {
    readonly sweepIntervalMs: number;
    readonly requeueAfterMs: number;
    readonly heartbeatMs: number;
    readonly leaseExpiresMs: number;
  };
  readonly limits: Limits;
}

/** Where objects are kept when an S3 server is configured. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What a caller may send and how long it may wait. */
export interface Limits {
  readonly waitMaxSeconds: number;
  readonly jsonMaxBytes: number;
  readonly demoAudio: AudioLimit;
  readonly audio: AudioLimit;
  readonly voiceSample: AudioLimit;
  readonly apiKeysMax: number;
}

export interface AudioLimit {
  readonly maxBytes: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/** Names every problem of the environment at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The names of all variables, for the documentation and its test. */
export const environmentVariables: readonly string[] = Object.keys(environment.shape);

/**
 * Reads and freezes the settings; an empty variable counts as unset.
 * @throws ConfigError one line per problem
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  return Object.freeze(fromEnvironment(parsed.data));
}

/** The environment of a child process: ours, with these variables in place of what is there. */
export const childEnvironment = (overrides: Readonly<Record<string, string>>): Record<string, string> => {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(inherited), ...overrides };
};

/** The folders in which commands are looked up. */
export const commandPath = (): string => process.env["PATH"] ?? "";

/** True when npm is the parent process. */
export const startedByNpm = (): boolean => process.env["npm_lifecycle_event"] !== undefined;

function fromEnvironment(env: Environment): Config {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    redisUrl: env.REDIS_URL ?? null,
    queuePrefix: env.QUEUE_PREFIX,
    s3: s3Of(env),
    workers: {
      synthesisConcurrency: env.SYNTHESIS_CONCURRENCY,
      transcriptionConcurrency: env.TRANSCRIPTION_CONCURRENCY,
      transcriptionDecoders: env.TRANSCRIPTION_DECODERS,
      trainingConcurrency: env.TRAINING_CONCURRENCY,
    },
    jobs: {
      sweepIntervalMs: env.SWEEP_INTERVAL_MS,
      requeueAfterMs: env.REQUEUE_AFTER_MS,
      heartbeatMs: env.HEARTBEAT_MS,
      leaseExpiresMs: env.LEASE_EXPIRES_MS,
    },
    limits: limitsOf(env),
  };
}

function s3Of(env: Environment): S3Config | null {
  if (env.S3_ENDPOINT === undefined) return null;
  if (env.S3_ACCESS_KEY === undefined || env.S3_SECRET_KEY === undefined) {
    throw new ConfigError("S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY beside it.");
  }
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
  };
}

function limitsOf(env: Environment): Limits {
  return {
    waitMaxSeconds: env.WAIT_MAX_SECONDS,
    jsonMaxBytes: env.JSON_MAX_BYTES,
    demoAudio: { maxBytes: env.DEMO_AUDIO_MAX_BYTES, minSeconds: 0, maxSeconds: env.DEMO_AUDIO_MAX_SECONDS },
    audio: { maxBytes: env.AUDIO_MAX_BYTES, minSeconds: 0, maxSeconds: env.AUDIO_MAX_SECONDS },
    voiceSample: {
      maxBytes: env.VOICE_SAMPLE_MAX_BYTES,
      minSeconds: env.VOICE_SAMPLE_MIN_SECONDS,
      maxSeconds: env.VOICE_SAMPLE_MAX_SECONDS,
    },
    apiKeysMax: env.API_KEYS_MAX,
  };
}
