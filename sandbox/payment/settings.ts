import type { Config, PaymentsConfig } from "#src/config.ts";
import type { Look } from "#sandbox/page.ts";
import { isLoopback } from "#src/config/loopback.ts";

/** The values that the sandbox's payment provider takes from the settings of the service. */
export interface Settings {
  /** Its address and the one key that it knows. */
  readonly payments: PaymentsConfig;
  readonly host: string;
  /** The port of its address. */
  readonly port: number;
  /** The address of the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly webhookSecret: string;
  readonly databaseUrl: string;
  /** The look of its pages. */
  readonly look: Look;
}

/** @throws Error in one sentence when others could reach it or a setting is missing */
export function paymentSettings(config: Config): Settings {
  const { payments, databaseUrl, host, publicUrl, site } = config;
  const [webhookSecret] = config.paymentWebhookSecrets;
  if (payments === null) throw new Error("The sandbox's payment provider needs PAYMENT_KEY_ID.");
  if (![host, publicUrl, payments.apiUrl].every(isLoopback)) {
    throw new Error(
      "The sandbox's payment provider runs on this machine only: HOST, PUBLIC_URL and PAYMENT_API_URL must be loopback.",
    );
  }
  if (webhookSecret === undefined) throw new Error("The sandbox's payment provider needs PAYMENT_WEBHOOK_SECRET.");
  if (databaseUrl === null) throw new Error("The sandbox's payment provider needs DATABASE_URL.");
  const port = Number(new URL(payments.apiUrl).port || "80");
  return { payments, host, port, publicUrl, webhookSecret, databaseUrl, look: site };
}
