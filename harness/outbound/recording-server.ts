import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createListener } from "node:net";

/** The address of this machine that recordings are served at; what listens at any other may not be reached. */
export const openHost = "127.0.0.2";

/** The settings with which a service may fetch from `openHost`, and from nowhere else on this machine. */
export const openHostSettings = {
  OUTBOUND_HTTP: "true",
  OUTBOUND_PORTS: "*",
  OUTBOUND_ALLOWED_NETWORKS: `${openHost}/32`,
} as const;

/** A request as it came. */
interface Asked {
  readonly url: string;
  readonly range: string | undefined;
}

export interface RecordingServer extends AsyncDisposable {
  /** The address of a path, with its query. */
  readonly at: (path: string) => string;
  readonly port: number;
  readonly asked: readonly Asked[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The path of a request, without its query. */
const pathOf = (url = ""): string => url.replace(/\?.*$/s, "");
const dripMs = 200;
/** The time in which what was sent is read: a client may drop what it has not read when the connection ends. */
const breakMs = 300;

/**
 * Serves a recording in many ways: whole at `/good.wav`, by parts at `/broken.wav` (each answer breaks off after a quarter of the
 * file), at `/short.wav` (the answer to each `Range` is a quarter) and at `/changed.wav` (which is another file after the first answer),
 * and never in a useful way at the other paths.
 */
export async function openRecordingServer(recording: Uint8Array): Promise<RecordingServer> {
  const asked: Asked[] = [];
  const quarter = Math.ceil(recording.length / 4);
  const part = (request: IncomingMessage, response: ServerResponse, tag: string): Uint8Array => {
    const [, start = "0"] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
    const from = request.headers["if-range"] === tag ? Number(start) : 0;
    const rest = recording.subarray(from);
    const range = `bytes ${from}-${recording.length - 1}/${recording.length}`;
    const headers = { etag: tag, "content-length": rest.length };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, "content-range": range } : headers);
    return rest;
  };
  const breakOff = (response: ServerResponse, bytes: Uint8Array): void =>
    void (bytes.length > quarter
      ? response.write(bytes.subarray(0, quarter), () => setTimeout(() => response.destroy(), breakMs))
      : response.end(bytes));
  /** A part of the file in an answer that is whole. */
  const slice = (response: ServerResponse, from: number, tag: string): void => {
    const bytes = recording.subarray(from, from + quarter);
    const range = `bytes ${from}-${from + bytes.length - 1}/${recording.length}`;
    response.writeHead(206, { etag: tag, "content-length": bytes.length, "content-range": range }).end(bytes);
  };
  const answers: Readonly<Record<string, Answer>> = {
    "/good.wav": (request, response) => void response.end(part(request, response, '"one"')),
    "/broken.wav": (request, response) => breakOff(response, part(request, response, '"one"')),
    "/changed.wav": (request, response) => {
      const isFirst = asked.filter(({ url }) => pathOf(url) === "/changed.wav").length === 1;
      const bytes = part(request, response, isFirst ? '"one"' : '"two"');
      if (isFirst) breakOff(response, bytes);
      else response.end(bytes);
    },
    "/short.wav": (request, response) => {
      if (request.headers.range === undefined) breakOff(response, part(request, response, '"one"'));
      else slice(response, Number(/\d+/.exec(request.headers.range)?.[0]), '"one"');
    },
    // The condition of the request is not heeded.
    "/heedless.wav": (request, response) => {
      const isFirst = asked.filter(({ url }) => pathOf(url) === "/heedless.wav").length === 1;
      if (request.headers.range !== undefined) slice(response, quarter, '"two"');
      else if (isFirst) breakOff(response, part(request, response, '"one"'));
      else response.end(part(request, response, '"two"'));
    },
    "/part.wav": (_, response) => slice(response, 0, '"one"'),
    "/drip.wav": (_, response) => {
      response.writeHead(200).write(recording.subarray(0, 44));
      const drip = setInterval(() => response.write(recording.subarray(0, 1)), dripMs);
      response.once("close", () => clearInterval(drip));
    },
    "/less.wav": (_, response) =>
      void response
        .writeHead(200, { "content-length": 2 * recording.length })
        .write(recording, () => response.destroy()),
    "/more.wav": (_, response) => void response.writeHead(200, { "content-length": 100 * 1024 ** 3 }).write("RIFF"),
    "/endless.wav": (_, response) => {
      response.writeHead(200).write(recording);
      const more = (): void => void (response.destroyed || response.write(Buffer.alloc(256 * 1024), more));
      more();
    },
    "/text.wav": (_, response) => void response.end("This is a text and no recording."),
    "/empty.wav": (_, response) => void response.end(),
    "/silent.wav": () => undefined,
    "/fails.wav": (_, response) => void response.writeHead(500).end(),
    "/forbidden.wav": (_, response) => void response.writeHead(403).end(),
  };
  const server = createServer((request, response) => {
    const { url = "/" } = request;
    asked.push({ url, range: request.headers.range });
    // Each request asks for the address of a name anew.
    response.setHeader("connection", "close");
    const target = new URL(url, "http://server").searchParams.get("to");
    if (target !== null) return void response.writeHead(302, { location: target }).end();
    const answer = answers[pathOf(url)];
    return answer === undefined ? void response.writeHead(404).end() : answer(request, response);
  }).listen(0, openHost);
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    port,
    asked,
    at: (path) => `http://${openHost}:${port}${path}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Counts connections to all other addresses of this machine. */
export interface ForbiddenListener extends AsyncDisposable {
  readonly port: number;
  connections(): number;
}

/** @param port one at which a server listens at `openHost`; a free one at all addresses when absent */
export async function openForbiddenListener(port?: number): Promise<ForbiddenListener> {
  let connections = 0;
  const server = createListener((socket) => {
    connections += 1;
    socket.destroy();
  });
  if (port === undefined) server.listen(0, "::");
  else server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : 0,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
