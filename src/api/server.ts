import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#src/config.ts";
import { type EngineDirectory, openEngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { loadDetector } from "#src/domain/speech/text-language.ts";
import { recognitionModels } from "#src/models/catalogue.ts";
import { closeStalledResponses } from "#src/platform/connections/close-stalled-responses.ts";
import { endsWithin } from "#src/platform/shutdown.ts";
import { openIdentityProvider } from "#src/providers/identity/identity-provider.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";
import type { Resources } from "#src/platform/resources.ts";
import { answerHeaders } from "./http/response-headers.ts";
import { createApp } from "./app.ts";
import { callbackForms } from "./callback-forms.ts";
import { deliverCallbacks } from "./callbacks/deliver-callbacks.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { refuseUnparsable } from "./http/refuse-unparsable.ts";
import { createRequestSequence } from "./http/request-sequence.ts";
import { createChunkReader } from "./results/chunk-reader.ts";
import { openResultWaiter } from "./results/result-waiter.ts";
import { createSharedFiles, type SharedFile, sharedFile } from "./http/shared-files.ts";
import { createBlockedCallers } from "./limits/blocked-callers.ts";
import { asyncApiDocument } from "./openapi/asyncapi.ts";
import { openApiDocument } from "./openapi.ts";
import { isDocumented, isInternal } from "./openapi/audience.ts";
import type { AppContext } from "./router.ts";
import { routes, socketRoutes } from "./routes.ts";
import { createUpgradeServer, type UpgradeServer } from "./sockets/serve-upgrades.ts";
import type { OpenApiFiles } from "./openapi/served-documents.ts";

/**
 * Connections that may wait to be accepted, as far as the system allows. One more is dropped without a word, and its
 * sender tries again a second later, then three, then seven.
 */
const backlog = 4_096;
const headersTimeoutMs = 10_000;
const keepAliveMs = 65_000;
/** The largest upload over a slow line; what trickles for longer is no upload. */
const requestTimeoutMs = 15 * 60_000;
/** Few are late in so short a time, so that ending them all does not delay other calls. */
const checkMs = 50;
/** A connection on which no request has come is closed when those in hand have ended, and so much time has passed. */
const silentMs = 1_000;
const responseListenersMax = 20;
const httpTimeouts = {
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: keepAliveMs,
  requestTimeout: requestTimeoutMs,
  // Refused in our own words.
  requireHostHeader: false,
} as const;

export interface ApiServer {
  readonly port: number;
  /**
   * Says by `/readyz` that it is about to end and asks callers to reconnect, while it still takes calls for so long. A proxy
   * that hears of it in time sends none to a port that is closed.
   */
  drain(delayMs: number): Promise<void>;
  /** Takes no more connections, waits for the requests in hand, and ends what is left after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Serves the API on the configured address; port 0 takes a free one. */
export async function startApi(resources: Resources): Promise<ApiServer> {
  const { db, log, config } = resources;
  const { redis, queuePrefix: prefix, oidc, publicUrl, payments } = config;
  const opening = [openRateLimiter({ redis, db, prefix, log }), openEngines(resources), loadDetector()] as const;
  const [limiter, engines] = await Promise.all(opening);
  const waiter = openResultWaiter(resources);
  const identityProvider = oidc === null ? null : openIdentityProvider({ oidc, publicUrl, log });
  const paymentClient = payments === null ? null : paymentProvider.openClient(payments, log);
  const open = createOpenAnswers();
  const shared = { ...sharedParts(resources), isDraining: open.isDraining };
  const appContext = { resources, waiter, engines, limiter, identityProvider, paymentClient, ...shared };
  const upgrades = createUpgradeServer(socketRoutes, appContext);
  const server = createHttpServer({ serve: serveBy(appContext, open), upgrades }, config);
  const unread = closeStalledResponses(open.all, config.limits.sendTimeoutMs);
  const port = await listen(server, resources.config);
  const callbacks = deliverCallbacks({ ...resources, forms: callbackForms });
  return {
    port,
    drain: async (delayMs) => {
      open.drain();
      upgrades.drain(delayMs);
      await sleep(delayMs);
    },
    stop: async (timeoutMs) => {
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      open.drain();
      // Callers that wait for a result get the address of the result instead of a closed connection.
      waiter.close();
      const allEnded = async (): Promise<void> => {
        do await open.ended();
        while (!(await endsWithin(closed, silentMs)) && open.all.size > 0);
      };
      await endsWithin(Promise.all([allEnded(), upgrades.stop(), callbacks.stop()]), timeoutMs);
      server.closeAllConnections();
      unread[Symbol.dispose]();
      limiter.close();
    },
  };
}

function serveBy(appContext: AppContext, open: OpenAnswers): Handlers["serve"] {
  const handle = createApp(appContext).callback();
  return (request, response) => open.add(response, handle(request, response));
}

/** The parts that all calls share beside the connections. */
const sharedParts = (resources: Resources) => ({
  ...{ files: createSharedFiles(), openApi: createOpenApiFiles(resources.config) },
  ...{ blocked: createBlockedCallers(), chunks: createChunkReader(resources) },
});

/** Opens the offer of the workers, with the models that an operator could install. */
async function openEngines({ db, log, config }: Resources): Promise<EngineDirectory> {
  const installable = await recognitionModels(config.models.names);
  return openEngineDirectory({ db, log, answers: openTtlCache(), ages: config.jobs, installable });
}

interface Handlers {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrades: UpgradeServer;
}

function createHttpServer({ serve, upgrades }: Handlers, config: Config): Server {
  const headers = answerHeaders(config);
  const refuse = (error: Error, socket: Duplex): void =>
    refuseUnparsable({ error, socket, headers, publicUrl: config.publicUrl });
  const sequence = createRequestSequence({ serve, refuse });
  return (
    createServer({ ...httpTimeouts, shouldUpgradeCallback: upgrades.isUpgrade }, sequence.add)
      .on("upgrade", upgrades.upgrade)
      // `100 Continue` is sent by what reads the body.
      .on("checkContinue", sequence.add)
      // An expectation that is not met is refused like any other request.
      .on("checkExpectation", sequence.add)
      .on("clientError", sequence.refuse)
  );
}

/** The answers that this server has not finished. */
interface OpenAnswers {
  readonly all: ReadonlySet<ServerResponse>;
  add(response: ServerResponse, work: Promise<unknown>): void;
  /** Resolves when there is none, and nothing is done any more for callers that are gone. */
  ended(): Promise<void>;
  /** From now on every answer is the last one of its connection, which would go on being served otherwise. */
  drain(): void;
  readonly isDraining: () => boolean;
}

function createOpenAnswers(): OpenAnswers {
  const all = new Set<ServerResponse>();
  const running = new Set<Promise<unknown>>();
  let draining = false;
  return {
    all,
    add: (response, work) => {
      all.add(response);
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      response.once("close", () => {
        all.delete(response);
        resolve();
      });
      // Koa, its streams and this server add more listeners to an answer than Node accepts without a warning about leaks.
      response.setMaxListeners(responseListenersMax);
      const ended: Promise<unknown> = Promise.allSettled([work, closed]).then(() => running.delete(ended));
      running.add(ended);
      if (draining) response.setHeader("Connection", "close");
    },
    ended: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    drain: () => {
      draining = true;
      for (const response of all) if (!response.headersSent) response.setHeader("Connection", "close");
    },
    isDraining: () => draining,
  };
}

async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen({ port, host, backlog }, resolve);
  await promise;
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === "string" ? port : address.port;
}

function createOpenApiFiles(config: Config): OpenApiFiles {
  const fileOf = (makeDocument: () => unknown): (() => SharedFile) => {
    let file: SharedFile | undefined;
    return () => (file ??= sharedFile(Buffer.from(JSON.stringify(makeDocument()))));
  };
  const documented = routes.filter(isDocumented);
  return {
    developers: fileOf(() =>
      openApiDocument(
        documented.filter((route) => !isInternal(route)),
        config,
      ),
    ),
    internal: fileOf(() => openApiDocument(documented.filter(isInternal), config)),
    sockets: fileOf(() => asyncApiDocument(socketRoutes, config)),
  };
}
