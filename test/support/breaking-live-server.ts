import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const bytesPerSecond = 32_000;
const requestId = "3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90";

const final = (id: string, text: string, times: { readonly start: number; readonly end: number }) => ({
  ...{ type: "final", id, text, ...times, confidence: 0.9, language: "en", language_probability: null },
  ...{ speech_final: true, from_finalize: false, replaces: [], words: [] },
});

/** A connection to the server: what it was opened with, and what came. */
interface Connection {
  readonly query: Readonly<Record<string, string>>;
  readonly commands: string[];
  /** The sound, one number for each sample. */
  readonly samples: number[];
}

interface BreakingServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly connections: readonly Connection[];
}

interface Options {
  /** Whether a session can be resumed. */
  readonly resumes: boolean;
}

/**
 * A service whose first connection breaks after three seconds of sound, of which the first one is a final. With `resumes`, the next
 * attempt is refused, and the one after that goes on.
 */
export async function openBreakingLiveServer({ resumes }: Options): Promise<BreakingServer> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => "speech" });
  const connections: Connection[] = [];
  let attempts = 0;
  server.on("upgrade", (request, socket, head) => {
    attempts += 1;
    if (attempts === 2) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const query = Object.fromEntries(new URL(request.url ?? "/", "http://localhost").searchParams);
      const connection: Connection = { query, commands: [], samples: [] };
      const isFirst = connections.push(connection) === 1;
      const say = (message: object): void => client.send(JSON.stringify(message));
      say({
        ...{ type: "session_started", request_id: requestId, expires_at: new Date().toISOString() },
        ...(resumes && { resume_token: "again", resume_within_seconds: 30, from_seconds: isFirst ? 0 : 1 }),
      });
      client.on("message", (data: Buffer, isBinary) => {
        if (!isBinary) return answer(connection, data.toString(), say);
        for (let at = 0; at + 1 < data.length; at += 2) connection.samples.push(data.readInt16LE(at));
        if (!isFirst || connection.samples.length * 2 < 3 * bytesPerSecond) return;
        say(final("1", "One.", { start: 0, end: 1 }));
        client.terminate();
      });
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  return {
    ...{ baseUrl: `http://127.0.0.1:${port}`, connections },
    [Symbol.asyncDispose]: async () => {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}

function answer(connection: Connection, text: string, say: (message: object) => void): void {
  const command = /"type": ?"(?<type>\w+)"/.exec(text)?.groups?.["type"] ?? "";
  connection.commands.push(command);
  if (command !== "close") return;
  say(final("2", "Two.", { start: 1, end: 4 }));
  say({ type: "session_ended", duration_seconds: 4, credits_consumed: 4, request_id: requestId });
}

/** Seconds of sound that counts its samples, the number of each modulo 1000. */
export const countingSound = (from: number, seconds: number): Uint8Array => {
  const count = (bytesPerSecond / 2) * seconds;
  const first = (bytesPerSecond / 2) * from;
  return new Uint8Array(Int16Array.from({ length: count }, (_, index) => (first + index) % 1_000).buffer);
};
