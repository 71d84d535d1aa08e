import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { multipartBody, requestHead } from "#harness/clients/raw-connection.ts";
import { type SlowOrder, slowOrder, type SlowReport } from "./slow-report.ts";

const trickleMs = 1_000;
/** Until one that got no connection tries again. */
const refusedMs = 1_000;
const speechPath = "/v1/speech/synthesize";
const formPath = "/v1/speech/transcriptions";
const begunForm = multipartBody("b", "audio", Buffer.alloc(4_000)).subarray(0, 2_000);

type Kind = "headers" | "body";

/** A request that never comes to its end: its headers come byte by byte, or its body falls silent in the middle. */
function begin(kind: Kind, key: string, index: number): string | Uint8Array {
  const isForm = index % 2 === 1;
  if (kind === "headers") return `POST ${speechPath} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;
  const type = isForm ? "multipart/form-data; boundary=b" : "application/json";
  const path = isForm ? formPath : speechPath;
  const head = requestHead(path, [`X-API-Key: ${key}`, `Content-Type: ${type}`, "Content-Length: 60000"]);
  return Buffer.concat([Buffer.from(head), isForm ? begunForm : Buffer.from('{"text":"')]);
}

/** Opens a connection, and leaves it open on its own side whatever the service does. @returns for how long it was served */
async function callSlowly(kind: Kind, order: SlowOrder, state: State): Promise<number> {
  const { hostname, port } = new URL(order.baseUrl);
  const begun = performance.now();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket
    .on("error", () => resolve())
    .on("end", resolve)
    .on("close", resolve)
    .resume();
  const isConnected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  if (!isConnected) return sleep(refusedMs, 0);
  state.sockets.add(socket);
  state.open += 1;
  state.mostOpen = Math.max(state.mostOpen, state.open);
  socket.write(begin(kind, order.key, state.opened));
  state.opened += 1;
  const trickle = setInterval(() => kind === "headers" && socket.writable && socket.write("a"), trickleMs);
  await ended;
  clearInterval(trickle);
  if (socket.destroyed) state.sockets.delete(socket);
  state.open -= 1;
  return performance.now() - begun;
}

interface State {
  readonly sockets: Set<Socket>;
  open: number;
  opened: number;
  mostOpen: number;
}

/** Keeps so many connections open, a new one for each that the service has closed, until it is told to stop. */
async function keepCalling(order: SlowOrder, stopped: AbortSignal, onAllOpen: () => void): Promise<SlowReport> {
  const state: State = { sockets: new Set(), open: 0, opened: 0, mostOpen: 0 };
  const slowestMs = { headers: 0, body: 0 };
  const total = order.headers + order.bodies;
  const call = async (kind: Kind, index: number): Promise<void> => {
    await sleep((order.rampMs * index) / total);
    while (!stopped.aborted) slowestMs[kind] = Math.max(slowestMs[kind], await callSlowly(kind, order, state));
  };
  const kinds = Array.from({ length: total }, (_, index) => (index % total < order.bodies ? "body" : "headers"));
  const callers = kinds.map((kind, index) => call(kind, index));
  setTimeout(onAllOpen, order.rampMs);
  await Promise.all(callers);
  const { opened, mostOpen, sockets } = state;
  return {
    opened,
    mostOpen,
    leftOpen: sockets.size,
    slowestHeadersMs: slowestMs.headers,
    slowestBodyMs: slowestMs.body,
  };
}

// They stand for other machines, whose work takes nothing of the cores that the service has.
setPriority(constants.priority.PRIORITY_LOW);
const stop = new AbortController();
process.on("message", () => stop.abort());
process.once("disconnect", () => process.exit());
const order = slowOrder.parse(JSON.parse(process.argv[2] ?? ""));
process.send?.(await keepCalling(order, stop.signal, () => process.send?.("open")));
