import { z } from "zod";

/** The outcome of an event. */
export const receivedEvent = z
  .object({
    received: z.literal(true),
    event_id: z.string(),
    status: z.enum(["queued", "duplicate", "ignored"]),
  })
  .meta({ id: "ReceivedEvent" });
