import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { endsWithin } from "#src/platform/shutdown.ts";
import { openIdentityProvider } from "#src/platform/identity-provider.ts";
import { openPaymentProvider } from "#src/platform/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import { createApp } from "./app.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { openResultWaiter } from "./result-waiter.ts";

const headersTimeoutMs = 10_000;
const keepAliveMs = 65_000;
/** The largest upload over a slow line; what trickles for longer is no upload. */
const requestTimeoutMs = 15 * 60_000;
const checkMs = 2_000;
const patience = {
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: keepAliveMs,
  requestTimeout: requestTimeoutMs,
} as const;

export interface ApiServer {
  readonly port: number;
  /** Takes no more connections, waits for the requests in hand, and ends what is left after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Serves the API on the configured address; port 0 takes a free one. */
export async function startApi(resources: Resources): Promise<ApiServer> {
  const { db, log, config } = resources;
  const { redisUrl, queuePrefix: prefix, oidc, publicUrl, payments } = config;
  const limiter = await openRateLimiter({ redisUrl, db, prefix, log });
  const waiter = openResultWaiter(resources);
  const identityProvider = oidc === null ? null : openIdentityProvider({ oidc, publicUrl, log });
  const paymentProvider = payments === null ? null : openPaymentProvider(payments, log);
  const handle = createApp({ resources, waiter, limiter, identityProvider, paymentProvider }).callback();
  const open = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer(patience, (request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    if (stopping) response.setHeader("Connection", "close");
    void handle(request, response);
  });
  server.on("clientError", (error, socket) => refuseUnreadable({ error, socket, open }));
  const port = await listen(server, resources.config);
  return {
    port,
    stop: async (timeoutMs) => {
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      // A connection that is kept alive would go on being served.
      stopping = true;
      for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
      // Those who wait for a result are told where it will be, instead of being cut off.
      waiter.close();
      if (!(await endsWithin(closed, timeoutMs))) server.closeAllConnections();
      limiter.close();
    },
  };
}

async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(port, host, resolve);
  await promise;
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === "string" ? port : address.port;
}
