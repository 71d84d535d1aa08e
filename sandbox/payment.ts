import { startPaymentServer } from "#sandbox/payment/server.ts";
import { paymentSettings } from "#sandbox/payment/settings.ts";
import { runServer } from "#sandbox/run-server.ts";

/**
 * A payment provider for one machine that speaks Razorpay's protocol: orders, a checkout page, refunds and signed
 * webhooks; no money moves. Everything it keeps is in the schema `sandbox_payment` of the database.
 */
await runServer({ name: "payment", settings: paymentSettings, start: startPaymentServer });
