import type { z } from "zod";
import type { BodyResult } from "#src/api/bodies/body-reader.ts";
import { isList } from "./list.ts";
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
  const lists = new Set(Object.keys(schema.shape).filter((name) => isList(schema.shape[name])));
  const all = (name: string): readonly string[] => fields.flatMap(([other, value]) => (other === name ? [value] : []));
  // A list takes all values of its name; else the last of several counts.
  const input = fields.map(([name, value]) => [name, lists.has(name) ? all(name) : value] as const);
  const parsed = parsePart("query", schema, Object.fromEntries(input));
  return parsed.ok ? { ...parsed, sent: { schema, fields } } : parsed;
}
