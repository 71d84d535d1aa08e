import { readFileSync } from "node:fs";
import { join } from "node:path";
import { everyProcess, isProcessName, type ProcessName } from "#src/config/processes.ts";
import { readers } from "#src/config/process-environment.ts";

/** Settings that follow from the manifests, such as the ports of containers. */
const fixed: Readonly<Record<string, string>> = {
  HOST: "0.0.0.0",
  PORT: "8080",
  METRICS_PORT: "9464",
  DATA_DIR: "/var/lib/speech-service",
  MODELS_DIR: "/usr/local/share/speech-service/models",
  LIVE_HOST: "0.0.0.0",
  LIVE_PORT: "9465",
  WYOMING_HOST: "0.0.0.0",
  WYOMING_PORT: "10300",
};

/** Settings that a template writes, and those that only `npm start` sets. */
const withoutValue: ReadonlySet<string> = new Set(["WYOMING_API_URL", "SANDBOX", "START_UP_CHECK_SECRET"]);

/** Addresses and lists that may have a password or a key in them. */
const secretByContent: ReadonlySet<string> = new Set([
  ...["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"],
  ...["REDIS_URL", "REMOTE_ASR_SERVERS", "OTEL_EXPORTER_OTLP_HEADERS"],
]);

/** True for a setting that the chart takes from the Secret, and never from its values. */
export const isSecret = (env: string): boolean =>
  secretByContent.has(env) || ["_SECRET", "_KEY", "_PASSWORD"].some((end) => env.endsWith(end));

/** The secrets without which a process does not do its work. */
const neededSecrets: readonly string[] = ["DATABASE_URL", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
const neededBy: Partial<Readonly<Record<ProcessName, string>>> = { live: "LIVE_SECRET", wyoming: "WYOMING_API_KEY" };

/** The facts of a process that the templates of the chart need. */
interface ChartProcess {
  readonly command: readonly string[];
  /** Environment variables whose values are always the same. */
  readonly fixed: Readonly<Record<string, string>>;
  /** The settings that it is given where the values of the chart have them. */
  readonly settings: readonly string[];
  /** The keys of the Secret that it is given; true for those that it cannot do without. */
  readonly secrets: Readonly<Record<string, boolean>>;
  /** True where it reads speech models. */
  readonly models: boolean;
  /** The backing services that it connects to. */
  readonly reaches: readonly string[];
}

const backing: Readonly<Record<string, string>> = { postgres: "DATABASE_URL", redis: "REDIS_URL", s3: "S3_ENDPOINT" };

const commands: ReadonlyMap<string, string> = new Map([
  ...[...readFileSync(join(import.meta.dirname, "../../Procfile"), "utf8").matchAll(/^(\w+): (.+)$/gm)].map(
    ([, name = "", command = ""]) => [name, command] as const,
  ),
  ["migrate", "node src/migrate.ts"] as const,
]);

/** The processes of the chart: those of the `Procfile`, and the migration. */
export const chartProcesses: ReadonlyMap<ProcessName, ChartProcess> = new Map(
  [...commands].flatMap(([name, command]) => (isProcessName(name) ? [[name, processOf(name, command)] as const] : [])),
);

function processOf(name: ProcessName, command: string): ChartProcess {
  const own = [...readers].filter(([, names]) => names.includes(name)).map(([env]) => env);
  const needed = new Set([...neededSecrets, neededBy[name]]);
  return {
    command: command.split(" "),
    fixed: Object.fromEntries(Object.entries(fixed).filter(([env]) => own.includes(env))),
    settings: own.filter(isValue),
    secrets: Object.fromEntries(
      own.filter((env) => isSecret(env) && !withoutValue.has(env)).map((env) => [env, needed.has(env)]),
    ),
    models: own.includes("MODELS_DIR"),
    reaches: Object.keys(backing).filter((service) => own.includes(backing[service] ?? "")),
  };
}

/** True for a setting that the values of the chart may have. */
function isValue(env: string): boolean {
  const isOfService = (readers.get(env) ?? []).some((name) => everyProcess.includes(name) && commands.has(name));
  return isOfService && !isSecret(env) && !withoutValue.has(env) && !(env in fixed);
}

/** Every setting that the values of the chart may have, in the order of the documents. */
export const chartSettings: readonly string[] = [...readers.keys()].filter(isValue);

/** The text of the file that the templates read. */
export const processesFile = (): string => `${JSON.stringify(Object.fromEntries(chartProcesses), null, 2)}\n`;
