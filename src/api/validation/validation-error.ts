import { z } from "zod";
import { errorCodes } from "#src/errors.ts";
import { type Fault, missing, notAnObject, valueError } from "#src/api/validation/fault.ts";
import { secretNames } from "#src/api/validation/secret.ts";

/** One problem of a request, as FastAPI with Pydantic v2 reports it. `loc` starts with the part of the request. */
export type ValidationRow = {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
};

const detail = z.array(
  z.object({
    type: z.string(),
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    input: z.unknown().optional(),
    ctx: z.looseObject({}).optional(),
  }),
);

/** The body of every 422 of our own, for the OpenAPI document. */
export const validationError = z
  .object({ detail, code: z.enum(errorCodes), docs_url: z.url(), request_id: z.uuid() })
  .meta({ id: "ValidationError" });

/** The same without what is said of the call, as FastAPI's services have it. */
export const validationDetail = z.object({ detail }).meta({ id: "ValidationDetail" });

/** The input that was parsed. A `form` is reported as "body"; only a JSON body repeats itself when something is missing. */
export type Source = {
  readonly where: "body" | "form" | "query" | "path" | "header";
  readonly input: unknown;
  readonly schema: z.ZodType;
};

/** Stands for a secret wherever an answer would have repeated it. */
const masked = "**********";

/** The row of a fault. `input` is repeated as `echo` allows. */
export const toValidationRow = (loc: ValidationRow["loc"], fault: Fault, input: unknown): ValidationRow => ({
  type: fault.type,
  loc,
  msg: fault.msg,
  input: echo(input),
  ...(fault.ctx && { ctx: fault.ctx }),
});

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => {
    const holder: unknown = inner;
    if (typeof holder !== "object" || holder === null) return undefined;
    return Object.getOwnPropertyDescriptor(holder, key)?.value;
  }, value);

const isFault = (params: unknown): params is Fault =>
  typeof params === "object" && params !== null && "type" in params && "msg" in params;

const faultOf = (issue: z.core.$ZodIssue, value: unknown): Fault => {
  if (issue.code === "custom" && isFault(issue.params)) return issue.params;
  if (issue.code !== "invalid_type") return valueError(issue.message);
  if (value === undefined) return missing;
  if (issue.expected === "array") return { type: "list_type", msg: "Input should be a valid list" };
  if (issue.expected === "string") return { type: "string_type", msg: "Input should be a valid string" };
  return issue.expected === "object" ? notAnObject : valueError(issue.message);
};

const withoutSecrets = (input: unknown, schema: z.ZodType): unknown => {
  const secrets = secretNames(schema);
  if (secrets.size === 0 || typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, secrets.has(key) ? masked : value]));
};

/**
 * Every problem that zod found in `source.input`, in the order of the schema. The only place where a zod issue
 * becomes a row: schemas made of `validation/` carry Pydantic's words with them, a plain `.refine(…, "text")`
 * becomes a `value_error` with that text.
 */
export const toValidationDetail = (error: z.ZodError, { where, input, schema }: Source): ValidationRow[] => {
  const shown = withoutSecrets(input, schema);
  return error.issues.map((issue) => {
    const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    const fault = faultOf(issue, at(input, path));
    const absent = fault.type === missing.type;
    const repeated = absent ? (where === "body" ? at(shown, path.slice(0, -1)) : null) : at(shown, path);
    return toValidationRow([where === "form" ? "body" : where, ...path], fault, repeated);
  });
};

/** The most characters of a value that an answer repeats, as JSON without the quotes around a string. */
const maxEchoedCharacters = 1000;

/** Room for the brackets of the deepest body, and for the last number. */
const reservedCharacters = 80;

/** Characters that may still be repeated. */
interface Room {
  left: number;
}

/** The JSON of a character, without quotes. */
const writtenLength = (character: string): number =>
  character >= " " && character !== '"' && character !== "\\" ? 1 : JSON.stringify(character).length - 2;

/** The beginning of a text, up to where the room ends. */
const echoText = (text: string, room: Room): string => {
  const fitting: string[] = [];
  for (const character of text.slice(0, 2 * maxEchoedCharacters).toWellFormed()) {
    const length = writtenLength(character);
    if (length > room.left) break;
    room.left -= length;
    fitting.push(character);
  }
  return fitting.join("");
};

/**
 * A parsed value as an answer may repeat it: its beginning, of at most 1,000 characters, lone surrogates replaced, an absent value as
 * null. `value` is JSON, nested no deeper than a request body may be.
 */
const echo = (value: unknown): unknown =>
  typeof value === "string"
    ? echoText(value, { left: maxEchoedCharacters })
    : echoWithin(value, { left: maxEchoedCharacters - reservedCharacters });

function echoWithin(value: unknown, room: Room): unknown {
  if (typeof value === "string") {
    room.left -= 2;
    return echoText(value, room);
  }
  if (typeof value !== "object" || value === null) {
    const scalar = value ?? null;
    room.left -= JSON.stringify(scalar).length;
    return scalar;
  }
  room.left -= 2;
  if (Array.isArray(value)) return whileRoom(value, room, (item) => echoWithin(item, room));
  const entries = whileRoom(Object.entries(value), room, ([key, inner]) => {
    room.left -= '"":'.length;
    return [echoText(key, room), echoWithin(inner, room)] as const;
  });
  return Object.fromEntries(entries);
}

/** The first items, as long as there is room for another one. */
function whileRoom<Item, Echoed>(items: readonly Item[], room: Room, echoItem: (item: Item) => Echoed): Echoed[] {
  const echoed: Echoed[] = [];
  for (const item of items) {
    room.left -= 1;
    if (room.left <= 0) break;
    echoed.push(echoItem(item));
  }
  return echoed;
}
