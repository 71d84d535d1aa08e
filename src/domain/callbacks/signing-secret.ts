import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A new secret of an endpoint, by Standard Webhooks: `whsec_` and base64. */
export const newSigningSecret = (): string => `${prefix}${randomBytes(secretBytes).toString("base64")}`;

/** A message as it is signed. */
export interface UnsignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers by which a receiver knows who sent a message; one signature for each secret. */
export function signatureHeaders(
  { id, timestamp, body }: UnsignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
