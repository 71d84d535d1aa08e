import type { z } from "zod";
import type { BodyResult } from "#src/api/bodies/body-reader.ts";
import { type Source, toValidationDetail } from "./validation-error.ts";

/** The value of a part of a request by its schema, or the rows against it. */
export function parsePart<Value>(where: Source["where"], schema: z.ZodType<Value>, input: unknown): BodyResult<Value> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, rows: toValidationDetail(parsed.error, { where, input, schema }) };
}

/** The value of a query, which is sent without its question mark. */
export function parseQuery<Query>(schema: z.ZodObject & z.ZodType<Query>, text: string): BodyResult<Query> {
  // A question mark at the beginning would be taken for that of the address.
  const fields = [...new URLSearchParams(`?${text}`)];
  // The last of several values counts.
  const parsed = parsePart("query", schema, Object.fromEntries(fields));
  return parsed.ok ? { ...parsed, sent: { schema, fields } } : parsed;
}
