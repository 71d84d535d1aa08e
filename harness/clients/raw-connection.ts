import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A plain connection, for what no well-behaved client sends. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that has come back when the service has closed the connection. */
  readonly closed: Promise<string>;
}

/** Connects to a service and sends these bytes as they are. */
export async function openRawConnection(
  baseUrl: string,
  ...parts: readonly (string | Uint8Array)[]
): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  // A reset by the service is one way of closing.
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once("close", () => resolve(Buffer.concat(received).toString("latin1")));
  });
  await once(socket, "connect");
  for (const part of parts) socket.write(part);
  return { socket, closed };
}

/** The head of a POST; `headers` are whole lines. */
export const requestHead = (path: string, headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

/** A multipart body with one file in a field, written without a library. */
export const multipartBody = (boundary: string, field: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.wav"\r\n` +
        "Content-Type: audio/wav\r\n\r\n",
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
