import { type Environment, environment } from "./environment.ts";
import { type Limits, limitsOf } from "./limits.ts";

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
  readonly shutdownTimeoutMs: number;
  /** For how long the API still takes calls after `/readyz` has begun to say that it is about to end. */
  readonly drainMs: number;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  readonly redisUrl: string | null;
  readonly queuePrefix: string;
  readonly s3: S3Config | null;
  readonly oidc: OidcConfig | null;
  /** Lower case. Whoever has one of these addresses, verified, is an admin. */
  readonly adminEmails: readonly string[];
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
    readonly transcriptionConcurrency: number;
    readonly transcriptionDecoders: number;
    readonly trainingConcurrency: number;
    readonly billingConcurrency: number;
  };
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
  readonly retention: RetentionConfig;
  readonly limits: Limits;
}

/** For how many days after its end something is kept; null for ever. */
export interface RetentionConfig {
  readonly audioDays: number | null;
  readonly textDays: number | null;
  readonly requestDays: number | null;
  readonly webhookEventDays: number | null;
}

/** Where objects are kept when an S3 server is configured. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
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
    metricsPort: env.METRICS_PORT ?? null,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    drainMs: env.DRAIN_SECONDS * 1000,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    redisUrl: env.REDIS_URL ?? null,
    queuePrefix: env.QUEUE_PREFIX,
    s3: s3Of(env),
    oidc: oidcOf(env),
    adminEmails: env.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    identityWebhookSecrets: env.IDENTITY_WEBHOOK_SECRET,
    payments: paymentsOf(env),
    paymentWebhookSecrets: env.PAYMENT_WEBHOOK_SECRET,
    session: { idleMs: env.SESSION_IDLE_SECONDS * 1000, maxMs: env.SESSION_MAX_SECONDS * 1000 },
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    sandbox: sandboxOf(env),
    startUpCheckSecret: env.START_UP_CHECK_SECRET ?? null,
    workers: {
      ...{ synthesisConcurrency: env.SYNTHESIS_CONCURRENCY, synthesisEngines: env.SYNTHESIS_ENGINES },
      transcriptionConcurrency: env.TRANSCRIPTION_CONCURRENCY,
      transcriptionDecoders: env.TRANSCRIPTION_DECODERS,
      ...{ trainingConcurrency: env.TRAINING_CONCURRENCY, billingConcurrency: env.BILLING_CONCURRENCY },
    },
    jobs: jobsOf(env),
    retention: retentionOf(env),
    limits: limitsOf(env),
  };
}

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

function retentionOf(env: Environment): RetentionConfig {
  const days = (count: number): number | null => (count === 0 ? null : count);
  return {
    audioDays: days(env.AUDIO_RETENTION_DAYS),
    textDays: days(env.TEXT_RETENTION_DAYS),
    requestDays: days(env.REQUEST_RETENTION_DAYS),
    webhookEventDays: days(env.WEBHOOK_EVENT_RETENTION_DAYS),
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
    apiUrl: PAYMENT_API_URL.replace(/\/+$/, ""),
    keyId: PAYMENT_KEY_ID,
    keySecret: PAYMENT_KEY_SECRET,
    reconcileMs: env.PAYMENT_RECONCILE_SECONDS * 1000,
  };
}

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** True for an address that leads nowhere but to this machine. */
export const isLoopback = (address: string): boolean =>
  loopbackHosts.has(URL.canParse(address) ? new URL(address).hostname : address);

function sandboxOf(env: Environment): boolean {
  if (env.SANDBOX !== "true") return false;
  const addresses = [env.HOST, env.PUBLIC_URL ?? "localhost", env.OIDC_ISSUER ?? "localhost"];
  if (addresses.every(isLoopback)) return true;
  throw new ConfigError("The sandbox runs on this machine only: HOST, PUBLIC_URL and OIDC_ISSUER must be loopback.");
}
