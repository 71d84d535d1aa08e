import { type Config, readOwnConfig } from "#src/config.ts";
import { type Logger, openLogger } from "#src/platform/logger.ts";
import { endsWithin, shutdownRequested } from "#src/platform/shutdown.ts";

/** A sandbox provider: what it needs of the settings, and how it starts. */
export interface Sandbox<Settings extends { readonly port: number }> {
  readonly name: "identity" | "payment";
  /** @throws Error in one sentence when it may not run, or a setting is missing */
  settings(config: Config): Settings;
  start(settings: Settings, log: Logger): Promise<{ stop(): Promise<void> }>;
}

/** The life of a sandbox's process: says that it is ready, and serves until it is told to stop. */
export async function runServer<Settings extends { readonly port: number }>(sandbox: Sandbox<Settings>): Promise<void> {
  try {
    const stop = shutdownRequested();
    const config = readOwnConfig(sandbox.name);
    const settings = sandbox.settings(config);
    const log = openLogger(sandbox.name, config.logLevel);
    const server = await sandbox.start(settings, log);
    log.info({ port: settings.port }, "ready");
    process.send?.("ready");
    log.info({ reason: await stop }, "stopping");
    await endsWithin(server.stop(), config.shutdownTimeoutMs);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
