import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Pipelined requests of one connection that may wait before nothing more is read from it. */
const readAheadMax = 16;
/** Pipelined requests of all connections that may wait: about 5 KiB each. */
const waitingMax = 8_192;

/** The order of the requests of a connection. */
export interface RequestSequence {
  /** Serves the request when those before it on its connection have been answered. */
  readonly add: (request: IncomingMessage, response: ServerResponse) => void;
  /** Refuses what Node could not read, when the requests before it have been answered. */
  readonly refuse: (error: Error, socket: Duplex) => void;
}

/** The handlers of a server; the second answers malformed requests, and closes the connection. */
type Handlers = {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly refuse: (error: Error, socket: Duplex) => void;
};

/** The state that all connections share. */
interface Shared extends Handlers {
  readonly inTurn: (work: () => void) => void;
  waiting: number;
}

/**
 * One request of a connection at a time, in the order of arrival (RFC 9112, 9.3.2): Node announces all the requests of
 * one chunk at once, thousands in 64 KiB. Of all the requests that wait one begins in each round of the event loop, so
 * that callers who do not pipeline never wait behind those who do. A connection that sends one too many is ended. What
 * comes after the last answer of a connection is not served: its answer could not be sent.
 */
export function createRequestSequence(handlers: Handlers): RequestSequence {
  const connections = new WeakMap<Duplex, Connection>();
  const shared: Shared = { ...handlers, inTurn: createRounds(), waiting: 0 };
  const connectionOf = (socket: Duplex): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { socket, shared, current: null, waiting: [], unreadable: null };
    connections.set(socket, connection);
    socket.once("close", () => {
      shared.waiting -= connection.waiting.splice(0).length;
    });
    return connection;
  };
  return {
    add: (request, response) => {
      const { socket } = request;
      if (socket.writable) add(connectionOf(socket), { request, response });
    },
    refuse: (error, socket) => {
      const connection = connections.get(socket);
      if (connection === undefined) handlers.refuse(error, socket);
      else refuseInTurn(connection, error);
    },
  };
}

/** Does one thing in each round of the event loop, in the order of asking. */
function createRounds(): (work: () => void) => void {
  const asked: (() => void)[] = [];
  const next = (): void => {
    const work = asked.shift();
    if (asked.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    if (asked.push(work) === 1) setImmediate(next);
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Duplex;
  readonly shared: Shared;
  /** The request in hand, or the last one until the next has begun; null when there is none. */
  current: Exchange | null;
  readonly waiting: Exchange[];
  /** Bytes after the last request that are no request. */
  unreadable: Error | null;
}

function add(connection: Connection, exchange: Exchange): void {
  const { socket, shared, current, waiting } = connection;
  if (current === null) return start(connection, exchange);
  if (shared.waiting >= waitingMax) return void socket.destroy();
  shared.waiting += 1;
  // Node resumes the socket at the end of each request that it reads, so this comes after the chunk.
  if (waiting.push(exchange) >= readAheadMax) process.nextTick(() => socket.pause());
}

function start(connection: Connection, exchange: Exchange): void {
  connection.current = exchange;
  exchange.response.once("close", () => goOn(connection));
  connection.shared.serve(exchange.request, exchange.response);
}

function goOn(connection: Connection): void {
  const { socket, shared, waiting, unreadable } = connection;
  if (waiting.length > 0) return shared.inTurn(() => startNext(connection));
  connection.current = null;
  if (unreadable !== null) shared.refuse(unreadable, socket);
}

function startNext(connection: Connection): void {
  const { socket, shared, waiting } = connection;
  // The answer before was the last of its connection (RFC 9112, 9.6), or the connection has ended meanwhile.
  if (!socket.writable) shared.waiting -= waiting.splice(0).length;
  const next = waiting.shift();
  if (next === undefined) return;
  shared.waiting -= 1;
  if (waiting.length < readAheadMax) socket.resume();
  start(connection, next);
}

function refuseInTurn(connection: Connection, error: Error): void {
  const { socket, shared, current, waiting } = connection;
  if (current === null || isBroken(current)) {
    // In the middle of an answer another one would be garbage.
    if (current?.response.headersSent) socket.destroy();
    else shared.refuse(error, socket);
    return;
  }
  const last = waiting.at(-1);
  // The rest of a request that has begun is missing, so it never ends by itself.
  if (last !== undefined && isBroken(last)) shared.waiting -= waiting.splice(-1).length;
  connection.unreadable ??= error;
  // A caller that has closed its half of the connection waits for no answer.
  if (socket.readableEnded || !socket.writable) socket.destroy();
}

/** True for a request of which a part will never come. */
const isBroken = ({ request }: Exchange): boolean => !request.complete;
