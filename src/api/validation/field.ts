import { z } from "zod";
import { type Fault, missing } from "./fault.ts";

/** The result of a field's parser: the parsed value, or the one reason why not. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

/** A value that a parser takes. */
export const accept = <T>(value: T): Parsed<T> => ({ ok: true, value });

/** A value that a parser refuses. */
export const refuse = (fault: Fault): Parsed<never> => ({ ok: false, fault });

/** The JSON Schema keywords that describe a field in the OpenAPI document. */
export type Keywords = Readonly<Record<string, unknown>>;

/**
 * A zod schema around a parser that knows Pydantic's rules for a type. The first fault travels to
 * `toValidationDetail` in the issue's `params`; an absent value never reaches `parse`.
 * Wrap it with `.optional()`, `.nullable()` or `.default(…)` as any zod schema.
 */
export const field = <T>(parse: (raw: unknown) => Parsed<T>, keywords: Keywords): z.ZodType<T> =>
  // A check, not a transform: of a transforming schema zod's JSON Schema drops `default` and `examples`.
  z
    .any()
    .check((payload) => {
      const parsed = payload.value === undefined ? refuse(missing) : parse(payload.value);
      if (parsed.ok) payload.value = parsed.value;
      else
        payload.issues.push({ code: "custom", message: parsed.fault.msg, params: parsed.fault, input: payload.value });
    })
    .meta({ ...keywords });
