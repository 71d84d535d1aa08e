import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";

const message = z.looseObject({ type: z.string() });
/** A message of a live worker. */
export type LiveMessage = z.output<typeof message>;

/** A session at a live worker, as the API has one. */
export interface LiveWorkerSession {
  /** All messages so far. */
  readonly messages: readonly LiveMessage[];
  send(command: object): void;
  sendText(text: string): void;
  sendSound(bytes: Uint8Array): void;
  /** The next message of this type that has not been waited for. @throws Error when the connection closes before */
  next(type: string): Promise<LiveMessage>;
  /** The close code. */
  readonly closed: Promise<number>;
  /** Breaks the connection. */
  vanish(): void;
}

export interface LiveWorkerAddress {
  /** As `live_workers` has it. */
  readonly address: string;
  readonly secret: string;
}

/** The status of a call that was refused before it became a connection. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;

  constructor(status: number) {
    super(`The live worker answered with ${status}.`);
    this.status = status;
  }
}

const urlOf = (address: string, path: string): string =>
  address.startsWith("unix:")
    ? `ws+unix:${address.slice("unix:".length)}:${path}`
    : `ws${address.slice("http".length)}${path}`;

/** Opens a connection. @throws RefusedError */
export async function openLiveWorkerSession(
  { address, secret }: LiveWorkerAddress,
  {
    path = "/sessions",
    onMessage,
  }: { readonly path?: string; readonly onMessage?: (message: LiveMessage) => void } = {},
): Promise<LiveWorkerSession> {
  const socket = new WebSocket(urlOf(address, path), { headers: { authorization: `Bearer ${secret}` } });
  const messages: LiveMessage[] = [];
  const arrived = new EventTarget();
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  let isClosed = false;
  socket.on("message", (data: Buffer) => {
    const parsed = message.parse(JSON.parse(data.toString("utf8")));
    messages.push(parsed);
    onMessage?.(parsed);
    arrived.dispatchEvent(new Event("change"));
  });
  socket.on("close", (code) => {
    isClosed = true;
    resolve(code);
    arrived.dispatchEvent(new Event("change"));
  });
  const refused = new Promise<never>((_, reject) => {
    socket.on("unexpected-response", (_request, response) => reject(new RefusedError(response.statusCode ?? 0)));
    socket.on("error", reject);
  });
  await Promise.race([once(socket, "open"), refused]);
  refused.catch(() => undefined);
  let seen = 0;
  const next = async (type: string): Promise<LiveMessage> => {
    for (;;) {
      const at = messages.findIndex((one, index) => index >= seen && one.type === type);
      const found = messages[at];
      if (found !== undefined) {
        seen = at + 1;
        return found;
      }
      if (isClosed)
        throw new Error(`The connection was closed before a message ${type}: ${JSON.stringify(messages.at(-1))}`);
      await once(arrived, "change");
    }
  };
  return {
    messages,
    closed,
    next,
    send: (command) => socket.send(JSON.stringify(command)),
    sendText: (text) => socket.send(text),
    sendSound: (bytes) => socket.send(bytes),
    vanish: () => socket.terminate(),
  };
}

/** The first message of a session of 16 kHz PCM in English. */
export const startOfSession = {
  ...{ type: "start", request_id: "request", account: "account", language: "en", model: "auto" },
  ...{ encoding: "pcm_s16le", sample_rate: 16_000, channels: 1 },
  ...{ interim_results: true, endpointing_ms: 500, end_of_turn: "silence", revises: false },
} as const;
