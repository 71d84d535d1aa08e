import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { admit } from "#src/api/callers/admit.ts";
import { headerOf, receive, type ReceivedCall } from "#src/api/callers/received-call.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { ignoredHeader, refuseIgnored } from "#src/api/dialects/ignored-options.ts";
import type { Refusal } from "#src/api/dialects/dialect.ts";
import { publicError } from "#src/api/errors.ts";
import { errorReply } from "#src/api/http/error-reply.ts";
import { plainTarget } from "#src/api/http/plain-target.ts";
import { sendRawReply } from "#src/api/http/raw-reply.ts";
import { answerHeaders } from "#src/api/http/response-headers.ts";
import { countCall, countError, countRefusal, headersOfLimit } from "#src/api/limits/rate-limits.ts";
import type { AppContext } from "#src/api/router.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { sumSlots } from "#src/domain/live-workers/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { OfferedCredential, OpenedSocket, SocketRoute, SocketSession, SocketSessions } from "./socket-route.ts";

/** The largest frame of a client, in bytes. */
const maxPayload = 1024 * 1024;
const [switching, badRequest] = [101, 400];

/** The WebSockets of this process. */
export interface UpgradeServer {
  /** True for a call that opens a WebSocket at a path that takes them; any other is answered like every call. */
  readonly isUpgrade: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Tells the clients that the process ends in some time; new ones are refused. */
  drain(inMs: number): void;
  /** Finishes and ends all sessions. */
  stop(): Promise<void>;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Serves the paths that take WebSockets. */
export function createUpgradeServer(routes: readonly SocketRoute[], appContext: AppContext): UpgradeServer {
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  /** Each with the account for which it speaks; undefined for one that hears. */
  const sessions = new Map<SocketSession, string | undefined>();
  const opening = new Set<Promise<void>>();
  const measures = appContext.resources.metrics.liveCalls();
  measures.watchSlots(() => sumSlots(appContext.resources.db));
  const kept: SocketSessions = {
    add: (session, speaker) => {
      sessions.set(session, speaker);
      measures.observeSession(speaker === undefined ? "transcription" : "speech", session.ended);
      void session.ended.then(() => sessions.delete(session));
    },
    speakingFor: (account) => [...sessions.values()].filter((speaker) => speaker === account).length,
  };
  const routeOf = ({ url = "/" }: IncomingMessage): SocketRoute | undefined =>
    routes.find((route) => route.match(pathOf(plainTarget(url))) !== null);
  return {
    isUpgrade: (request) => isWebSocket(request) && routeOf(request) !== undefined,
    upgrade: (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      request.url = plainTarget(request.url ?? "/");
      const upgrade = { request, socket, head };
      const serving = serve(upgrade, { route: routeOf(request), server, sessions: kept, appContext });
      opening.add(serving);
      void serving.finally(() => opening.delete(serving));
    },
    drain: (inMs) => {
      for (const session of sessions.keys()) session.warn(inMs);
    },
    stop: async () => {
      await Promise.all(opening);
      for (const session of sessions.keys())
        session.stop(new DomainError("unavailable", "The service is being restarted. Reconnect."));
      await Promise.all([...sessions.keys()].map(({ ended }) => ended));
      server.close();
    },
  };
}

const isWebSocket = ({ headers, method }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

interface Serving {
  readonly route: SocketRoute | undefined;
  readonly server: WebSocketServer;
  readonly sessions: SocketSessions;
  readonly appContext: AppContext;
}

/** Receives, admits, reads the query, limits and opens; all that is refused is so before the handshake. */
async function serve(upgrade: Upgrade, serving: Serving): Promise<void> {
  const { request, socket } = upgrade;
  const { resources } = serving.appContext;
  const started = performance.now();
  const requestId = randomUUID();
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  const offered = offerOf(request, serving.route);
  const received = receive(request, { requestId, signal: closed.signal }, resources);
  const call = withQueryCredentials(withOffered(received, offered), serving.route);
  const outcome = await open(call, serving).catch((error: unknown) => ({ refusal: publicError(error), error }));
  const status =
    "refusal" in outcome
      ? refuse(upgrade, call, { refusal: outcome.refusal, appContext: serving.appContext })
      : accept(upgrade, { ...outcome, call, offered, server: serving.server });
  const route = serving.route?.path ?? "none";
  resources.metrics.observeRequest({ method: "GET", route, status }, (performance.now() - started) / 1000);
  const cause = "error" in outcome && outcome.error !== outcome.refusal ? { error: String(outcome.error) } : {};
  resources.log.info({ request_id: requestId, method: "GET", route, status, ...cause }, "request");
}

/** The credential among the offered subprotocols. A header comes before it. */
function offerOf({ headers }: IncomingMessage, route: SocketRoute | undefined): OfferedCredential | null {
  const names = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  return names[0] === "" ? null : (route?.offered(names) ?? null);
}

function withOffered(call: ReceivedCall, offered: OfferedCredential | null): ReceivedCall {
  const authorization = offered?.authorization ?? null;
  if (authorization === null || call.headers.authorization !== undefined) return call;
  return withHeader(call, "authorization", authorization);
}

function withQueryCredentials(call: ReceivedCall, route: SocketRoute | undefined): ReceivedCall {
  const query = new URLSearchParams(`?${queryOf(call)}`);
  return Object.entries(route?.queryCredentials ?? {}).reduce((all, [parameter, header]) => {
    const credential = query.get(parameter) ?? "";
    return credential === "" ? all : withHeader(all, header, credential);
  }, call);
}

const withHeader = (call: ReceivedCall, name: string, value: string): ReceivedCall => ({
  ...call,
  headers: { ...call.headers, [name]: value },
  headersDistinct: { ...call.headersDistinct, [name]: [value] },
});

const pathOf = (target: string): string => target.split("?", 1)[0] ?? "";

/** The query as it was sent, without its question mark. */
const queryOf = ({ target }: ReceivedCall): string => /\?([^#]*)/.exec(target)?.[1] ?? "";

type Outcome =
  | { readonly opened: OpenedSocket; readonly headers: Readonly<Record<string, string>> }
  | { readonly refusal: Refusal };

async function open(call: ReceivedCall, { route, sessions, appContext }: Serving): Promise<Outcome> {
  if (route === undefined) throw new DomainError("not_found");
  requireHandshake(call);
  const { resources, engines, chunks } = appContext;
  const caller = await admit(call, { ...route, bodyDocument: null }, appContext);
  if (caller === null) throw new DomainError("missing_credentials");
  if (appContext.isDraining()) throw new DomainError("unavailable");
  const limited = { call, caller, limit: route.limit };
  const queryString = queryOf(call);
  try {
    const params = route.match(pathOf(call.target)) ?? {};
    const read = route.read(params, queryString);
    if (!("open" in read)) return await refuseRows(read, () => countRefusal(limited, appContext));
    const sent = dialectAt(route.path) === null ? [] : read.sent;
    if (resources.config.dialects.strict) refuseIgnored(sent);
    await countCall(limited, appContext);
    const context = {
      resources,
      engines,
      chunks,
      requestId: call.requestId,
      authorization: headerOf(call, "authorization"),
      queryString,
      params,
      sessions,
    };
    return { opened: await read.open(caller, context), headers: ignoredHeader(sent) };
  } catch (error) {
    await countError(limited, error, appContext);
    throw error;
  }
}

async function refuseRows(rows: readonly ValidationRow[], count: () => Promise<void>): Promise<Outcome> {
  await count();
  return { refusal: rows };
}

/** @throws DomainError `upgrade_required` for another version of the protocol, `malformed_request` without a key (RFC 6455, 4.2.1) */
function requireHandshake(call: ReceivedCall): void {
  if (headerOf(call, "sec-websocket-version") !== "13") throw new DomainError("upgrade_required");
  if (!/^[+/0-9a-z]{22}==$/i.test(headerOf(call, "sec-websocket-key")))
    throw new DomainError("malformed_request", "The header Sec-WebSocket-Key is missing or not valid.");
}

interface Refusing {
  readonly refusal: Refusal;
  readonly appContext: AppContext;
}

/** @returns the status of the answer */
function refuse({ socket, request }: Upgrade, call: ReceivedCall, { refusal, appContext }: Refusing): number {
  const { config, metrics } = appContext.resources;
  metrics.liveCalls().countRefusal(refusal instanceof DomainError ? refusal.code : "validation_error");
  const dialect = dialectAt(call.target);
  const { requestId } = call;
  const reply = errorReply(dialect, refusal, { requestId, publicUrl: config.publicUrl, path: request.url ?? "/" });
  const headers = { ...answerHeaders(config), ...reply.headers, ...headersOf(call) };
  sendRawReply(socket, { ...reply, headers });
  return reply.status;
}

/** Headers of every answer, the handshake's included. */
const headersOf = ({ requestId, target, answer: { counted } }: ReceivedCall) => ({
  "X-Request-Id": requestId,
  ...(counted !== null && headersOfLimit(counted)),
  ...dialectAt(target)?.answerHeaders({ requestId, elapsedMs: 0, share: counted }),
});

interface Accepting {
  readonly opened: OpenedSocket;
  readonly headers: Readonly<Record<string, string>>;
  readonly call: ReceivedCall;
  readonly offered: OfferedCredential | null;
  readonly server: WebSocketServer;
}

/** Answers the handshake. @returns the status of the answer */
function accept({ request, socket, head }: Upgrade, { opened, headers, call, offered, server }: Accepting): number {
  // The library answers the first name that is offered.
  if (offered !== null) request.headers["sec-websocket-protocol"] = offered.selected;
  else delete request.headers["sec-websocket-protocol"];
  const lines = Object.entries({ ...headers, ...headersOf(call) }).map(([name, value]) => `${name}: ${value}`);
  const addHeaders = (all: string[], of: IncomingMessage): void => {
    if (of === request) all.push(...lines);
  };
  let isOpen = false;
  server.on("headers", addHeaders);
  // The library ends a handshake without a word where the client has hung up, or offers names that are none.
  server.handleUpgrade(request, socket, head, (connection: WebSocket) => {
    isOpen = true;
    opened.attach(connection);
  });
  server.off("headers", addHeaders);
  if (isOpen) return switching;
  opened.abandon();
  return badRequest;
}
