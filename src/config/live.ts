import { availableParallelism } from "node:os";
import { z } from "zod";
import { setting } from "./setting.ts";
import { count, countOr, optional, port, seconds } from "./types.ts";

const sessionsPerCore = 2;
const longestSessionSeconds = 4 * 3_600;
const leastSecretLength = 16;

export const live = z
  .object({
    /** Null where there is no live transcription. */
    secret: setting("LIVE_SECRET", optional(z.string().min(leastSecretLength)), {
      description:
        "The secret by which the API opens sessions at the live processes, at least 16 characters; no live transcription when unset. `npm start` makes one.",
      readBy: ["api", "live"],
    }),
    /** Null where the API reaches it by a Unix socket. */
    port: setting("LIVE_PORT", optional(port), {
      description:
        "The port on which a live process takes sessions from the API; a Unix socket in DATA_DIR when unset, which an API on the same machine reaches.",
      readBy: ["live"],
    }),
    host: setting("LIVE_HOST", z.string().default("127.0.0.1"), {
      description:
        "The address on which it listens with LIVE_PORT; with 0.0.0.0 the API is told the first address of the machine that is not loopback.",
      readBy: ["live"],
    }),
    slots: setting("LIVE_SLOTS", countOr(sessionsPerCore * availableParallelism()), {
      description: "How many live sessions one live process has at once; twice the number of cores when unset.",
      readBy: ["live"],
    }),
    concurrency: setting("LIVE_CONCURRENCY", count(4), {
      description:
        "How many live sessions an account may have open; and as many that speak while a text is written, at each API process.",
      readBy: ["api"],
    }),
    idleMs: setting("LIVE_IDLE_SECONDS", seconds(10), {
      description: "After how long without audio or a message that keeps it open a live session ends.",
      readBy: ["api"],
    }),
    maxMs: setting("LIVE_MAX_SECONDS", seconds(longestSessionSeconds), {
      description: "How long a live session may last.",
      readBy: ["api"],
    }),
  })
  .describe("Live transcription");
