import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { Db } from "#db/schema.ts";
import { createNumberListener } from "./numbered-words.ts";

const command = z.object({ type: z.string() }).loose();

/** A session that the API has opened at a fake live worker. */
export interface FakeSession {
  /** The first message. */
  readonly start: Readonly<Record<string, unknown>>;
  readonly authorization: string;
  /** Bytes of sound so far. */
  bytes: number;
  /** The commands after the first message. */
  readonly commands: string[];
  say(event: object): void;
  /** Ends the connection at once, as a worker that dies does. */
  die(): void;
  readonly socket: WebSocket;
}

export interface FakeLiveWorker extends AsyncDisposable {
  readonly id: string;
  readonly sessions: readonly FakeSession[];
  /** Resolves with the session of this number, the first being 0. */
  session(number: number): Promise<FakeSession>;
  /** Registers it anew, as its heartbeat does. */
  beat(): Promise<void>;
}

export interface FakeWorkerOptions {
  readonly capacity?: number;
  readonly languages?: string[];
  /** Whether it answers `finalize` and `close` by itself, and reports progress with each frame; as a real one does. */
  readonly isObedient?: boolean;
  /** Whether it says the numbers that it hears, as `numbered-words.ts` has them, and ends what is open when it is closed. */
  readonly hearsNumbers?: boolean;
}

const bytesPerSecond = 32_000;

/** The final that a fake worker says, with one word for each of the text. */
export const finalOf = (id: number, text: string, times: { readonly start: number; readonly end: number }) => ({
  ...{ type: "final", id, text, ...times, confidence: 0.9, language: "en", language_probability: null },
  words: text
    .split(" ")
    .filter((word) => word !== "")
    .map((written) => ({ word: written.replaceAll(/[.,]/g, "").toLowerCase(), written, ...times, confidence: 0.9 })),
  ...{ speech_final: true, from_finalize: false, replaces: [], model: "fake", confidence_source: "none" },
});

/** Opens a worker that speaks the protocol between the API and live workers, and hears nothing but what a test says. */
export async function openFakeLiveWorker(db: Db, options: FakeWorkerOptions = {}): Promise<FakeLiveWorker> {
  const { capacity = 4, languages = ["en"], isObedient = true, hearsNumbers = false } = options;
  const id = randomUUID();
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: "/sessions", maxPayload: 2 * 1024 * 1024 });
  const sessions: FakeSession[] = [];
  const waiting = new Map<number, (session: FakeSession) => void>();
  sockets.on("connection", (socket, { headers }) => {
    const commands: string[] = [];
    let session: FakeSession | null = null;
    const say = (event: object): void => socket.send(JSON.stringify(event));
    const numbers = hearsNumbers ? listenForNumbers(say) : null;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) {
        numbers?.hear(data);
        return hearSound(session, data, isObedient);
      }
      const message = command.parse(JSON.parse(data.toString()));
      if (message.type === "close") numbers?.end();
      if (message.type !== "start") return obey(session, message.type, isObedient);
      session = {
        ...{ start: message, authorization: headers.authorization ?? "", bytes: 0, commands, say, socket },
        die: () => socket.terminate(),
      };
      say({ type: "ready", model: "fake", language: "en" });
      waiting.get(sessions.push(session) - 1)?.(session);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  await db
    .insertInto("live_workers")
    .values({ id, address: `http://127.0.0.1:${port}`, capacity, languages, models: ["fake"], taken_at: null })
    .execute();
  const beat = async (): Promise<void> => {
    await db
      .updateTable("live_workers")
      .set({ heartbeat_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
  };
  const beating = setInterval(() => void beat().catch(() => undefined), 1_000);
  return {
    id,
    sessions,
    beat,
    session: (number) => {
      const known = sessions[number];
      if (known !== undefined) return Promise.resolve(known);
      const { promise, resolve } = Promise.withResolvers<FakeSession>();
      waiting.set(number, resolve);
      return promise;
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(beating);
      await db.deleteFrom("live_workers").where("id", "=", id).execute();
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}

const listenForNumbers = (say: (event: object) => void) =>
  createNumberListener({
    onSpeech: (at) => say({ type: "speech_started", at }),
    onFinal: (...final) => say(finalOf(...final)),
  });

function hearSound(session: FakeSession | null, sound: Buffer, isObedient: boolean): void {
  if (session === null) return;
  session.bytes += sound.length;
  if (isObedient) session.say({ type: "progress", seconds: session.bytes / bytesPerSecond, lag_seconds: 0 });
}

function obey(session: FakeSession | null, type: string, isObedient: boolean): void {
  if (session === null) return;
  session.commands.push(type);
  if (!isObedient) return;
  const seconds = session.bytes / bytesPerSecond;
  if (type === "finalize")
    session.say({
      ...finalOf(0, "", { start: seconds, end: seconds }),
      id: 99,
      from_finalize: true,
      speech_final: false,
    });
  if (type !== "close") return;
  session.say({ type: "ended", seconds });
  session.socket.close(1000);
}
