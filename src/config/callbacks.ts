import { z } from "zod";
import { setting } from "./setting.ts";
import { count, optional, text } from "./types.ts";

const leastKeyLength = 32;

export const callbacks = z
  .object({
    /** Null where the key of the database alone encrypts secrets. */
    secretsKey: setting("SECRETS_KEY", optional(text.min(leastKeyLength)), {
      description:
        "A random text of at least 32 characters with which the secrets of webhook endpoints are encrypted, beside a key in the database: without it, a copy of the database holds all that reads them. Keep it: a secret cannot be read with another one.",
      readBy: ["api"],
    }),
    concurrency: setting("CALLBACK_CONCURRENCY", count(64, 2), {
      description:
        "How many calls of customers' addresses each API process makes at once; addresses that failed last get half of them at most.",
      readBy: ["api"],
    }),
  })
  .describe("Webhooks and callbacks");
