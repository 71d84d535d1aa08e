import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { freePort } from "#harness/servers/backing-services.ts";

/** A call as it came. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server in the API's place that takes webhooks. */
export interface Receiver<Received> {
  readonly url: string;
  /** The answers to the next calls; 200 when nothing is left. */
  readonly answers: number[];
  /** The calls in the order of their arrival, whatever they were answered with; waits for the next one. */
  next(): Promise<Received>;
  /** Makes it unreachable; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts one on a port of its own. What `read` throws, a wrong signature say, ends the test. */
export async function openReceiver<Received>(read: (arrival: Arrival) => Received): Promise<Receiver<Received>> {
  const port = await freePort();
  const answers: number[] = [];
  const arrivals = new TransformStream<Received, Received>();
  const [writer, reader] = [arrivals.writable.getWriter(), arrivals.readable.getReader()];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      void writer.write(read({ path: request.url ?? "", headers: request.headers, body }));
      response.writeHead(answers.shift() ?? 200, { connection: "close" }).end();
    });
  });
  const start = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(port, "127.0.0.1", resolve);
    await promise;
  };
  const stop = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await promise;
  };
  const next = async (): Promise<Received> => {
    const { value } = await reader.read();
    if (value === undefined) throw new Error("No webhook came.");
    return value;
  };
  await start();
  return { url: `http://localhost:${port}`, answers, next, start, stop };
}
