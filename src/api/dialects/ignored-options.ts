import { z } from "zod";
import type { SentOptions } from "#src/api/bodies/body-reader.ts";
import type { Config } from "#src/config.ts";
import { booleanIn } from "#src/api/validation/boolean.ts";
import { DomainError } from "#src/errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The settings on which it depends whether some options have an effect. */
type Service = Pick<Config, "textModel">;

/** A service that has nothing but its own engines. */
const bareService: Service = { textModel: null };

/**
 * Says of an option, as it was sent beside the other fields, whether it has no effect: all of it, or which members of its
 * value.
 */
type Rule = (value: unknown, fields: Fields, service: Service) => boolean | readonly string[];

/**
 * Rules for the options of a schema, by name. Without a rule, an option that the schema has is taken to have an effect, and any
 * other to have none.
 */
export const ignored = z.registry<Readonly<Record<string, Rule>>, z.ZodObject>();

/** The values that clients send for options that were not set, as JSON or as they stand in a form or a query. */
const unsetValues: readonly string[] = ["", "null", "[]", "{}"];

/** True for what stands for an option that was not set. */
export const isUnset = (written: string): boolean => unsetValues.includes(written);

/** True for a text that stands for no option at all, or for `false` in any of the words that a boolean is read from. */
export const asksForNothing = (text: string): boolean => isUnset(text.toLowerCase()) || booleanIn(text) === false;

/** Stands for a value that is nested too deeply to be written. */
const unwritten = "…";

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch {
    return unwritten;
  }
}

/** The option has no effect. These values, in small letters, and equal numbers ask for what is done anyway. */
export const unless =
  (...usual: readonly string[]) =>
  (value: unknown): boolean => {
    const written = asText(value).toLowerCase();
    const isUsual = usual.some((one) => one === written || Number(one) === Number(written));
    return !isUsual && !isUnset(written);
  };

/** The option is a text, number or list without effect, in which also `0` and `no` ask for something. */
export const always = unless();

/** The option is a boolean without effect, and this value of it is what is done anyway. */
export const unlessBoolean =
  (usual: boolean) =>
  (value: unknown): boolean => {
    const written = asText(value);
    return booleanIn(written) !== usual && !isUnset(written.toLowerCase());
  };

/** The option is never named: all that it may ask for is done anyway. */
export const neverNamed: Rule = () => false;

/** The type of the option is not known. A number in JSON is not taken for a boolean: a `seed` may be 0. */
const unknownOption = (value: unknown): boolean => typeof value === "number" || !asksForNothing(asText(value));

/** The option is done by the text model of the operator's, and has no effect where there is none. */
export const unlessTextModel: Rule = (value, _fields, { textModel }) => textModel === null && unknownOption(value);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The names of options that have no effect; a member is `parent.member`. */
export function namesOfIgnored({ schema, fields }: SentOptions, service = bareService): readonly string[] {
  const rules = new Map(Object.entries(ignored.get(schema) ?? {}));
  const shape = new Map(Object.entries(schema.shape));
  const all = Object.fromEntries(fields);
  return fields.flatMap(([name, value]) => {
    if (value === undefined || value === null || value === "") return [];
    const found =
      rules.get(name)?.(value, all, service) ??
      (shape.has(name) ? membersOf(shape.get(name), value) : unknownOption(value));
    if (typeof found === "boolean") return found ? [name] : [];
    return found.map((member) => `${name}.${member}`);
  });
}

/** The members of a value, or of each value of a list, that have no effect. */
function membersOf(schema: unknown, value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  if (schema instanceof z.ZodObject) return namesOfIgnored({ schema, fields: Object.entries(value) });
  if (schema instanceof z.ZodArray) return Object.values(value).flatMap((one) => membersOf(schema.element, one));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return membersOf(schema.unwrap(), value);
  return [];
}

/** A name as vendors have them, which can stand in a list of tokens (RFC 9110, 5.6.1 and 5.6.2). */
const plainName = /^[\w.-]{1,64}$/;
/** A list with this many names is about 2 KiB at most, which every client takes. */
const maxNames = 32;
/** Stands for all names that are too many or not plain. */
const others = "*";

/** The names that are shown of the options without effect. */
export function ignoredNames(sent: readonly SentOptions[], service = bareService): readonly string[] {
  const names = new Set(sent.flatMap((one) => namesOfIgnored(one, service)));
  const shown = [...names].filter((name) => plainName.test(name)).slice(0, maxNames);
  return shown.length < names.size ? [...shown, others] : shown;
}

/** The header that tells which options of a call have no effect; none where all have. */
export function ignoredHeader(sent: readonly SentOptions[], service = bareService): Readonly<Record<string, string>> {
  const names = ignoredNames(sent, service);
  return names.length === 0 ? {} : { "Speech-Ignored": names.join(", ") };
}

/** @throws DomainError `options_unsupported` where some options have no effect */
export function refuseIgnored(sent: readonly SentOptions[], service = bareService): void {
  const names = ignoredNames(sent, service);
  const [field] = names;
  if (field === undefined) return;
  const message = `Options without effect: ${names.join(", ")}. Leave them out.`;
  throw new DomainError("options_unsupported", message, { field });
}
