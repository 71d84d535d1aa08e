import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { freePort } from "#test/support/backing-services.ts";

const webhookBody = z.object({ type: z.string(), timestamp: z.int(), data: z.looseObject({ id: z.string() }) });

/** A webhook whose signature was right, with its headers. */
export interface ReceivedWebhook extends z.output<typeof webhookBody> {
  readonly id: string;
  /** When it was signed. */
  readonly signedAtSeconds: number;
  readonly receivedAtMs: number;
}

/** A server in the API's place that takes webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  /** What the next calls are answered with; 200 when nothing is left. */
  readonly answers: number[];
  /** The calls in the order of their arrival, whatever they were answered with; waits for the next one. */
  next(): Promise<ReceivedWebhook>;
  /** Makes it unreachable; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts one on a port of its own. A wrong signature ends the test. */
export async function openWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const port = await freePort();
  const webhook = new Webhook(secret);
  const answers: number[] = [];
  const arrivals = new TransformStream<ReceivedWebhook, ReceivedWebhook>();
  const [writer, reader] = [arrivals.writable.getWriter(), arrivals.readable.getReader()];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      void writer.write(verified(webhook, request.headers, body));
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
  const next = async (): Promise<ReceivedWebhook> => {
    const { value } = await reader.read();
    if (value === undefined) throw new Error("No webhook came.");
    return value;
  };
  await start();
  return { url: `http://localhost:${port}`, answers, next, start, stop };
}

function verified(webhook: Webhook, headers: IncomingHttpHeaders, body: string): ReceivedWebhook {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    ...webhookBody.parse(webhook.verify(body, sent)),
    id: sent["webhook-id"] ?? "",
    signedAtSeconds: Number(sent["webhook-timestamp"]),
    receivedAtMs: performance.now(),
  };
}
