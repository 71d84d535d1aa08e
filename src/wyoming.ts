import { readOwnConfig } from "#src/config.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openMetrics } from "#src/platform/metrics/metrics.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { openShutdown } from "#src/platform/shutdown.ts";
import { serveWyoming } from "#src/wyoming/serve.ts";
import { SpeechClient } from "#sdk/speech-client.ts";

/** Serves Home Assistant by the Wyoming protocol, as a client of the API with a key of its own. */
const config = readOwnConfig("wyoming");
using shutdown = openShutdown(config);
const log = openLogger("wyoming", config.logLevel);
using _ = await serveMetrics({ config, log, metrics: openMetrics() });
const { apiUrl, apiKey, host, port } = config.wyoming;

if (apiKey === null || port === null) {
  log.warn("WYOMING_PORT and WYOMING_API_KEY are not both set, so Home Assistant is not served");
  process.send?.("ready");
  // Nothing else keeps the process.
  const staying = setInterval(() => undefined, 60_000);
  await shutdown.requested;
  clearInterval(staying);
} else {
  // A person is waiting for the answer, so that a refusal is not repeated.
  const client = new SpeechClient({ baseUrl: apiUrl, apiKey, maxRetries: 0 });
  await using server = await serveWyoming({ host, port, client, log, shutdownTimeoutMs: config.shutdownTimeoutMs });
  log.info({ port: server.port }, "ready");
  process.send?.("ready");
  log.info({ reason: await shutdown.requested }, "stopping");
}
