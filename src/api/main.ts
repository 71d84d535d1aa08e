import { readConfig } from "#src/config.ts";
import { openResources } from "#src/platform/resources.ts";
import { shutdownRequested } from "#src/platform/shutdown.ts";
import { startApi } from "./server.ts";

const stop = shutdownRequested();
await using resources = await openResources(readConfig(), "api");
const { config, log } = resources;
if (config.payments !== null && config.paymentWebhookSecrets.length === 0) {
  log.warn("PAYMENT_WEBHOOK_SECRET is not set: what is paid is heard of late, and refunds a day later");
}
const api = await startApi(resources);
resources.log.info({ port: api.port }, "ready");
process.send?.("ready");
resources.log.info({ reason: await stop }, "stopping");
await api.stop(resources.config.shutdownTimeoutMs);
