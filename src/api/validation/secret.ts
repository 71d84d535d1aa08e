import { z } from "zod";
import { type TextRules, parseText, textKeywords } from "./text.ts";
import { field } from "./field.ts";

const format = "password";

/** A text field whose value no answer ever repeats. Clients see it as `format: password`. */
export const secret = (rules: TextRules = {}) =>
  field((raw) => parseText(raw, rules), { ...textKeywords(rules), format });

const isSecret = (schema: unknown): boolean => {
  if (!(schema instanceof z.ZodType)) return false;
  if (z.globalRegistry.get(schema)?.["format"] === format) return true;
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wrapped && isSecret(schema.unwrap());
};

/** The names of an object schema's secret fields. */
export const secretNames = (schema: z.ZodType): ReadonlySet<string> => {
  if (!(schema instanceof z.ZodObject)) return new Set();
  const fields: [string, unknown][] = Object.entries(schema.shape);
  return new Set(fields.filter(([, inner]) => isSecret(inner)).map(([name]) => name));
};
