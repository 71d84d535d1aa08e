import { z } from "zod";
import { subscriptionStatuses } from "#db/billing-schema.ts";
import { text } from "#src/api/validation/text.ts";

export const subscriptionBody = z.object({ plan_id: text({ min: 1, max: 100 }) });

export const checkoutAnswer = z
  .object({
    payments_order_id: z.string(),
    amount: z.int().meta({ description: "Paise." }),
    currency: z.string(),
    key_id: z.string().meta({ description: "The public key id at the payment provider." }),
    checkout_url: z.string().meta({ description: "Where a browser posts `key_id` and `order_id` to pay." }),
  })
  .meta({ id: "SubscriptionCheckout" });

export const subscriptionAnswer = z
  .object({
    subscription_id: z.uuid(),
    plan_id: z.string(),
    plan_name: z.string(),
    status: z.enum(subscriptionStatuses).exclude(["pending", "expired"]),
    current_period_start: z.iso.datetime(),
    current_period_end: z.iso.datetime().meta({ description: "The end of the paid period." }),
    payments_order_id: z.string().meta({ description: "The order that was paid last." }),
  })
  .meta({ id: "Subscription" });
