import { z } from "zod";

/** A message of the worker to a host: first `load`, then one `run` after the other. */
export const messageToHost = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("load"),
    /** The models, as the program of the host expects them. */
    models: z.unknown(),
    /** The user that it becomes once they are loaded. */
    user: z.object({ uid: z.int(), gid: z.int() }).nullable(),
  }),
  z.object({ kind: z.literal("run"), id: z.int(), request: z.unknown() }),
]);
export type MessageToHost = z.infer<typeof messageToHost>;

/** A message of a host to the worker: `ready` or `refused` once, then one answer to each `run`. */
export const messageOfHost = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  z.object({ kind: z.literal("done"), id: z.int(), reply: z.unknown() }),
  z.object({ kind: z.literal("failed"), id: z.int(), reason: z.string() }),
]);
export type MessageOfHost = z.infer<typeof messageOfHost>;
