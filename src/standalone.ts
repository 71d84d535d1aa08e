import { join } from "node:path";
import { prepareDatabase } from "#db/prepare.ts";
import { childEnvironment, commandPath, type Config, readConfig, startedByNpm } from "#src/config.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { openEmbeddedPostgres } from "#src/platform/embedded-postgres.ts";
import { openResources } from "#src/platform/resources.ts";
import { parentGone, shutdownRequested } from "#src/platform/shutdown.ts";
import { banner } from "#src/standalone/banner.ts";
import { requireEngines, requireFreePort, requireWritable } from "#src/standalone/preconditions.ts";
import { startProcesses } from "#src/standalone/processes.ts";
import { clearRunState, takeOver, writeRunState } from "#src/standalone/run-state.ts";
import { sandboxVariables } from "#src/standalone/sandbox.ts";
import { busy, checkService, type SelfCheck } from "#src/standalone/self-check.ts";

/** What is left to the processes beyond the time they give themselves. */
const stopMarginMs = 5_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * The whole service on one machine: every process of the Procfile, PostgreSQL unless DATABASE_URL names one, and
 * the sandbox that signs people in unless OIDC_ISSUER names a provider.
 */
async function main(): Promise<void> {
  const stop = Promise.race([shutdownRequested(), ...(startedByNpm() ? [parentGone()] : [])]);
  const config = readConfig();
  const parentPid = process.ppid;
  requireEngines(commandPath());
  await requireWritable(config.dataDir);
  await takeOver(config.dataDir);
  await requireFreePort(config.host, config.port);
  const sandbox = await sandboxVariables(config);

  await using opened = new AsyncDisposableStack();
  opened.defer(() => clearRunState(config.dataDir));
  say("Starting the database …");
  const databaseUrl = config.databaseUrl ?? (await embeddedDatabase(config, opened));
  await prepareDatabase({ databaseUrl, redisUrl: config.redisUrl });

  say("Starting the processes …");
  const processes = await startProcesses({
    procfiles: sandbox === null ? ["Procfile"] : ["Procfile", "Procfile.dev"],
    env: childEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, ...sandbox }),
    logDirectory: join(config.dataDir, "logs"),
    onChange: () => void note(),
  });
  opened.defer(() => processes.stop(config.shutdownTimeoutMs + stopMarginMs));
  const note = (): Promise<void> =>
    writeRunState(config.dataDir, {
      pid: process.pid,
      parent_pid: parentPid,
      port: config.port,
      database_url: databaseUrl,
      children: [...processes.pids()],
    });
  await note();

  say("Speaking a sentence and listening to it …");
  const check = await selfCheck({ ...config, databaseUrl });
  const signIn = config.oidc === null ? (sandbox === null ? "nobody" : "sandbox") : "provider";
  say(banner({ baseUrl: config.publicUrl, dataDir: config.dataDir, signIn, check }));
  say(`Stopping (${await stop}) …`);
}

async function embeddedDatabase(config: Config, opened: AsyncDisposableStack): Promise<string> {
  const postgres = await openEmbeddedPostgres({ directory: join(config.dataDir, "postgres") });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

/** Leaves no rows behind. */
async function selfCheck(config: Config): Promise<SelfCheck | typeof busy> {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  const check = await checkService(`http://${host}:${config.port}`);
  if (check === busy) return check;
  await using resources = await openResources({ ...config, logLevel: "silent" }, "standalone");
  for (const requestId of check.requestIds) await removeRequest(resources, requestId);
  return check;
}

try {
  await main();
  say("Stopped.");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
