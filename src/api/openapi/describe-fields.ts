import { z } from "zod";
import type { FieldFacts } from "./fields/field-facts.ts";

/** As much of JSON Schema as describing takes. */
interface Schema {
  description?: string;
  examples?: unknown[];
  readonly [keyword: string]: unknown;
}

/** The place of a field: the facts that hold there, and the parents that may stand before its name in them. */
interface Place {
  readonly facts: FieldFacts;
  readonly parents: readonly string[];
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const schemasOf = (value: unknown): readonly Schema[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => isSchema(one));
const propertiesOf = ({ properties }: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, one]) =>
    isSchema(one) ? [[name, one] as const] : [],
  );
const alternativesOf = ({ anyOf, oneOf, allOf }: Schema): readonly Schema[] =>
  [anyOf, oneOf, allOf].flatMap((some) => (some === undefined ? [] : schemasOf(some)));

/** Keywords that show by themselves what a value looks like. */
const telling = ["$ref", "enum", "const", "default", "examples", "example", "properties"] as const;
const simpleTypes: readonly unknown[] = ["string", "integer", "number"];
const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** True for a value of which the schema alone does not show what it looks like. */
export function needsExample(schema: Schema): boolean {
  if (telling.some((keyword) => keyword in schema) || schema["format"] === "binary") return false;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return !alternatives.some((one) => "enum" in one) && alternatives.some(needsExample);
  if (typesOf(schema).includes("array")) return schemasOf(schema["items"]).some(needsExample);
  return typesOf(schema).some((type) => simpleTypes.includes(type));
}

function describe(schema: Schema, name: string, { facts, parents }: Place): void {
  const keys = [...parents.map((parent) => `${parent}.${name}`), name];
  const [description, ...examples] = keys.map((key) => facts[key]).find((fact) => fact !== undefined) ?? [];
  if (description !== undefined) schema.description ??= description;
  if (examples.length > 0 && needsExample(schema)) schema.examples = examples;
}

/** Describes the fields of a schema, and those within them, where the schema itself does not. */
export function describeFields(schema: Schema, place: Place): void {
  for (const [name, property] of propertiesOf(schema)) {
    describe(property, name, place);
    const [top = name] = place.parents;
    describeFields(property, { ...place, parents: [top, name] });
  }
  for (const inner of [...alternativesOf(schema), ...schemasOf(schema["items"] ?? [])]) describeFields(inner, place);
}

const parameter = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: z.looseObject({}),
});

/** The example of a parameter that may be left out: viewers of the document leave it out of their samples, too. */
function unsent({ default: usual, enum: values, examples }: z.output<typeof parameter>["schema"]): object {
  const [value] = [usual, values, examples].flat().filter((one) => one !== undefined);
  return value === undefined ? {} : { examples: { unsent: { value, "x-disabled": true } } };
}

/** The same for a parameter of an operation. */
export function describedParameter(one: unknown, place: Place): unknown {
  const { name, schema, ...others } = parameter.parse(one);
  describe(schema, name, place);
  const { description, ...bare } = schema;
  return { description, ...others, name, schema: bare, ...(others.required === true ? {} : unsent(schema)) };
}
