import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Config } from "#src/config.ts";
import { runSession, type RunningSession, type SessionParts } from "./run-session.ts";

export interface ServeOptions extends SessionParts {
  readonly config: Pick<Config, "dataDir"> & { readonly live: Omit<Config["live"], "secret"> };
  /** The API presents it as a bearer token. */
  readonly secret: string;
}

/** The server of live sessions. */
export interface SessionServer extends AsyncDisposable {
  /** `unix:` and the path of a socket, or `http://host:port`. */
  readonly address: string;
  readonly sessions: ReadonlySet<RunningSession>;
  /** Takes no more sessions. */
  drain(): void;
  /** Resolves when no session is left. */
  empty(): Promise<void>;
}

const path = "/sessions";
const mostFrameBytes = 1024 * 1024;
const unixPrefix = "unix:";
/** The kernel takes no longer path of a socket. */
const longestSocketPath = 100;

/** Listens for the API. A call that is refused is answered before it becomes a connection. */
export async function serveSessions(options: ServeOptions): Promise<SessionServer> {
  const { config, log } = options;
  const sessions = new Set<RunningSession>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes, perMessageDeflate: false });
  let isDraining = false;
  const server = createServer((_, response) => {
    response.writeHead(426, { connection: "close" }).end("Sessions are websockets.\n");
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const refusal = refusalOf(request, options, isDraining || sessions.size >= config.live.slots);
    if (refusal !== null) return refuse(socket, refusal);
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const session = runSession(connection, options);
      sessions.add(session);
      void session.ended.then(() => sessions.delete(session));
    });
  });
  const address = await listen(server, config);
  log.info({ address, slots: config.live.slots }, "live sessions are taken");
  return {
    address,
    sessions,
    drain: () => {
      isDraining = true;
    },
    empty: async () => {
      while (sessions.size > 0) await Promise.all([...sessions].map(({ ended }) => ended));
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
      await Promise.all([...sessions].map(({ ended }) => ended));
    },
  };
}

function refusalOf({ url, headers }: IncomingMessage, { secret }: ServeOptions, isFull: boolean): string | null {
  if (url !== path) return "404 Not Found";
  if (!isSame(headers.authorization ?? "", `Bearer ${secret}`)) return "401 Unauthorized";
  return isFull ? "503 Service Unavailable" : null;
}

/** Compares digests, so that the time tells nothing. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

async function listen(
  server: ReturnType<typeof createServer>,
  { dataDir, live: { host, port } }: ServeOptions["config"],
): Promise<string> {
  if (port === null) {
    const socket = await socketPath(join(dataDir, "run"));
    await once(server.listen(socket), "listening");
    return `${unixPrefix}${socket}`;
  }
  await once(server.listen(port, host), "listening");
  const { port: taken } = addressOf(server.address());
  return `http://${reachable(host)}:${taken}`;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address;
}

/** Only its owner may walk the folder. Sockets of processes that are gone are removed. */
async function socketPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = (await readdir(folder)).filter((name) => {
    const pid = /^live-(\d+)\.sock$/.exec(name)?.[1];
    return pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)));
  });
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
  const own = join(folder, `live-${process.pid}.sock`);
  if (own.length > longestSocketPath) {
    throw new Error(`The path ${own} is too long for a socket. Set DATA_DIR to a shorter one, or LIVE_PORT.`);
  }
  return own;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The address by which other machines reach this one where it listens on all. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host.includes(":") ? `[${host}]` : host;
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return found?.address ?? "127.0.0.1";
}
