import { z } from "zod";

/** What became of an event. */
export const receivedEvent = z
  .object({
    received: z.literal(true),
    event_id: z.string(),
    status: z.enum(["queued", "duplicate", "ignored"]),
  })
  .meta({ id: "ReceivedEvent" });
