import type { Context } from "koa";
import type { z } from "zod";
import { readBytes } from "#src/api/body.ts";
import { parseJsonBody } from "#src/api/json-body.ts";
import type { BodyReader } from "#src/api/body-reader.ts";
import { toValidationDetail } from "#src/api/validation-error.ts";
import type { Config } from "#src/config.ts";
import type { SignedMessage } from "#src/providers/identity/signature.ts";
import { DomainError } from "#src/errors.ts";

/** A message whose sender has been proven. */
export interface SignedEvent<Body> {
  /** The same for every delivery of the message. */
  readonly id: string;
  /** The body as it was signed. */
  readonly text: string;
  readonly event: Body;
}

export interface Signature<Body> {
  readonly schema: z.ZodObject & z.ZodType<Body>;
  readonly secretsOf: (config: Config) => readonly string[];
  /** The id of the message. @throws DomainError `invalid_signature` */
  readonly verify: (message: SignedMessage, secrets: readonly string[]) => string;
}

const json = "application/json";

/**
 * A JSON object of at most `limits.webhookMaxBytes`, whatever its declared type. Nothing of it is looked at before the
 * signature over its bytes is found right.
 */
export const signedBody = <Body>({ schema, secretsOf, verify }: Signature<Body>): BodyReader<SignedEvent<Body>> => ({
  read: async (ctx, reading) => {
    const { config } = reading.resources;
    const secrets = secretsOf(config);
    if (secrets.length === 0) throw new DomainError("webhook_not_configured");
    const body = await readBytes(ctx, reading, config.limits.webhookMaxBytes);
    const id = verify({ header: (name) => headerOf(ctx, name), body }, secrets);
    const parsed = parseJsonBody(body, json);
    if (!parsed.ok) return { ok: false, rows: parsed.detail };
    const event = schema.safeParse(parsed.value);
    if (event.success) return { ok: true, value: { id, text: body.toString("utf8"), event: event.data } };
    return { ok: false, rows: toValidationDetail(event.error, { where: "body", input: parsed.value, schema }) };
  },
  document: { contentType: json, schema: () => schema },
});

const headerOf = (ctx: Context, name: string): string | undefined => ctx.get(name) || undefined;
