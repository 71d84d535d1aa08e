import { z } from "zod";
import type { Db } from "#db/schema.ts";
import type { AttemptOutcome } from "#src/domain/callbacks/record-attempt.ts";
import { openedBy, type SecretBox } from "#src/domain/callbacks/secret-box.ts";
import { signatureHeaders } from "#src/domain/callbacks/signing-secret.ts";
import type { DueDelivery } from "#src/domain/callbacks/take-deliveries.ts";
import { isOutage } from "#src/errors.ts";
import { currentTraceparent } from "#src/spans.ts";
import type { Outbound } from "#src/platform/connections/outbound.ts";
import type { CallbackForms } from "./forms.ts";

/** The time of a whole attempt. */
const attemptMs = 15_000;
/** The bytes of an answer that are read. */
const answerBytes = 64 * 1024;
/** Characters of a date in a header. */
const maxDateLength = 40;

interface SendingResources {
  readonly db: Db;
  readonly outbound: Pick<Outbound, "parse" | "request">;
  readonly box: SecretBox;
  readonly forms: CallbackForms;
}

/**
 * Makes one attempt. Only an answer of 2xx is a success; redirects are not followed.
 * @throws the reason of the signal, and what is thrown where the database does not answer
 */
export async function sendCallback(
  resources: SendingResources,
  delivery: DueDelivery,
  stopping: AbortSignal,
): Promise<AttemptOutcome> {
  const { outbound } = resources;
  const message = await messageOf(resources, delivery);
  if (typeof message === "string") return failure(message);
  const method = delivery.method === "PUT" ? "PUT" : "POST";
  const deadline = AbortSignal.timeout(attemptMs);
  const signal = AbortSignal.any([deadline, stopping]);
  try {
    using response = await outbound.request(outbound.parse(delivery.url), { ...message, method, signal });
    // The outcome is the status; a body that breaks off changes nothing.
    await response.head(answerBytes).catch(() => undefined);
    return outcomeOf(response.status, response.headers["retry-after"]);
  } catch (error) {
    if (stopping.aborted) throw stopping.reason;
    if (deadline.aborted) return failure("The receiver did not answer within 15 seconds.");
    if (error instanceof Error && error.name === "OutboundError") return failure(error.message);
    throw error;
  }
}

const headersSchema = z.record(z.string(), z.string());

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @returns why there is none. @throws Error where the database does not answer */
async function messageOf({ db, box, forms }: SendingResources, delivery: DueDelivery): Promise<Message | string> {
  const form = forms.get(delivery.form);
  if (form === undefined) throw new Error(`There is no form ${delivery.form} of callbacks.`);
  const opened = openSecrets(delivery, box);
  if (opened === null) return "The secrets of the endpoint cannot be read. Rotate its secret.";
  const { secrets, headers } = opened;
  const body = await form.body(db, delivery).catch((error: unknown) => {
    if (isOutage(error)) throw error;
    return null;
  });
  if (body === null) return "The body could not be made.";
  const timestamp = Math.floor(Date.now() / 1000);
  const traceparent = currentTraceparent();
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "speech-service-webhooks/1",
      ...(traceparent !== null && { traceparent }),
      ...form.headers?.({ timestamp, body, secrets }, delivery),
      ...headers,
      ...signatureHeaders({ id: delivery.eventId, timestamp, body }, secrets),
    },
    body,
  };
}

/** Null where they were encrypted with a key that is not there any more; a former secret of that kind is left out. */
function openSecrets({ sealedSecrets: [newest, ...former], sealedHeaders }: DueDelivery, box: SecretBox) {
  const secret = newest === undefined ? null : openedBy(box, newest);
  const headers = sealedHeaders === null ? "{}" : openedBy(box, sealedHeaders);
  if (secret === null || headers === null) return null;
  const others = former.flatMap((sealed) => openedBy(box, sealed) ?? []);
  return { secrets: [secret, ...others], headers: headersSchema.parse(JSON.parse(headers)) };
}

const failure = (error: string): AttemptOutcome => ({ status: null, error, retryAfter: null });

function outcomeOf(status: number, retryAfter: string | undefined): AttemptOutcome {
  if (status >= 200 && status < 300) return { status, error: null, retryAfter: null };
  const mayAsk = status === 429 || status === 503;
  const why = status >= 300 && status < 400 ? "; redirects are not followed" : "";
  return {
    status,
    error: `The receiver answered ${status}${why}.`,
    retryAfter: mayAsk ? retryAfterSeconds(retryAfter) : null,
  };
}

/** The seconds of `Retry-After`, which is a number or a date; null for anything else. */
function retryAfterSeconds(header = "", now = Date.now()): number | null {
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const isDate = header.length <= maxDateLength && /[a-z]/i.test(header);
  const at = isDate ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}
