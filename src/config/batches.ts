import { z } from "zod";
import { setting } from "./setting.ts";
import { count } from "./types.ts";

/** The price and the pace of recordings that are sent many at once. */
export const batches = z
  .object({
    pricePercent: setting("BATCH_PRICE_PERCENT", z.coerce.number().int().min(1).max(100).default(50), {
      description:
        "What a recording of a batch costs, in percent of what it costs alone. A batch keeps the price at which it was created.",
      readBy: ["api"],
    }),
    concurrency: setting("BATCH_CONCURRENCY", count(32), {
      description:
        "How many recordings of its batches an account may have in the queue at once. The others wait beside the queue.",
      readBy: ["maintenance"],
    }),
  })
  .describe("Batches");
