import { freePort } from "#harness/servers/backing-services.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

/** The sandbox's payment provider as its own process. */
export interface SandboxPayment {
  readonly url: string;
  /** The variables by which the API knows it. */
  readonly env: PaymentSandboxEnvironment;
  /** Calls it with the key of the service, and JSON. */
  call(method: "GET" | "POST" | "PUT", path: string, json?: unknown): Promise<{ status: number; json: unknown }>;
  /** Presses a button of its checkout page. */
  pay(orderId: string, outcome: "paid" | "failed" | "twice" | "late"): Promise<{ status: number; json: unknown }>;
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>;
}

/** The variables that the API and the sandbox share. */
export type PaymentSandboxEnvironment = Readonly<
  Record<"PAYMENT_API_URL" | "PAYMENT_KEY_ID" | "PAYMENT_KEY_SECRET" | "PAYMENT_WEBHOOK_SECRET" | "PUBLIC_URL", string>
>;

export interface SandboxPaymentOptions {
  /** The address of the API, which may start later: the webhook is below it. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  /** A free one when absent; the same one again after a restart. */
  readonly port?: number;
}

/** Starts `sandbox/payment.ts` and waits until it says that it is ready. */
export async function startSandboxPayment(options: SandboxPaymentOptions): Promise<SandboxPayment> {
  const env = paymentSandboxEnvironment(options.publicUrl, options.port ?? (await freePort()));
  const { stop } = await startSandboxProcess("payment", { DATABASE_URL: options.databaseUrl, ...env });
  const { PAYMENT_API_URL: url, PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: secret } = env;
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, init);
    const json: unknown = await response.json();
    return { status: response.status, json };
  };
  return {
    url,
    env,
    stop,
    call: (method, path, json) =>
      send(path, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`,
          ...(json !== undefined && { "content-type": "application/json" }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    pay: (orderId, outcome) =>
      send("/v1/checkout/embedded/pay", {
        method: "POST",
        body: new URLSearchParams({ key_id: keyId, order_id: orderId, outcome }),
      }),
  };
}

/** The same secrets at every start, so that a restart changes nothing. */
export const paymentSandboxEnvironment = (publicUrl: string, port: number): PaymentSandboxEnvironment => ({
  PAYMENT_API_URL: `http://localhost:${port}`,
  PAYMENT_KEY_ID: "rzp_test_OfTheTests0001",
  PAYMENT_KEY_SECRET: "the-key-secret-of-the-tests",
  PAYMENT_WEBHOOK_SECRET: "the-webhook-secret-of-the-tests",
  PUBLIC_URL: publicUrl,
});
