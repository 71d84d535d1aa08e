import { randomBytes, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A webhook secret that no other test has. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

export interface Signing {
  readonly id?: string;
  readonly sentAt?: Date;
  /** The first part of the names of the headers. */
  readonly family?: "webhook" | "svix";
}

/** A call of a receiver as its provider makes it, signed by a library that is not ours. */
export function signedWebhook(
  secret: string,
  body: string,
  { id = randomUUID(), sentAt = new Date(), family = "webhook" }: Signing = {},
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const headers = {
    "content-type": "application/json",
    [`${family}-id`]: id,
    [`${family}-timestamp`]: String(Math.floor(sentAt.getTime() / 1000)),
    [`${family}-signature`]: new Webhook(secret).sign(id, sentAt, body),
  };
  return { headers, body };
}
