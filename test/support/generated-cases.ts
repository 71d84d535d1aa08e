import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";

/** The part of JSON Schema that this file knows; whatever else a schema says is left to the service. */
export interface Schema {
  readonly type?: string | undefined;
  readonly enum?: readonly (string | number | boolean | null)[] | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly items?: Schema | undefined;
  readonly maxItems?: number | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
}

/** `type: ["number", "null"]` as a choice of schemas with a type each. */
function withOneType(of: unknown): unknown {
  if (typeof of !== "object" || of === null || !("type" in of) || !Array.isArray(of.type)) return of;
  return { anyOf: of.type.map((type: unknown) => (type === "null" ? { type } : { ...of, type })) };
}

export const schema: z.ZodType<Schema> = z.lazy(() => z.preprocess(withOneType, oneTyped));

const oneTyped = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    items: schema.optional(),
    maxItems: z.number().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(schema).optional(),
  }),
);

/** Long enough for any script, short enough to be spoken in no time. */
const longestText = 40;

/** Values that the schema allows. */
export function allowed(of: Schema): Arbitrary<unknown> {
  if (of.anyOf !== undefined) return fc.oneof(...of.anyOf.map(allowed));
  if (of.enum !== undefined) return fc.constantFrom(...of.enum);
  if (of.type === "string") return allowedText(of);
  if (of.type === "integer") return fc.integer({ min: of.minimum ?? 0, max: of.maximum ?? 1_000_000 });
  if (of.type === "number") return fc.double({ min: of.minimum ?? 0, max: of.maximum ?? 1e6, noNaN: true });
  if (of.type === "boolean") return fc.boolean();
  if (of.type === "null") return fc.constant(null);
  if (of.type === "array") return fc.array(allowed(of.items ?? {}), { maxLength: of.maxItems ?? 5 });
  if (of.type === "object") return allowedObject(of);
  return fc.jsonValue();
}

function allowedText({ format, pattern, minLength = 0, maxLength = longestText }: Schema): Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined) return matching(new RegExp(pattern, "u"));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, longestText)) };
  const text = fc.string({ unit: "binary", ...length });
  return text.filter((one) => !one.includes("\0"));
}

/** fast-check makes no texts for a look ahead; what it does not allow is filtered out. */
const matching = (pattern: RegExp): Arbitrary<string> =>
  fc
    .stringMatching(new RegExp(pattern.source.replaceAll(/\(\?![^)]*\)/g, ""), "u"), { size: "small" })
    .filter((text) => pattern.test(text));

function allowedObject({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, allowed(of)]));
  return fc.record(values, { requiredKeys: [...required] }).map((value) => ({ ...value }));
}

const notText = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));
const unspeakable = fc.constantFrom("\0", "a\0b", "\uD800", "x\uDC00y");

/** Values of JSON that the schema forbids. */
export function forbidden(of: Schema): Arbitrary<unknown> {
  if (of.anyOf !== undefined) {
    const [first = {}] = of.anyOf;
    return forbidden(first).filter((value) => value !== null);
  }
  if (of.enum !== undefined) return forbiddenWord(of.enum);
  if (of.type === "string") return forbiddenText(of);
  if (of.type === "integer" || of.type === "number") return forbiddenNumber(of);
  if (of.type === "array") return forbiddenList(of);
  return fc.oneof(fc.constant("text"), fc.integer(), fc.constant([]), fc.constant(null));
}

function forbiddenWord(words: NonNullable<Schema["enum"]>): Arbitrary<unknown> {
  if (words.some((word) => typeof word !== "string")) return fc.constantFrom("no such word", [], {}, 7, -0.25);
  return fc.oneof(notText, unspeakable, fc.constantFrom("", "no such word", "__proto__"));
}

function forbiddenText({ format, minLength = 0, maxLength }: Schema): Arbitrary<unknown> {
  const wrong = [notText, unspeakable];
  if (minLength > 0) wrong.push(fc.constant(""));
  if (maxLength !== undefined)
    wrong.push(fc.constantFrom("x".repeat(maxLength + 1), "\u{1F600}".repeat(maxLength + 1)));
  if (format !== undefined) wrong.push(fc.constantFrom("", "no such thing", "2026-13-45", "1' or '1'='1"));
  return fc.oneof(...wrong);
}

function forbiddenNumber({ type, minimum, maximum }: Schema): Arbitrary<unknown> {
  const wrong: Arbitrary<unknown>[] = [fc.constantFrom("text", "", [], {}, null)];
  if (minimum !== undefined) wrong.push(fc.constantFrom(minimum - 1, -1e308, Number.MIN_SAFE_INTEGER));
  if (maximum !== undefined) wrong.push(fc.constantFrom(maximum + 1, 1e308, Number.MAX_SAFE_INTEGER));
  if (type === "integer") wrong.push(fc.constantFrom(1.5, 0.1));
  return fc.oneof(...wrong);
}

function forbiddenList({ items = {}, maxItems }: Schema): Arbitrary<unknown> {
  const wrong: Arbitrary<unknown>[] = [fc.constantFrom("text", 1, {}), forbidden(items).map((item) => [item])];
  if (maxItems !== undefined) wrong.push(fc.constant(Array.from({ length: maxItems + 1 }, () => "x")));
  return fc.oneof(...wrong);
}

/** Objects of which one property is missing or forbidden, or that are none; of an object without properties only the latter. */
export function spoilt(of: Schema): Arbitrary<unknown> {
  const { properties = {}, required = [] } = of;
  const wrong = Object.entries(properties).map(([name, property]) =>
    fc.tuple(allowedObject(of), forbidden(property)).map(([value, bad]): unknown => ({ ...value, [name]: bad })),
  );
  const missing = required.map((name) => allowedObject(of).map((value): unknown => ({ ...value, [name]: undefined })));
  return fc.oneof(fc.constantFrom<unknown>([], null, "text", 7), ...wrong, ...missing);
}
