import { readConfig } from "#src/config.ts";
import { openLogger } from "#src/platform/logger.ts";
import { endsWithin, shutdownRequested } from "#src/platform/shutdown.ts";
import { startPaymentServer } from "#sandbox/payment/server.ts";
import { paymentSettings } from "#sandbox/payment/settings.ts";

/**
 * A payment provider for one machine that speaks Razorpay's protocol: orders, a checkout page, refunds and signed
 * webhooks; no money moves. Everything it keeps is in the schema `sandbox_payment` of the database.
 */
async function main(): Promise<void> {
  const stop = shutdownRequested();
  const config = readConfig();
  const settings = paymentSettings(config);
  const log = openLogger("payment", config.logLevel);
  const server = await startPaymentServer(settings, log);
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
