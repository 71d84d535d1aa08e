import type { Context } from "koa";
import { z } from "zod";
import { DomainError } from "#src/errors.ts";
import { parseJsonBody } from "./json-body.ts";
import type { RequestContext } from "#src/api/route.ts";
import { receiveBody } from "./receive-body.ts";
import type { BodyReader, BodyReading, BodyResult } from "./body-reader.ts";
import { parsePart } from "#src/api/validation/parse-part.ts";

/** For routes that take no body: whatever is sent is not looked at. */
export const noBody: BodyReader<undefined> = {
  read: () => Promise.resolve({ ok: true, value: undefined }),
  document: null,
};

type Schema<Body> = z.ZodObject & z.ZodType<Body>;

interface JsonBodyOptions<Body> {
  /** Its schema, where what is good depends on what the caller accepts. */
  readonly schemaFor?: (call: Pick<RequestContext, "accepts">) => Schema<Body>;
  /** The factor by which `limits.jsonMaxBytes` is multiplied; 1 when absent. */
  readonly sizeFactor?: number;
}

/** A JSON object of at most `limits.jsonMaxBytes`. */
export const jsonBody = <Body>(
  documented: Schema<Body>,
  { schemaFor, sizeFactor = 1 }: JsonBodyOptions<Body> = {},
): BodyReader<Body> => ({
  read: async (ctx, reading) => {
    const schema = schemaFor?.({ accepts: (types) => ctx.accepts([...types]) || undefined }) ?? documented;
    return parseJson(await readJsonBytes(ctx, reading, sizeFactor), { ctx, schema });
  },
  document: { contentType: "application/json", schema: () => documented },
});

/** The same, where a field that is `null` is not there. */
export const jsonBodyWithoutNulls = <Body>(schema: Schema<Body>): BodyReader<Body> => ({
  read: async (ctx, reading) => {
    const body = parseJsonBody(await readJsonBytes(ctx, reading), ctx.get("content-type"));
    return body.ok ? parseFields(withoutNulls(body.value), schema) : { ok: false, rows: body.detail };
  },
  document: { contentType: "application/json", schema: () => withNulls(schema) },
});

/** The same schema, where `null` may stand for what may be left out. */
function withNulls(schema: z.ZodObject): z.ZodObject {
  const fields: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return schema.safeExtend(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, orNull(field)])));
}

function orNull(field: z.core.$ZodType): z.core.$ZodType {
  if (!z.safeParse(field, undefined).success) return field;
  return z.nullable(field).meta({ description: z.globalRegistry.get(field)?.description });
}

const withoutNulls = (value: unknown): unknown =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== null));

/** The same, where no body at all counts as an empty object. @param schemaFor its schema, where what has an effect depends on the service */
export const optionalJsonBody = <Body>(
  documented: Schema<Body>,
  schemaFor?: (resources: BodyReading["resources"]) => Promise<Schema<Body>>,
): BodyReader<Body> => ({
  read: async (ctx, reading) => {
    const schema = (await schemaFor?.(reading.resources)) ?? documented;
    const raw = await readJsonBytes(ctx, reading);
    return raw.length === 0 ? parseFields({}, schema) : parseJson(raw, { ctx, schema });
  },
  document: { contentType: "application/json", schema: () => documented, isOptional: true },
});

const readJsonBytes = (ctx: Context, reading: BodyReading, sizeFactor = 1): Promise<Buffer> =>
  readBytes(ctx, reading, sizeFactor * reading.resources.config.limits.jsonMaxBytes);

function parseJson<Body>(
  raw: Buffer,
  { ctx, schema }: { readonly ctx: Context; readonly schema: Schema<Body> },
): BodyResult<Body> {
  const body = parseJsonBody(raw, ctx.get("content-type"));
  return body.ok ? parseFields(body.value, schema) : { ok: false, rows: body.detail };
}

function parseFields<Body>(input: unknown, schema: Schema<Body>): BodyResult<Body> {
  const parsed = parsePart("body", schema, input);
  return parsed.ok ? { ...parsed, sent: { schema, fields: Object.entries(input ?? {}) } } : parsed;
}

/**
 * All bytes of a body.
 * @throws DomainError `body_too_large` beyond `maxBytes`, `request_timeout`, `concurrency_limited`, `unavailable`
 */
export function readBytes(ctx: Context, reading: BodyReading, maxBytes: number): Promise<Buffer> {
  const { resources, bodies } = reading;
  const { jsonMaxSeconds } = resources.config.limits.bodies;
  const rules = {
    maxBytes,
    tooLarge: () => new DomainError("body_too_large", undefined, { max_bytes: maxBytes }),
    pace: { minBytesPerSecond: 0, maxSeconds: jsonMaxSeconds },
    admit: (bytes: number) => bodies.memory(reading, bytes),
  };
  return receiveBody(ctx, rules, async (body) => Buffer.concat(await Array.fromAsync(body)));
}
