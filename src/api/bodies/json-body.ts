import { isUtf8 } from "node:buffer";
import { type ValidationRow, toValidationRow } from "#src/api/validation/validation-error.ts";
import { type Fault, jsonInvalid, missing, notAnObject, notSentAsJson } from "#src/api/validation/fault.ts";
import { findJsonProblem } from "#src/api/validation/json-problem.ts";

/** A JSON object as the client sent it, or the one row that says why there is none. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly detail: ValidationRow[] };

/** The depth to which objects and arrays may nest when nothing else is asked for. */
const defaultMaxDepth = 20;

const jsonType = /^[ \t]*application\/(?:json|[^\s/;]*\+json)[ \t]*(?:;|$)/i;

const refuse = (fault: Fault, input: unknown): JsonBody => ({
  ok: false,
  detail: [toValidationRow(["body"], fault, input)],
});

const refuseAt = (before: string, error: string): JsonBody => ({
  ok: false,
  detail: [toValidationRow(["body", Array.from(before).length], jsonInvalid(error), {})],
});

const nestsDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => nestsDeeper(inner, depth - 1)));

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The text before the first byte that is not UTF-8. */
const validStart = (raw: Buffer): string => {
  // Decoding writes U+FFFD for what is not UTF-8, and that may begin with the same bytes.
  const decoded = Buffer.from(raw.toString("utf8"));
  const differing = raw.findIndex((byte, index) => byte !== decoded[index]);
  let end = differing === -1 ? raw.length : differing;
  while (isContinuation(decoded[end])) end -= 1;
  return raw.toString("utf8", 0, end);
};

const parse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/**
 * Reads a request body as a JSON object. Taken are `application/json` and `application/*+json` in UTF-8, a byte
 * order mark allowed; a body nested deeper than `maxDepth` is no JSON. Lone surrogates are left to the fields.
 */
export const parseJsonBody = (
  raw: Buffer,
  contentType: string | undefined,
  maxDepth: number = defaultMaxDepth,
): JsonBody => {
  if (raw.length === 0) return refuse(missing, null);
  if (!jsonType.test(contentType ?? "")) return refuse(notSentAsJson, raw.toString("utf8"));
  if (!isUtf8(raw)) return refuseAt(validStart(raw), "Invalid UTF-8");
  const text = raw.toString("utf8").replace(/^\ufeff/, "");
  const parsed = parse(text);
  if (parsed === undefined || nestsDeeper(parsed.value, maxDepth)) {
    const { position, error } = findJsonProblem(text, maxDepth);
    return refuseAt(text.slice(0, position), error);
  }
  if (parsed.value === null) return refuse(missing, null);
  if (typeof parsed.value !== "object" || Array.isArray(parsed.value)) return refuse(notAnObject, parsed.value);
  return { ok: true, value: parsed.value };
};
