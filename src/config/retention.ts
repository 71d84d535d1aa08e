import { z } from "zod";
import { setting } from "./setting.ts";

/** Longer than anything is kept, and short enough to be taken from today; null for ever. */
const days = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(fallback)
    .transform((given) => (given === 0 ? null : given));

const readBy = ["maintenance"] as const;

export const retention = z
  .object({
    audioDays: setting("AUDIO_RETENTION_DAYS", days(30), {
      description: "Recordings that were sent and audio that was made.",
      readBy: ["api", "maintenance"],
    }),
    textDays: setting("TEXT_RETENTION_DAYS", days(90), {
      description: "Texts that were sent and transcripts.",
      readBy,
    }),
    requestDays: setting("REQUEST_RETENTION_DAYS", days(365), {
      description:
        "Requests as they stand in the history; what was charged stays in the ledger and in the usage report.",
      readBy,
    }),
    webhookEventDays: setting("WEBHOOK_EVENT_RETENTION_DAYS", days(90), {
      description: "Notifications of the providers, except those that an admin should resolve.",
      readBy,
    }),
    deliveryDays: setting("WEBHOOK_DELIVERY_RETENTION_DAYS", days(30), {
      description: "Calls of customers' webhook endpoints, as the log of an endpoint shows them.",
      readBy,
    }),
    contactDays: setting("CONTACT_RETENTION_DAYS", days(365), {
      description: "Tickets of the contact form after they were closed; open ones stay.",
      readBy,
    }),
    feedbackDays: setting("FEEDBACK_RETENTION_DAYS", days(365), { description: "Feedback on requests.", readBy }),
    revokedKeyDays: setting("REVOKED_KEY_RETENTION_DAYS", days(90), {
      description: "API keys after they were revoked or replaced.",
      readBy,
    }),
  })
  .describe("Retention of finished work, in days; 0 keeps it for ever");
