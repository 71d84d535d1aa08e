import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Config } from "#src/config.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServerOptions {
  readonly config: Pick<Config, "host" | "metricsPort">;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** False when this process no longer does what it is there for. */
  readonly isAlive?: () => boolean;
}

/**
 * Serves `GET /metrics` and `GET /healthz` of this process on a port of their own, where one is configured. A port that cannot be had is
 * an error in the log, and no reason not to work.
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<Disposable> {
  const { config, metrics, log, isAlive = () => true } = options;
  const { host, metricsPort } = config;
  if (metricsPort === null) return { [Symbol.dispose]: () => undefined };
  metrics.watchProcess();
  const server = createServer((request, response) => {
    void answer(request, response, { metrics, isAlive });
  });
  await once(server.listen(metricsPort, host), "listening").catch((error: unknown) =>
    log.error({ port: metricsPort, error: String(error) }, "metrics are disabled"),
  );
  // They tell of the process, and do not keep it.
  server.unref();
  return {
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Answering = Required<Pick<MetricsServerOptions, "metrics" | "isAlive">>;

async function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { metrics, isAlive }: Answering,
): Promise<void> {
  const say = (status: number, contentType: string, text: string): void => {
    response.writeHead(status, { "Content-Type": contentType }).end(text);
  };
  const sayInPlain = (status: number, text: string): void => say(status, "text/plain; charset=utf-8", `${text}\n`);
  if (method !== "GET" && method !== "HEAD") return sayInPlain(405, "Only GET is answered here.");
  if (url === "/healthz") return isAlive() ? sayInPlain(200, "ok") : sayInPlain(503, "stuck");
  if (url !== "/metrics") return sayInPlain(404, "There are /metrics and /healthz.");
  try {
    const { contentType, text } = await metrics.scrape(headers.accept ?? "");
    say(200, contentType, text);
  } catch {
    sayInPlain(500, "The metrics could not be read.");
  }
}
