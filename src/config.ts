import type { z } from "zod";
import { sharedModels } from "./config/models.ts";
import { environmentOf, withoutSettings } from "./config/process-environment.ts";
import type { ProcessName } from "./config/processes.ts";
import { schema } from "./config/schema.ts";
import { inputOf, settingsIn } from "./config/setting.ts";

type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> };

/** The settings of one process. `databaseUrl` is null only where the embedded database will be started. */
export type Config = Frozen<z.output<typeof schema>>;

export type RedisConfig = NonNullable<Config["redis"]>;
export type S3Config = NonNullable<Config["s3"]>;
/** The OpenID provider that people sign in with. */
export type OidcConfig = NonNullable<Config["oidc"]>;
/** The payment provider, which speaks Razorpay's protocol. */
export type PaymentsConfig = NonNullable<Config["payments"]>;
/** The settings for sending e-mail. */
export type EmailConfig = NonNullable<Config["email"]>;
export type Limits = Config["limits"];
export type AudioLimit = Limits["audio"];

/** Names every problem of the environment at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads and freezes the settings; an empty variable counts as unset, and so does one that this process does not read.
 * @throws ConfigError one line per problem
 */
export function readConfig(variables: Variables = process.env, name?: ProcessName): Config {
  const given: Variables = { ...variables, MODELS_DIR: variables["MODELS_DIR"] || (sharedModels(variables) ?? "") };
  const parsed = schema.safeParse(
    inputOf(schema, ({ env, readBy }) =>
      (name === undefined || readBy.includes(name)) && given[env] !== "" ? given[env] : undefined,
    ),
  );
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(problemOf).join("\n"));
  return Object.freeze(parsed.data);
}

/** The setting and what is wrong with it. The sentence about an address or about several settings names them itself. */
function problemOf({ path, message }: z.core.$ZodIssue): string {
  const dottedPath = path.join(".");
  const env = settingsIn(schema).find((setting) => setting.path === dottedPath)?.env;
  return env === undefined || message.startsWith(env) ? message : `${env}: ${message}`;
}

/**
 * The address of the database for what needs a session of its own: locks that outlast a transaction, and notifications.
 * @throws ConfigError where there is a pooler in between, or no database
 */
export function directUrlOf({ databaseUrl, databaseDirectUrl, databasePooler }: Config): string {
  const url = databaseDirectUrl ?? (databasePooler === "none" ? databaseUrl : null);
  if (url !== null) return url;
  if (databaseUrl === null) throw new ConfigError("DATABASE_URL is not set.");
  throw new ConfigError(
    "A pooler carries neither migrations nor the queue in PostgreSQL: set DATABASE_DIRECT_URL to PostgreSQL itself. With REDIS_URL only migrations need it.",
  );
}

/** The settings of the environment of this process. @throws ConfigError one line per problem */
export const readOwnConfig = (name: ProcessName): Config => readConfig(process.env, name);

/** The environment of a child process: what of ours it reads, with these variables instead of the inherited ones. */
export const childEnvironment = (name: ProcessName, overrides: Readonly<Record<string, string>>) =>
  environmentOf(name, { ...process.env, ...overrides });

/** The folders in which commands are looked up. */
export const commandPath = (): string => process.env["PATH"] ?? "";

/** The environment of a program of the system: all of ours, with these variables instead of the inherited ones. */
export const inheritedEnvironment = (overrides: Readonly<Record<string, string>>) => ({ ...process.env, ...overrides });

/** The same without our settings. */
export const foreignEnvironment = (overrides: Readonly<Record<string, string>>) => ({
  ...withoutSettings(process.env),
  ...overrides,
});

/** True in continuous integration, whose services set CI. */
export const isAutomated = (): boolean => !["", "0", "false"].includes(process.env["CI"] ?? "");

/** True when npm is the parent process. */
export const startedByNpm = (): boolean => process.env["npm_lifecycle_event"] !== undefined;
