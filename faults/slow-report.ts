import { z } from "zod";

/** The input of the process of slow callers. */
export const slowOrder = z.object({
  baseUrl: z.string(),
  key: z.string(),
  /** Connections with slow headers. */
  headers: z.int(),
  /** Connections with slow bodies. */
  bodies: z.int(),
  /** The time until all of them are open for the first time. */
  rampMs: z.number(),
});

export type SlowOrder = z.output<typeof slowOrder>;

/** The connections that it has seen. */
export const slowReport = z.object({
  opened: z.int(),
  mostOpen: z.int(),
  /** Connections that the callers have not closed, though the service has. */
  leftOpen: z.int(),
  slowestHeadersMs: z.number(),
  slowestBodyMs: z.number(),
});

export type SlowReport = z.output<typeof slowReport>;
