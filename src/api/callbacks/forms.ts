import type { Db } from "#db/schema.ts";
import type { DueDelivery } from "#src/domain/callbacks/take-deliveries.ts";

/** A message that is about to be sent. */
export interface CallbackMessage {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
  /** Those of the endpoint, the newest first. */
  readonly secrets: readonly string[];
}

/** Body and headers of a callback in the words of one API, ours or a vendor's. Every one has the headers of Standard Webhooks. */
export interface CallbackForm {
  /** The body as it is sent, which is JSON. */
  readonly body: (db: Db, delivery: DueDelivery) => Promise<string>;
  /** Headers of this form; none when absent. */
  readonly headers?: (message: CallbackMessage, delivery: DueDelivery) => Readonly<Record<string, string>>;
}

/** The forms by the names that rows have. Names are stored and never change. */
export type CallbackForms = ReadonlyMap<string, CallbackForm>;
