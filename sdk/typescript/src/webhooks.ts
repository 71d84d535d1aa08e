import type { Webhooks } from "./generated/types.gen.ts";

/** An event that a webhook endpoint is called for. */
export type WebhookEvent = Webhooks["body"];

/** A call that is not believed. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

export interface VerifyOptions {
  /** `whsec_…`; several while a secret is replaced. */
  readonly secret: string | readonly string[];
  /** Seconds by which the call may be old or ahead; 300 when absent. */
  readonly toleranceSeconds?: number;
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const usualTolerance = 300;
const prefix = "whsec_";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function headerOf(headers: GivenHeaders, name: string): string {
  const found = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const value = typeof found === "string" ? found : found?.[0];
  if (value === undefined) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

const isHeaders = (headers: GivenHeaders): headers is Headers => headers instanceof Headers;

const keyOf = (secret: string) =>
  crypto.subtle.importKey("raw", bytesOf(secret.replace(prefix, "")), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);

/** Whether one of the signatures is by this secret. They are compared in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secret: string,
): Promise<boolean> {
  const key = await keyOf(secret);
  const checks = signatures.map((one) => crypto.subtle.verify("HMAC", key, bytesOf(one), content));
  return (await Promise.all(checks)).includes(true);
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0;

/**
 * Verifies a call of a webhook endpoint by Standard Webhooks, and returns its event, or the body in a vendor's form where the call asked for that.
 * @param body as it arrived: a body that was parsed and written again has another signature
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: GivenHeaders,
  { secret, toleranceSeconds = usualTolerance }: VerifyOptions,
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const age = Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError("The call is too old, or its clock is ahead.");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signatures = headerOf(headers, "webhook-signature")
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") && isBase64(one.slice(3)) ? [one.slice(3)] : []));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const checks = [secret].flat().map((one) => isSigned(content, signatures, one));
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError("The signature is not by this secret.");
  }
  const event: unknown = JSON.parse(text);
  if (!isEvent(event)) throw new WebhookVerificationError("The body is no event.");
  return event;
}

/** The service has signed its form, which is an event's, or a vendor's where the call asked for that. */
const isEvent = (event: unknown): event is WebhookEvent => typeof event === "object" && event !== null;
