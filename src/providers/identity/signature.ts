import { createHmac } from "node:crypto";
import { DomainError } from "#src/errors.ts";
import type { SignedMessage } from "#src/providers/webhook.ts";
import { isSameText } from "#src/providers/is-same-text.ts";

const families = ["webhook", "svix"] as const;
const secretPrefix = "whsec_";
const toleranceSeconds = 300;
const plainId = /^[!-~]{1,255}$/;
const plainSeconds = /^\d{1,12}$/;

/**
 * Proves that the sender of a message knows one of the secrets, by Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): HMAC-SHA256 of
 * `id.timestamp.body`, sent at most five minutes ago or ahead. Signatures are compared as the texts they are.
 * @param secrets `whsec_` and base64 each
 * @returns the id of the message, the same however often it is sent
 * @throws DomainError `invalid_signature`
 */
export function verifyStandardWebhook(
  { header, body }: SignedMessage,
  { secrets, now = new Date() }: { readonly secrets: readonly string[]; readonly now?: Date },
): string {
  const sent = signatureHeaders(header);
  if (sent === null || !plainId.test(sent.id) || !plainSeconds.test(sent.timestamp)) refuse();
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(sent.timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds) refuse();
  const right = secrets.map((secret) => signatureOf(secret, sent, body));
  const given = sent.signatures.split(" ");
  if (!right.some((expected) => given.some((one) => isSameText(one, expected)))) refuse();
  return sent.id;
}

interface SignatureHeaders {
  readonly id: string;
  readonly timestamp: string;
  /** One or several of `v1,<base64>`, a space between them. */
  readonly signatures: string;
}

/** The first complete family of headers; parts of two do not make one. */
function signatureHeaders(header: SignedMessage["header"]): SignatureHeaders | null {
  for (const family of families) {
    const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((part) => header(`${family}-${part}`));
    if (id !== undefined && timestamp !== undefined && signatures !== undefined) return { id, timestamp, signatures };
  }
  return null;
}

function signatureOf(secret: string, { id, timestamp }: SignatureHeaders, body: Buffer): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const code = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  return `v1,${code}`;
}

function refuse(): never {
  throw new DomainError("invalid_signature");
}
