import { z } from "zod";
import { subscriptionStatuses } from "#db/billing-schema.ts";
import { changeKinds } from "#src/domain/payments/plan-change.ts";
import { text } from "#src/api/validation/text.ts";

export const subscriptionBody = z.object({ plan_id: text({ min: 1, max: 100 }) });

export const previewQuery = z.object({ plan_id: text({ min: 1, max: 100 }) });

const characters = z.int();
const seconds = z.int();

export const previewAnswer = z
  .object({
    plan_id: z.string(),
    plan_name: z.string(),
    kind: z.enum(changeKinds).meta({ description: "What paying for the plan is to the account." }),
    amount: z.int().meta({ description: "What is to be paid, in paise." }),
    currency: z.string(),
    starts_at: z.iso.datetime().meta({ description: "When the plan begins, if it is paid now (UTC)." }),
    renews_automatically: z.literal(false).meta({ description: "A plan does not renew by itself." }),
    tts_granted: characters,
    asr_granted: seconds,
    ends_at: z.iso.datetime().meta({ description: "When it ends (UTC)." }),
    tts_remaining: characters,
    asr_remaining: seconds,
    tts_carried_over: characters,
    asr_carried_over: seconds,
    tts_expiring: characters,
    asr_expiring: seconds,
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the expiring credits end; null where none do (UTC).",
        examples: ["2026-12-20T08:30:00.000Z"],
      }),
  })
  .meta({ id: "SubscriptionPreview" });

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
    plans_paid_ahead: z.array(z.string()).meta({
      description:
        "Ids of the plans that cannot be bought now, since they are paid for until later: a checkout of one is refused " +
        "with `subscription_exists`. Any other plan with a price can be bought.",
      examples: [["starter"]],
    }),
    renewable_from: z.iso.datetime().meta({
      description:
        "When these can be bought again: seven days before the end of the paid period. The running plan can be bought " +
        "earlier, as soon as at most 20 % of its speech or its transcription credits are left (UTC).",
      examples: ["2026-12-13T08:30:00.000Z"],
    }),
  })
  .meta({ id: "Subscription" });
