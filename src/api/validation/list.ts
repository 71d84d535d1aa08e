import { z } from "zod";

/** Inclusive bounds of a list's length. */
export type LengthRules = { readonly min?: number; readonly max?: number };

const items = (count: number): string => `${count} item${count === 1 ? "" : "s"} after validation`;

/**
 * A list whose items are parsed one by one. A list that is too long is refused as a whole before its items are
 * looked at; one that is too short, after all of them were found good.
 */
export const list = <T extends z.ZodType>(item: T, { min, max }: LengthRules = {}) => {
  const parsed = z.array(item).superRefine((values, context) => {
    if (min === undefined || values.length >= min) return;
    const msg = `List should have at least ${items(min)}, not ${values.length}`;
    const ctx = { field_type: "List", min_length: min, actual_length: values.length };
    context.addIssue({ code: "custom", message: msg, params: { type: "too_short", msg, ctx } });
  });
  const bounded = z.preprocess((raw, context) => {
    if (!Array.isArray(raw) || max === undefined || raw.length <= max) return raw;
    const msg = `List should have at most ${items(max)}, not ${raw.length}`;
    const ctx = { field_type: "List", max_length: max, actual_length: raw.length };
    context.addIssue({ code: "custom", message: msg, params: { type: "too_long", msg, ctx } });
    return z.NEVER;
  }, parsed);
  const keywords = { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
  return bounded.nonoptional().meta(keywords);
};

/** True for an array and a `list`, within `.optional()`, `.default()` and the like. */
export function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodPipe) return isList(schema.out);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional) return isList(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return isList(schema.unwrap());
  return schema instanceof z.ZodArray;
}
