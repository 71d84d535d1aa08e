import type { Context } from "koa";
import { readBytes } from "#src/api/bodies/body.ts";
import { parseJsonBody } from "#src/api/bodies/json-body.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import type { Config } from "#src/config.ts";
import { DomainError } from "#src/errors.ts";
import type { Delivery, EventSummary, Webhook } from "#src/providers/webhook.ts";

/** An event whose sender has been verified. */
export interface SignedEvent extends Delivery, EventSummary {
  /** The body as it was signed. */
  readonly text: string;
}

const json = "application/json";

/**
 * A JSON object of at most `limits.webhookMaxBytes`, whatever its declared type. Nothing of it is read before the
 * signature over its bytes has been verified.
 */
export const signedBody = (
  { verify, body: schema, event }: Webhook,
  secretsOf: (config: Config) => readonly string[],
): BodyReader<SignedEvent> => ({
  read: async (ctx, reading) => {
    const { config } = reading.resources;
    const secrets = secretsOf(config);
    if (secrets.length === 0) throw new DomainError("webhook_not_configured");
    const body = await readBytes(ctx, reading, config.limits.webhookMaxBytes);
    const delivery = verify({ header: (name) => headerOf(ctx, name), body }, secrets);
    const parsed = parseJsonBody(body, json);
    if (!parsed.ok) return { ok: false, rows: parsed.detail };
    const summary = event.safeParse(parsed.value);
    if (summary.success) return { ok: true, value: { ...delivery, ...summary.data, text: body.toString("utf8") } };
    return { ok: false, rows: toValidationDetail(summary.error, { where: "body", input: parsed.value, schema }) };
  },
  document: { contentType: json, schema: () => schema },
});

const headerOf = (ctx: Context, name: string): string | undefined => ctx.get(name) || undefined;
