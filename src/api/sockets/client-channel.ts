import type { RawData, WebSocket } from "ws";

/** A frame of a client. */
export interface ClientFrame {
  readonly isBinary: boolean;
  readonly data: Buffer;
}

export interface ClientListener {
  readonly frame: (frame: ClientFrame) => void;
  /** The client sends too many frames. */
  readonly flooded: () => void;
  readonly closed: () => void;
}

/** The connection to a client, with what it may send and how much of what it is sent it may leave unread. */
export interface ClientChannel {
  /** Sends messages. One that may be dropped is, where the client is slow to read. */
  send(messages: readonly object[], isDroppable?: boolean): void;
  end(code: number, reason: string): void;
  /** Reads nothing more from the client until `resume`. */
  pause(): void;
  resume(): void;
}

/** Frames a second that a client may send for long, and how many at once. */
const frames = { perSecond: 200, burst: 400 } as const;
/** Bytes that a client has not read beyond which messages that may be dropped are, and beyond which it is disconnected. */
const unread = { dropBytes: 64 * 1024, maxBytes: 1024 * 1024 } as const;
const pingMs = 20_000;
/** The time that a client has to answer a close frame. */
const lingerMs = 3_000;
const slowReader = { code: 1013, reason: "The client does not read what it is sent." } as const;

/** Opens the channel of a client whose handshake is done. */
export function openClientChannel(socket: WebSocket, listener: ClientListener): ClientChannel {
  const isFlood = createFrameCount();
  const pings = setInterval(() => socket.ping(), pingMs).unref();
  const end = (code: number, reason: string): void => {
    socket.resume();
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), lingerMs).unref();
  };
  socket
    .on("message", (data, isBinary) => {
      if (isFlood()) listener.flooded();
      else listener.frame({ isBinary, data: bufferOf(data) });
    })
    // The library closes the connection by itself; its code says why.
    .on("error", () => undefined)
    .on("close", () => {
      clearInterval(pings);
      listener.closed();
    });
  return {
    send: (messages, isDroppable = false) => {
      if (socket.readyState !== socket.OPEN) return;
      if (isDroppable && socket.bufferedAmount > unread.dropBytes) return;
      for (const message of messages) socket.send(JSON.stringify(message));
      if (socket.bufferedAmount > unread.maxBytes) end(slowReader.code, slowReader.reason);
    },
    end,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data;

/** Counts frames. @returns a function that is called for each, and says whether there are too many */
function createFrameCount(): () => boolean {
  let allowance: number = frames.burst;
  let last = performance.now();
  return () => {
    const now = performance.now();
    allowance = Math.min(frames.burst, allowance + ((now - last) / 1000) * frames.perSecond);
    last = now;
    allowance -= 1;
    return allowance < 0;
  };
}
