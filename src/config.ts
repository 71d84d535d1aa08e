import { ConfigError } from "./config-error.ts";
import { type Environment, environment } from "./environment.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { isLoopback } from "./loopback.ts";
import { type ModelsConfig, modelsOf } from "./models-config.ts";
import { environmentOf, type ProcessName, readers, settingsOf } from "./process-settings.ts";
import { type RemoteAsrConfig, remoteAsrOf } from "./remote-asr-config.ts";
import { type RemoteTtsConfig, remoteTtsOf } from "./remote-tts-config.ts";
import { type RetentionConfig, retentionOf } from "./retention.ts";
import { type S3Config, s3Of } from "./s3-config.ts";

export { ConfigError };

/** The settings of one process. `databaseUrl` is null only where the embedded database will be started. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where this process serves its metrics; null for nowhere. */
  readonly metricsPort: number | null;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly logLevel: Environment["LOG_LEVEL"];
  /** Of the files that `npm start` writes logs into: how long each may grow, and how many older ones are kept. */
  readonly logFiles: { readonly maxBytes: number; readonly kept: number };
  readonly shutdownTimeoutMs: number;
  /** For how long the API still takes calls after `/readyz` has begun to say that it is about to end. */
  readonly drainMs: number;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  readonly redisUrl: string | null;
  readonly queuePrefix: string;
  readonly s3: S3Config | null;
  readonly oidc: OidcConfig | null;
  /** Whose notifications concern accounts; null where signing in is not configured. */
  readonly oidcIssuer: string | null;
  /** Lower case. Whoever has one of these addresses, verified, is an admin. */
  readonly adminEmails: readonly string[];
  /** False where an unverified address receives the free credits, too. */
  readonly freeCreditsNeedVerifiedEmail: boolean;
  /** The live secrets of the identity webhook, the newest first; none when it is not configured. */
  readonly identityWebhookSecrets: readonly string[];
  /** Who takes payments; null when nobody is configured to. */
  readonly payments: PaymentsConfig | null;
  /** The live secrets of the payment webhook, the newest first; none when it is not configured. */
  readonly paymentWebhookSecrets: readonly string[];
  readonly session: { readonly idleMs: number; readonly maxMs: number };
  /** How many proxies in front of the API may be believed about the caller's address. */
  readonly trustedProxyHops: number;
  /** True when the sandbox of this machine signs people in; everything is then bound to loopback. */
  readonly sandbox: boolean;
  /** What the start-up check of `npm start` shows to pass the limits of the demo; null anywhere else. */
  readonly startUpCheckSecret: string | null;
  readonly workers: {
    readonly synthesisConcurrency: number;
    readonly synthesisEngines: number;
    readonly synthesisCache: {
      /** Of the audio that it names; 0 for no cache. */
      readonly maxBytes: number;
      readonly isCharged: boolean;
    };
    readonly transcriptionConcurrency: number;
    readonly transcriptionDecoders: number;
    /** Models that nothing has needed for so long are unloaded; null where they stay. */
    readonly engineIdleMs: number | null;
    readonly trainingConcurrency: number;
    readonly billingConcurrency: number;
  };
  /** The speech server that recordings are sent to; null for none. */
  readonly remoteAsr: RemoteAsrConfig | null;
  /** The speech server that texts are sent to; null for none. */
  readonly remoteTts: RemoteTtsConfig | null;
  readonly jobs: {
    readonly sweepIntervalMs: number;
    readonly requeueAfterMs: number;
    readonly heartbeatMs: number;
    readonly leaseExpiresMs: number;
    /** How often a worker looks whether it still takes what waits. */
    readonly consumingCheckMs: number;
    /** How long work may wait in a queue before no more is taken. */
    readonly queueMaxAgeMs: number;
  };
  readonly models: ModelsConfig;
  readonly retention: RetentionConfig;
  readonly limits: Limits;
}

/** The OpenID provider that people sign in with. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What `aud` of an access token must hold. */
  readonly audience: string;
}

/** The payment provider, which speaks Razorpay's protocol. */
export interface PaymentsConfig {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** How often it is asked about an order that has just been made and is not paid. */
  readonly reconcileMs: number;
}

/**
 * Reads and freezes the settings; an empty variable counts as unset, and so does one that this process does not read.
 * @throws ConfigError one line per problem
 */
export function readConfig(env: Record<string, string | undefined> = process.env, name?: ProcessName): Config {
  const own = name === undefined ? env : settingsOf(name, env);
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  return Object.freeze(fromEnvironment(parsed.data, { name, models: modelsOf(parsed.data, env) }));
}

/** The settings of the environment of this process. @throws ConfigError one line per problem */
export const readOwnConfig = (name: ProcessName): Config => readConfig(process.env, name);

/** The environment of a child process: what of ours it reads, with these variables in place of what is there. */
export const childEnvironment = (name: ProcessName, overrides: Readonly<Record<string, string>>) =>
  environmentOf(name, { ...process.env, ...overrides });

/** The folders in which commands are looked up. */
export const commandPath = (): string => process.env["PATH"] ?? "";

/** The environment of a program of the system: all of ours, with these variables in place of what is there. */
export const inheritedEnvironment = (overrides: Readonly<Record<string, string>>) => ({ ...process.env, ...overrides });

/** True when npm is the parent process. */
export const startedByNpm = (): boolean => process.env["npm_lifecycle_event"] !== undefined;

/** What the settings of a process depend on beside them. */
interface Surroundings {
  readonly name: ProcessName | undefined;
  readonly models: ModelsConfig;
}

function fromEnvironment(env: Environment, { name, models }: Surroundings): Config {
  return {
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? null,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/(?<!\/)\/+$/, ""),
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    logFiles: { maxBytes: env.LOG_MAX_BYTES, kept: env.LOG_FILES },
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    drainMs: env.DRAIN_SECONDS * 1000,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    redisUrl: env.REDIS_URL ?? null,
    queuePrefix: env.QUEUE_PREFIX,
    s3: s3Of(env),
    oidc: signsIn(name) ? oidcOf(env) : null,
    oidcIssuer: env.OIDC_ISSUER ?? null,
    adminEmails: env.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    freeCreditsNeedVerifiedEmail: env.FREE_CREDITS_REQUIRE_VERIFIED_EMAIL === "true",
    identityWebhookSecrets: env.IDENTITY_WEBHOOK_SECRET,
    payments: paymentsOf(env),
    paymentWebhookSecrets: env.PAYMENT_WEBHOOK_SECRET,
    session: { idleMs: env.SESSION_IDLE_SECONDS * 1000, maxMs: env.SESSION_MAX_SECONDS * 1000 },
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    sandbox: sandboxOf(env),
    startUpCheckSecret: env.START_UP_CHECK_SECRET ?? null,
    workers: workersOf(env),
    remoteAsr: remoteAsrOf(env),
    remoteTts: remoteTtsOf(env),
    jobs: jobsOf(env),
    models,
    retention: retentionOf(env),
    limits: limitsOf(env),
  };
}

const workersOf = (env: Environment): Config["workers"] => ({
  synthesisConcurrency: env.SYNTHESIS_CONCURRENCY,
  synthesisEngines: env.SYNTHESIS_ENGINES,
  synthesisCache: { maxBytes: env.SYNTHESIS_CACHE_MAX_BYTES, isCharged: env.SYNTHESIS_CACHE_CHARGED === "true" },
  transcriptionConcurrency: env.TRANSCRIPTION_CONCURRENCY,
  transcriptionDecoders: env.TRANSCRIPTION_DECODERS,
  engineIdleMs: env.ENGINE_IDLE_SECONDS === 0 ? null : env.ENGINE_IDLE_SECONDS * 1000,
  trainingConcurrency: env.TRAINING_CONCURRENCY,
  billingConcurrency: env.BILLING_CONCURRENCY,
});

function jobsOf(env: Environment): Config["jobs"] {
  if (env.LEASE_EXPIRES_MS < 3 * env.HEARTBEAT_MS) {
    throw new ConfigError("LEASE_EXPIRES_MS must be three times HEARTBEAT_MS or more, or work at hand counts as dead.");
  }
  return {
    sweepIntervalMs: env.SWEEP_INTERVAL_MS,
    requeueAfterMs: env.REQUEUE_AFTER_MS,
    heartbeatMs: env.HEARTBEAT_MS,
    leaseExpiresMs: env.LEASE_EXPIRES_MS,
    consumingCheckMs: env.CONSUMING_CHECK_MS,
    queueMaxAgeMs: env.QUEUE_MAX_AGE_SECONDS * 1000,
  };
}

/** Others that know the provider by its name only have no use for its secret. */
const signsIn = (name: ProcessName | undefined): boolean =>
  name === undefined || readers.OIDC_CLIENT_SECRET.includes(name);

function oidcOf(env: Environment): OidcConfig | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_AUDIENCE } = env;
  if (OIDC_ISSUER === undefined) return null;
  if (OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined || OIDC_AUDIENCE === undefined) {
    throw new ConfigError("OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_AUDIENCE beside it.");
  }
  // The audience tells access tokens from ID tokens, whose audience is the client.
  if (OIDC_AUDIENCE === OIDC_CLIENT_ID) throw new ConfigError("OIDC_AUDIENCE must differ from OIDC_CLIENT_ID.");
  if (!OIDC_ISSUER.startsWith("https:") && !isLoopback(OIDC_ISSUER)) {
    throw new ConfigError("OIDC_ISSUER needs https, except on this machine.");
  }
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    audience: OIDC_AUDIENCE,
  };
}

function paymentsOf(env: Environment): PaymentsConfig | null {
  const { PAYMENT_API_URL, PAYMENT_KEY_ID, PAYMENT_KEY_SECRET } = env;
  if (PAYMENT_KEY_ID === undefined) return null;
  if (PAYMENT_KEY_SECRET === undefined) throw new ConfigError("PAYMENT_KEY_ID needs PAYMENT_KEY_SECRET beside it.");
  if (!PAYMENT_API_URL.startsWith("https:") && !isLoopback(PAYMENT_API_URL)) {
    throw new ConfigError("PAYMENT_API_URL needs https, except on this machine.");
  }
  return {
    apiUrl: PAYMENT_API_URL.replace(/(?<!\/)\/+$/, ""),
    keyId: PAYMENT_KEY_ID,
    keySecret: PAYMENT_KEY_SECRET,
    reconcileMs: env.PAYMENT_RECONCILE_SECONDS * 1000,
  };
}

function sandboxOf(env: Environment): boolean {
  if (env.SANDBOX !== "true") return false;
  const addresses = [env.HOST, env.PUBLIC_URL ?? "localhost", env.OIDC_ISSUER ?? "localhost"];
  if (addresses.every(isLoopback)) return true;
  throw new ConfigError("The sandbox runs on this machine only: HOST, PUBLIC_URL and OIDC_ISSUER must be loopback.");
}
