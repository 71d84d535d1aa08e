import { readConfig } from "#src/config.ts";
import { openLogger } from "#src/platform/logger.ts";
import { endsWithin, shutdownRequested } from "#src/platform/shutdown.ts";
import { startIdentityServer } from "#sandbox/identity/server.ts";
import { identitySettings } from "#sandbox/identity/settings.ts";

/**
 * An OpenID provider for one machine: people sign up with an address and a password, it signs them in and tells the
 * API by webhook what becomes of them. Everything it keeps is in the schema `sandbox_identity` of the database.
 */
async function main(): Promise<void> {
  const stop = shutdownRequested();
  const config = readConfig();
  const settings = identitySettings(config);
  const log = openLogger("identity", config.logLevel);
  const server = await startIdentityServer(settings, log);
  log.info({ port: settings.port }, "ready");
  process.send?.("ready");
  log.info({ reason: await stop }, "stopping");
  await endsWithin(server.stop(), config.shutdownTimeoutMs);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
