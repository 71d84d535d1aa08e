import { z } from "zod";
import { service, workers } from "./processes.ts";
import { setting } from "./setting.ts";
import { count, seconds } from "./types.ts";

export const jobs = z
  .object({
    sweepIntervalMs: setting("SWEEP_INTERVAL_MS", count(2_000, 50), {
      description: "How often the maintenance process looks for work that was lost on the way.",
      readBy: ["maintenance"],
    }),
    requeueAfterMs: setting("REQUEUE_AFTER_MS", count(10_000, 50), {
      description: "After how long a promoted job that no worker has claimed returns to the outbox.",
      readBy: ["maintenance"],
    }),
    heartbeatMs: setting("HEARTBEAT_MS", count(5_000, 50), {
      description: "How often a running job renews its lease.",
      readBy: service,
    }),
    leaseExpiresMs: setting("LEASE_EXPIRES_MS", count(30_000, 200), {
      description:
        "After how long without a renewal the lease of a running job expires; at least three times `HEARTBEAT_MS`.",
      readBy: service,
    }),
    queueMaxAgeMs: setting("QUEUE_MAX_AGE_SECONDS", seconds(120), {
      description: "How long a job may be due and not claimed before new work of its kind is refused.",
      readBy: ["api"],
    }),
    consumingCheckMs: setting("CONSUMING_CHECK_MS", count(20_000, 50), {
      description:
        "How often a worker checks that it still receives jobs; after three checks with jobs waiting and a free slot it exits, to be started again.",
      readBy: workers,
    }),
  })
  .refine(
    ({ heartbeatMs, leaseExpiresMs }) => leaseExpiresMs >= 3 * heartbeatMs,
    "LEASE_EXPIRES_MS must be three times HEARTBEAT_MS or more, or running jobs are treated as crashed.",
  )
  .describe("Jobs");
