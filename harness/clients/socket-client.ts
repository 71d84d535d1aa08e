import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocket } from "ws";
import { z } from "zod";

interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** ElevenLabs calls the type of a message `message_type`, and Sarvam in one protocol `event`. */
const message = z
  .looseObject({ type: z.string().optional(), message_type: z.string().optional(), event: z.string().optional() })
  .transform((sent): Message => ({ ...sent, type: sent.type ?? sent.message_type ?? sent.event ?? "" }));

/** A client of a WebSocket, with all that it has received. */
export interface SocketClient {
  readonly socket: WebSocket;
  readonly messages: readonly Message[];
  /** The binary frames that it has received. */
  readonly sound: readonly Buffer[];
  /** The next message of a type that has not been taken. @throws Error where the socket is closed before it */
  next(type: string): Promise<Message>;
  say(value: object): void;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The headers of the handshake. */
  readonly headers: IncomingMessage["headers"];
}

export interface SocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** A handshake that was refused. */
export interface Refused {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** Opens a WebSocket. @throws Error where it is refused */
export async function openSocket(url: string, options: SocketOptions = {}): Promise<SocketClient> {
  const result = await trySocket(url, options);
  if ("status" in result) throw new Error(`Refused: ${result.status} ${JSON.stringify(result.body)}`);
  return result;
}

/** Opens a WebSocket, or tells how it is refused. */
export async function trySocket(
  url: string,
  { headers = {}, protocols = [] }: SocketOptions = {},
): Promise<SocketClient | Refused> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), [...protocols], { headers });
  const messages: Message[] = [];
  const waiting: ({ readonly type: string } & PromiseWithResolvers<Message>)[] = [];
  const untaken: Message[] = [];
  const sound: Buffer[] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) return void sound.push(data);
    const received = message.parse(JSON.parse(data.toString()));
    messages.push(received);
    const index = waiting.findIndex(({ type }) => type === received.type);
    if (index === -1) untaken.push(received);
    else waiting.splice(index, 1)[0]?.resolve(received);
  });
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on("close", (code, reason) => {
    closed.resolve({ code, reason: reason.toString() });
    for (const { type, reject } of waiting) {
      reject(new Error(`Closed by ${code} ${reason.toString()} before ${type}; received: ${JSON.stringify(messages)}`));
    }
  });
  const outcome = Promise.withResolvers<Refused | IncomingMessage["headers"]>();
  socket
    .on("upgrade", (response) => outcome.resolve(response.headers))
    .on("unexpected-response", (_, response) => {
      const { statusCode: status = 0, headers: sent } = response;
      text(response).then(
        (sentBody) => outcome.resolve({ status, headers: sent, body: parsed(sentBody) }),
        outcome.reject,
      );
    })
    .on("error", outcome.reject);
  const answered = await outcome.promise;
  if (isRefused(answered)) return answered;
  if (socket.readyState === socket.CONNECTING) await once(socket, "open");
  return {
    ...{ socket, messages, sound, closed: closed.promise, headers: answered },
    say: (value) => socket.send(JSON.stringify(value)),
    next: (type) => {
      const index = untaken.findIndex((one) => one.type === type);
      const [known] = index === -1 ? [] : untaken.splice(index, 1);
      if (known !== undefined) return Promise.resolve(known);
      const answer = { type, ...Promise.withResolvers<Message>() };
      waiting.push(answer);
      return answer.promise;
    },
  };
}

function parsed(body: string): unknown {
  const value: unknown = body === "" ? null : JSON.parse(body);
  return value;
}

const isRefused = (answered: Refused | IncomingMessage["headers"]): answered is Refused =>
  typeof answered["status"] === "number";
