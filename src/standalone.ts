import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Db } from "#db/schema.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { childEnvironment, commandPath, type Config, directUrlOf, readConfig, startedByNpm } from "#src/config.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { openEmbeddedPostgres } from "./platform/postgres/embedded-postgres.ts";
import { readCatalogue } from "./models/catalogue.ts";
import { progressOn } from "./models/progress.ts";
import { openPostgres } from "./platform/postgres/postgres.ts";
import { openResources } from "#src/platform/resources.ts";
import { parentExited, shutdownRequested } from "#src/platform/shutdown.ts";
import { banner, isWyomingServed } from "#src/standalone/banner.ts";
import { firstMetricsPort } from "#src/standalone/metrics-ports.ts";
import { cancelOwnPulls, installLater, machineOf } from "#src/standalone/later-models.ts";
import { ensureOwnerKey, type OwnerKey } from "#src/standalone/owner.ts";
import { requireEngines, requireFreePort, requireWritable } from "#src/standalone/preconditions.ts";
import { type ProcessesOptions, startProcesses } from "#src/standalone/processes.ts";
import { providersOf } from "#src/standalone/providers.ts";
import { keepLogsShort } from "#src/standalone/rotate-logs.ts";
import { clearRunState, takeOver, writeRunState } from "#src/standalone/run-state.ts";
import { type SandboxProvider, sandboxProviders } from "#src/standalone/sandbox.ts";
import { step } from "#src/standalone/steps.ts";
import { type busy, checkService, prepareExamples, type SelfCheck } from "#src/standalone/self-check.ts";

/** The time left to the processes beyond the time that they give themselves. */
const stopMarginMs = 5_000;

const newSecret = (): string => randomBytes(32).toString("base64url");

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * The whole service on one machine: every process of the Procfile, PostgreSQL unless DATABASE_URL names one, and
 * the sandboxes that sign people in and take payments unless OIDC_ISSUER and PAYMENT_KEY_ID name providers.
 */
async function main(): Promise<void> {
  const stop = Promise.race([shutdownRequested(), ...(startedByNpm() ? [parentExited()] : [])]);
  const config = readConfig();
  const parentPid = process.ppid;
  const sandboxes = await claimMachine(config);

  await using opened = new AsyncDisposableStack();
  opened.defer(() => clearRunState(config.dataDir));
  const databaseUrl = await step("Starting the database", () => database(config, opened));
  await endEarlierPulls({ ...config, databaseUrl });
  const ownerKey = await ownerKeyOf({ ...config, databaseUrl }, sandboxes);

  const checkSecret = newSecret();
  const start = {
    sandboxes: sandboxes.map(({ name }) => name),
    idle: isWyomingServed(config.wyoming, ownerKey) ? [] : (["wyoming"] as const),
    env: environments({ ...config, databaseUrl }, sandboxes, { checkSecret, ownerKey: ownerKey?.key }),
    logs: { directory: join(config.dataDir, "logs"), ...config.logFiles },
    onChange: () => void note(),
  };
  const processes = await step("Starting the processes", () => startProcesses(start));
  opened.defer(() => processes.stop(config.drainMs + config.shutdownTimeoutMs + stopMarginMs));
  const note = (): Promise<void> =>
    writeRunState(config.dataDir, {
      pid: process.pid,
      parent_pid: parentPid,
      port: config.port,
      database_url: databaseUrl,
      sandbox: ownerKey !== null,
      children: [...processes.pids()],
    });
  await note();

  const check = await step("Testing text to speech and speech to text", () =>
    selfCheck({ ...config, databaseUrl }, checkSecret),
  );
  say(banner({ config, providers: providersOf(config, sandboxes), check, ownerKey }));
  const reason = await untilStopped({ ...config, databaseUrl, checkSecret }, stop);
  say(`Stopping (${reason}) …`);
}

interface Running extends Config {
  readonly databaseUrl: string;
  readonly checkSecret: string;
}

/**
 * Waits for the end of the service. Meanwhile the public page is prepared, and the workers install what SPEECH_MODELS=auto names beside
 * the default set.
 */
async function untilStopped(config: Running, stop: Promise<string>): Promise<string> {
  // It ends with the API where the service is stopped first.
  void prepareExamples({ baseUrl: ownAddress(config), secret: config.checkSecret }).catch(() => undefined);
  const db = openOwnPool(config);
  try {
    const [entries, machine] = [await readCatalogue(), await machineOf(config.models)];
    await using _ = installLater({ db, config, entries, machine, progress: progressOn(process.stdout) });
    return await stop;
  } finally {
    await db.destroy();
  }
}

/** Makes sure that nothing is missing or taken. @returns the sandboxes that are wanted @throws Error in one sentence */
async function claimMachine(config: Config): Promise<readonly SandboxProvider[]> {
  requireEngines(commandPath());
  await requireWritable(config.dataDir);
  await takeOver(config.dataDir);
  await requireFreePort(config.host, config.port);
  const { wyoming } = config;
  if (wyoming.port !== null) await requireFreePort(wyoming.host, wyoming.port, "Set WYOMING_PORT to another.");
  return sandboxProviders(config);
}

/** Each process has its own settings only, and a port of its own for its metrics. */
function environments(
  { databaseUrl, dataDir, models, live, wyoming, ...config }: Config & { databaseUrl: string },
  sandboxes: readonly SandboxProvider[],
  { checkSecret, ownerKey }: { readonly checkSecret: string; readonly ownerKey: string | undefined },
): ProcessesOptions["env"] {
  const known = Object.fromEntries(sandboxes.flatMap(({ env }) => Object.entries(env)));
  const folders = { DATA_DIR: dataDir, MODELS_DIR: models.directory };
  const secrets = { START_UP_CHECK_SECRET: checkSecret, LIVE_SECRET: live.secret ?? newSecret() };
  const caller = { WYOMING_API_URL: ownAddress(config), WYOMING_API_KEY: wyoming.apiKey ?? ownerKey ?? "" };
  const set = { DATABASE_URL: databaseUrl, ...folders, ...secrets, ...known, ...caller };
  return (name, index) => childEnvironment(name, { ...set, METRICS_PORT: `${firstMetricsPort(config) + index}` });
}

/** The address of the API for programs of this machine. */
const ownAddress = ({ host, port }: Pick<Config, "host" | "port">): string =>
  `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;

const openOwnPool = ({ databaseUrl: url, databasePooler: pooler }: Config & { databaseUrl: string }): Db =>
  openPostgres({ url, pooler, poolSize: 1, name: "speech-standalone" });

/** Makes the owner's account and its key where the sandbox signs people in; null where it does not. */
async function ownerKeyOf(
  config: Config & { databaseUrl: string },
  sandboxes: readonly SandboxProvider[],
): Promise<OwnerKey | null> {
  const issuer = sandboxes.find(({ name }) => name === "identity")?.env["OIDC_ISSUER"];
  if (issuer === undefined) return null;
  const db = openOwnPool(config);
  try {
    return await ensureOwnerKey({ db }, { issuer, dataDir: config.dataDir });
  } finally {
    await db.destroy();
  }
}

/** Nothing that a service which was killed has asked for goes on before this one is ready, or against its settings. */
async function endEarlierPulls(config: Config & { databaseUrl: string }): Promise<void> {
  const db = openOwnPool(config);
  try {
    await cancelOwnPulls(db, config);
  } finally {
    await db.destroy();
  }
}

/** The address of the database, which is up to date. */
async function database(config: Config, opened: AsyncDisposableStack): Promise<string> {
  const databaseUrl = config.databaseUrl ?? (await embeddedDatabase(config, opened));
  const directUrl = directUrlOf({ ...config, databaseUrl });
  await prepareDatabase({ databaseUrl: directUrl, redisUrl: config.redis?.url ?? null });
  return databaseUrl;
}

async function embeddedDatabase(config: Config, opened: AsyncDisposableStack): Promise<string> {
  const directory = join(config.dataDir, "postgres");
  const postgres = await openEmbeddedPostgres({ directory });
  opened.use(keepLogsShort([join(directory, "data", "server.log")], config.logFiles));
  opened.defer(() => postgres.stop());
  return postgres.url;
}

/** Leaves no rows behind. */
async function selfCheck(config: Config, secret: string): Promise<SelfCheck | typeof busy> {
  const made: string[] = [];
  try {
    return await checkService({
      baseUrl: ownAddress(config),
      secret,
      onRequest: (requestId) => made.push(requestId),
    });
  } finally {
    await using resources = await openResources({ ...config, logLevel: "silent" }, "standalone");
    for (const requestId of made) await removeRequest(resources, { requestId });
  }
}

try {
  await main();
  say("Stopped.");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
