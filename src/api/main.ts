import { readOwnConfig } from "#src/config.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { applyRoleSettings } from "#src/domain/accounts/current-role.ts";
import { openResources } from "#src/platform/resources.ts";
import { openShutdown } from "#src/platform/shutdown.ts";
import { startApi } from "./server.ts";

const config = readOwnConfig("api");
using shutdown = openShutdown(config);
await using resources = await openResources(config, "api");
const { log } = resources;
if (config.payments !== null && config.paymentWebhookSecrets.length === 0) {
  log.warn("PAYMENT_WEBHOOK_SECRET is not set: payments are recorded late, and refunds up to a day late");
}
using _ = await serveMetrics(resources);
const api = await startApi(resources);
resources.log.info({ port: api.port }, "ready");
process.send?.("ready");
// Not before: every call asks the settings anyhow, and a database that does not answer keeps no API from starting.
await applyRoleSettings(resources, config).then(
  (userIds) => userIds.length > 0 && log.info({ user_ids: userIds }, "admins by a setting became ordinary accounts"),
  (error: unknown) => log.warn({ error: String(error) }, "the roles could not be compared with the settings"),
);
resources.log.info({ reason: await shutdown.requested }, "stopping");
await api.drain(config.drainMs);
await api.stop(config.shutdownTimeoutMs);
