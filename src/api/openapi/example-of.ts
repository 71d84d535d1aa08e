import { z } from "zod";

const object = z.looseObject({
  $ref: z.string().optional(),
  type: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
});

/**
 * The example of a schema: its own, or an object of the examples of its required fields, which is the shortest call that
 * works.
 */
export function exampleOf(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const { $ref, type, examples, enum: values, const: value, properties, required } = object.parse(schema);
  if ($ref !== undefined) return exampleOf(schemas[$ref.replace(/^.*\//, "")], schemas);
  const [first] = examples ?? values ?? [type === "boolean" ? true : value];
  if (first !== undefined || properties === undefined) return first;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], schemas)]));
}
