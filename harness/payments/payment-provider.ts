import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const keyId = "rzp_test_speech";
const keySecret = "the secret of the key";
const basic = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

const newOrder = z.strictObject({
  amount: z.int().min(100),
  currency: z.literal("INR"),
  receipt: z.string().min(1).max(40),
  payment_capture: z.literal(true),
});

/** An order as the provider was asked for it. */
export type ProviderOrder = z.output<typeof newOrder> & { readonly id: string };

/** A payment provider that speaks the part of Razorpay's protocol that the service needs, and does worse when told to. */
export interface TestPaymentProvider extends AsyncDisposable {
  /** The variables by which a service is paid through it. */
  readonly env: Readonly<Record<string, string>>;
  readonly keyId: string;
  readonly checkoutUrl: string;
  /** The orders that were made, the oldest first. */
  readonly orders: ProviderOrder[];
  /** The answer for an order that was made; null for the order as it is. */
  forge: ((order: ProviderOrder) => Answer) | null;
  /** Waited for before an order is answered. */
  beforeAnswer: () => Promise<unknown>;
  /** The payments of an order, by its id. */
  readonly payments: Map<string, readonly object[]>;
}

interface Answer {
  readonly status?: number;
  /** Sent as it is; undefined hangs up. */
  readonly body: string | undefined;
}

/** Starts a provider on this machine. */
export async function startPaymentProvider(): Promise<TestPaymentProvider> {
  const server = createServer((request, response) => {
    void answerOf(request, provider).then((answer) => send(response, answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const provider: TestPaymentProvider = {
    env: { PAYMENT_API_URL: url, PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret },
    keyId,
    checkoutUrl: `${url}/v1/checkout/embedded`,
    orders: [],
    forge: null,
    beforeAnswer: () => Promise.resolve(),
    payments: new Map(),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return provider;
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  if (body === undefined) return void response.destroy();
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

async function answerOf(request: IncomingMessage, provider: TestPaymentProvider): Promise<Answer> {
  const { method, url = "", headers } = request;
  const sent = await text(request);
  if (headers.authorization !== basic) return problem(401);
  const orderId = /^\/v1\/orders\/(order_\w+)\/payments$/.exec(url)?.[1];
  if (method === "GET" && orderId !== undefined) {
    const items = provider.payments.get(orderId) ?? [];
    return { body: JSON.stringify({ entity: "collection", count: items.length, items }) };
  }
  if (method !== "POST" || url !== "/v1/orders") return problem(404);
  const asked = newOrder.safeParse(JSON.parse(sent));
  if (!asked.success) return problem(400);
  const order = { id: `order_${randomBytes(7).toString("hex")}`, ...asked.data };
  provider.orders.push(order);
  await provider.beforeAnswer();
  if (provider.forge !== null) return provider.forge(order);
  const { payment_capture: _, ...entity } = order;
  return { body: JSON.stringify({ ...entity, entity: "order", amount_paid: 0, status: "created" }) };
}

const problem = (status: number): Answer => ({
  status,
  body: JSON.stringify({ error: { code: "BAD_REQUEST_ERROR", description: "It is not good." } }),
});
