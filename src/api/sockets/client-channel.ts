import { once } from "node:events";
import type { RawData, WebSocket } from "ws";

/** A frame of a client. */
export interface ClientFrame {
  readonly isBinary: boolean;
  readonly data: Buffer;
}

export interface ClientListener {
  readonly frame: (frame: ClientFrame) => void;
  /** The client sends too many frames, or too many bytes. */
  readonly flooded: () => void;
  /** The connection is gone. It is broken where neither side has ended it. */
  readonly closed: (isBroken: boolean) => void;
}

/** The connection to a client, with what it may send and how much of what it is sent it may leave unread. */
export interface ClientChannel {
  /** Sends messages. One that may be dropped is, where the client is slow to read. */
  send(messages: readonly object[], isDroppable?: boolean): void;
  /**
   * Sends frames, sound among them, and resolves when they have been written to the connection, or that is closed. A client that
   * reads none of them for so many milliseconds is disconnected.
   * @returns whether the connection is still open
   */
  deliver(frames: readonly (Buffer | object)[], maxMs: number): Promise<boolean>;
  end(code: number, reason: string): void;
  /** Reads nothing more from the client until `resume`. */
  pause(): void;
  resume(): void;
  /** Breaks the connection unless the client answers soon. @returns whether it does */
  probe(): Promise<boolean>;
}

/** Close codes of a client that ends the connection: on purpose, or without a code. */
const ends: ReadonlySet<number> = new Set([1000, 1005]);
/** The time in which a client answers a ping. */
const answerMs = 2_000;
/** The amount that a client may send in a second for long, and at once. */
interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}
/** Frames of sound, and bytes of any frames. */
const soundFrames: Allowance = { perSecond: 200, burst: 400 };
const bytes: Allowance = { perSecond: 4 * 1024 * 1024, burst: 48 * 1024 * 1024 };
/** Bytes of the reason that a close frame has room for (RFC 6455, 5.5). */
const reasonBytes = 123;
/** Bytes that a client has not read beyond which messages that may be dropped are, and beyond which it is disconnected. */
const unread = { dropBytes: 64 * 1024, maxBytes: 1024 * 1024 } as const;
const pingMs = 20_000;
/** The time that a client has to answer a close frame. */
const lingerMs = 3_000;
const slowReader = { code: 1013, reason: "The client does not read what it is sent." } as const;

/** Opens the channel of a client whose handshake is done. */
export function openClientChannel(
  socket: WebSocket,
  listener: ClientListener,
  frames: Allowance = soundFrames,
): ClientChannel {
  const [areTooMany, isTooMuch] = [createAllowance(frames), createAllowance(bytes)];
  const pings = setInterval(() => socket.ping(), pingMs).unref();
  let isEnded = false;
  const end = (code: number, reason: string): void => {
    isEnded = true;
    close(socket, { code, reason });
  };
  socket
    .on("message", (data, isBinary) => {
      const frame = { isBinary, data: bufferOf(data) };
      if (areTooMany(1) || isTooMuch(frame.data.length)) listener.flooded();
      else listener.frame(frame);
    })
    // The library closes the connection of a client that breaks the protocol by itself; its code says why.
    .on("error", () => (isEnded = true))
    .on("close", () => clearInterval(pings))
    .on("close", (code) => listener.closed(!isEnded && !ends.has(code)));
  return {
    send: (messages, isDroppable = false) => {
      if (socket.readyState !== socket.OPEN) return;
      if (isDroppable && socket.bufferedAmount > unread.dropBytes) return;
      for (const message of messages) socket.send(JSON.stringify(message));
      if (socket.bufferedAmount <= unread.maxBytes || isEnded) return;
      end(slowReader.code, slowReader.reason);
      // The connection itself may be open for some time.
      listener.closed(false);
    },
    deliver: (sent, maxMs) => deliver(socket, sent, { maxMs, onLate: () => end(slowReader.code, slowReader.reason) }),
    end,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    probe: () => probe(socket),
  };
}

/** Closes a connection, also one whose client does not answer that. */
function close(socket: WebSocket, { code, reason }: { readonly code: number; readonly reason: string }): void {
  socket.resume();
  socket.close(code, withinBytes(reason, reasonBytes));
  setTimeout(() => socket.terminate(), lingerMs).unref();
}

/** Resolves when a frame has left the process, or never will. */
const write = (socket: WebSocket, frame: Buffer | object): Promise<void> =>
  new Promise((resolve) => {
    socket.send(Buffer.isBuffer(frame) ? frame : JSON.stringify(frame), () => resolve());
  });

interface Patience {
  readonly maxMs: number;
  readonly onLate: () => void;
}

/** Resolves when all frames have left the process, or never will. */
async function deliver(socket: WebSocket, sent: readonly (Buffer | object)[], patience: Patience): Promise<boolean> {
  const late = setTimeout(patience.onLate, patience.maxMs);
  await Promise.all(sent.map((frame) => write(socket, frame)));
  clearTimeout(late);
  return socket.readyState === socket.OPEN;
}

async function probe(socket: WebSocket): Promise<boolean> {
  socket.resume();
  socket.ping();
  const answer = once(socket, "pong", { signal: AbortSignal.timeout(answerMs) });
  const isAnswered = await answer.then(
    () => true,
    () => false,
  );
  if (!isAnswered) socket.terminate();
  return isAnswered;
}

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data;

/** The beginning of a text that has at most so many bytes as UTF-8. */
export const withinBytes = (text: string, max: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(max)).read);

/** Counts what is sent. @returns a function that is told how much it is, and says whether it is too much */
function createAllowance({ perSecond, burst }: Allowance) {
  let allowance = burst;
  let last = performance.now();
  return (count: number): boolean => {
    const now = performance.now();
    allowance = Math.min(burst, allowance + ((now - last) / 1000) * perSecond);
    last = now;
    allowance -= count;
    return allowance < 0;
  };
}
