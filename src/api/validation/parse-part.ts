import type { z } from "zod";
import type { BodyResult } from "#src/api/bodies/body-reader.ts";
import { type Source, toValidationDetail } from "./validation-error.ts";

/** The value of a part of a request by its schema, or the rows against it. */
export function parsePart<Value>(where: Source["where"], schema: z.ZodType<Value>, input: unknown): BodyResult<Value> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, rows: toValidationDetail(parsed.error, { where, input, schema }) };
}
