import { everyProcess, type ProcessName } from "./processes.ts";
import { schema } from "./schema.ts";
import { settingsIn } from "./setting.ts";

/** Every setting, by its variable, and the processes that are given it. */
export const readers: ReadonlyMap<string, readonly ProcessName[]> = new Map(
  [...Map.groupBy(settingsIn(schema), ({ env }) => env)].map(([env, uses]) => [
    env,
    everyProcess.filter((name) => uses.some(({ readBy }) => readBy.includes(name))),
  ]),
);

/** Variables that are no settings of ours and that Node, OpenSSL or the system's library read. */
const ofTheSystem: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "NODE_ENV", "NODE_OPTIONS", "NODE_COMPILE_CACHE"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["NODE_USE_ENV_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
]);

/** Matches what the PostgreSQL client, which every process has, reads beside `DATABASE_URL`: `PGPASSWORD`, `PGSSLMODE`, … */
const ofPostgres = /^PG[A-Z]+$/;

/** The environment of a program that needs none of our settings, which hold secrets. */
export const withoutSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(variables).filter(([variable]) => !readers.has(variable) && !ofPostgres.test(variable)),
  );

/** The environment of a child process: its own settings, and what concerns any program. */
export const environmentOf = (name: ProcessName, variables: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([variable, value]) => {
      const isGiven = readers.get(variable)?.includes(name) ?? (ofTheSystem.has(variable) || ofPostgres.test(variable));
      return isGiven && value !== undefined ? [[variable, value] as const] : [];
    }),
  );
