import type { z } from "zod";
import type { SpeechClient } from "#sdk/speech-client.ts";
import type { Share } from "./budget.ts";
import { WyomingFault } from "./events.ts";

/** A client that is connected, for the work that answers it. */
export interface Peer {
  readonly client: SpeechClient;
  /** Sends an event, and waits until the client has read enough of those before. @throws Error when it is gone */
  readonly send: (type: string, data: object, payload?: Uint8Array) => Promise<void>;
  /** Ends the connection with an `error`, once. */
  readonly fail: (error: unknown) => void;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
  /** The sound that the connection holds. */
  readonly share: Share;
  /** The languages that are heard live, as their primary tags. */
  readonly liveTags: () => Promise<ReadonlySet<string>>;
  /** Work that ends in order when the connection ends, for which it waits. */
  readonly ending: Set<Promise<void>>;
}

/** Reads the data of an event. @throws WyomingFault that names the fields */
export function readData<T>(type: string, given: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new WyomingFault("invalid_data", `${type}: ${fields.join("; ")}.`);
}
