import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import { refuse, setting } from "./setting.ts";
import { httpUrl, list, optional, seconds, text, withoutSlash } from "./types.ts";

const readBy = ["api", "maintenance", "payment"] as const;

const provider = z
  .object({
    apiUrl: setting("PAYMENT_API_URL", httpUrl.default("https://api.razorpay.com"), {
      description: "The address of the provider.",
      readBy,
    }),
    keyId: setting("PAYMENT_KEY_ID", optional(text), {
      description:
        "The id of the key by which the provider knows this service; without it nothing can be bought, except in the sandbox.",
      readBy,
    }),
    keySecret: setting("PAYMENT_KEY_SECRET", optional(text), { description: "The secret that goes with it.", readBy }),
    reconcileMs: setting("PAYMENT_RECONCILE_SECONDS", seconds(60), {
      description: "How often the provider is asked about an order that is not paid; less often as it grows older.",
      readBy: ["maintenance"],
    }),
  })
  .transform(({ apiUrl, keyId, keySecret, reconcileMs }, context) => {
    if (keyId === null) return null;
    if (keySecret === null) return refuse(context, "PAYMENT_KEY_ID needs PAYMENT_KEY_SECRET beside it.");
    if (!apiUrl.startsWith("https:") && !isLoopback(apiUrl)) {
      return refuse(context, "PAYMENT_API_URL needs https, except on this machine.");
    }
    return { apiUrl: withoutSlash(apiUrl), keyId, keySecret, reconcileMs };
  });

const webhookSecrets = list.refine(
  (secrets) => secrets.length <= 2 && secrets.every((secret) => secret.length >= 16),
  "One or two secrets are needed, each of at least 16 characters.",
);

export const payments = z
  .object({
    payments: provider,
    paymentWebhookSecrets: setting("PAYMENT_WEBHOOK_SECRET", webhookSecrets.default([]), {
      description:
        "The secret of the payment webhook, at least 16 characters; two separated by a comma while one is replaced.",
      readBy: ["api", "payment"],
    }),
  })
  .describe("Payments: a provider with Razorpay's API");
