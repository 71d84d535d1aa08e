import type { z } from "zod";

/** A message as it arrived: its bytes, and its headers by lower-case name. */
export interface SignedMessage {
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** One delivery of an event, whose sender has been verified. */
export interface Delivery {
  readonly eventId: string;
  /** The same for two deliveries of the same event, and for no other. */
  readonly dedupeKey: string;
}

/** The part of an event that is needed to store it; a worker reads the rest. */
export interface EventSummary {
  readonly type: string;
  /** False for types that are accepted and ignored. */
  readonly isHandled: boolean;
  /** The provider's id of the person or the order; null when the event is ignored or does not name one. */
  readonly subject: string | null;
}

/** The notifications of a provider: what a route needs to receive its events. */
export interface Webhook {
  /** The headers that it signs with, each with what it means. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The text of the OpenAPI document on its signatures and the events that are handled. */
  readonly description: string;
  /** The schema of a body. */
  readonly body: z.ZodObject;
  /** The same, as the summary of such a body. */
  readonly event: z.ZodType<EventSummary>;
  /** @throws DomainError `invalid_signature` when none of the secrets has signed the message */
  readonly verify: (message: SignedMessage, secrets: readonly string[]) => Delivery;
}
