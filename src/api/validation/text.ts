import { type Keywords, type Parsed, accept, field, refuse } from "./field.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { notUnicode, valueError } from "./fault.ts";

/** Bounds of a text. Lengths count Unicode code points. */
export type TextRules = {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
};

const characters = (count: number): string => `${count} character${count === 1 ? "" : "s"}`;

const countCodePoints = (text: string): number => Array.from(text).length;

/**
 * A string within `rules`. Lone surrogates are refused because they cannot be written as UTF-8, NUL because a
 * Postgres text cannot hold it.
 */
export const parseText = (raw: unknown, { min, max, pattern }: TextRules = {}): Parsed<string> => {
  if (typeof raw !== "string") return refuse({ type: "string_type", msg: "Input should be a valid string" });
  if (!raw.isWellFormed()) return refuse(notUnicode);
  const length = countCodePoints(raw);
  if (min !== undefined && length < min) {
    const msg = `String should have at least ${characters(min)}`;
    return refuse({ type: "string_too_short", msg, ctx: { min_length: min } });
  }
  if (max !== undefined && length > max) {
    const msg = `String should have at most ${characters(max)}`;
    return refuse({ type: "string_too_long", msg, ctx: { max_length: max } });
  }
  if (pattern && !pattern.test(raw)) {
    const msg = `String should match pattern '${pattern.source}'`;
    return refuse({ type: "string_pattern_mismatch", msg, ctx: { pattern: pattern.source } });
  }
  return raw.includes("\0") ? refuse(valueError("NUL characters are not allowed")) : accept(raw);
};

/** The JSON Schema of a text within `rules`. */
export const textKeywords = ({ min, max, pattern }: TextRules): Keywords => ({
  type: "string",
  ...(min !== undefined && { minLength: min }),
  ...(max !== undefined && { maxLength: max }),
  ...(pattern && { pattern: pattern.source }),
});

/** A text field. `pattern` must be neither global nor sticky, or it would remember its last match. */
export const text = (rules: TextRules = {}) => field((raw) => parseText(raw, rules), textKeywords(rules));

const hidden = valueError(
  "A name must have a visible character, and no line breaks, control characters, or characters that are invisible or change the direction of text",
);

/** A text by which a person tells things apart or decides: all of it is seen, on one line. */
export const name = (rules: TextRules) =>
  field((raw) => {
    const parsed = parseText(raw, rules);
    return parsed.ok && displayName(parsed.value) !== parsed.value ? refuse(hidden) : parsed;
  }, textKeywords(rules));
