import { z } from "zod";
import { dialectAt, dialects } from "#src/api/dialects/dialects.ts";
import { describedParameter, describeFields } from "./describe-fields.ts";
import { fieldFactsOf } from "./fields/all-fields.ts";
import { typeNameOf } from "./names.ts";

const schema = z.looseObject({});
const mediaType = z.looseObject({ schema, example: z.unknown().optional() });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), mediaType) }).optional(),
});
const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

export type OpenApiDocument = z.output<typeof openApi>;

const dialectOfSchema = (name: string) => dialects.find(({ tag }) => name.startsWith(tag)) ?? null;

/** A document with a description and an example of each field and body, where its schemas have none. */
export function describeDocument(bare: unknown): OpenApiDocument {
  const document = openApi.parse(JSON.parse(JSON.stringify(bare)));
  const { schemas } = document.components;
  for (const [name, one] of Object.entries(schemas)) {
    describeFields(one, { facts: fieldFactsOf(dialectOfSchema(name)), parents: [name] });
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const one of Object.values(methods)) {
      const place = {
        facts: fieldFactsOf(dialectAt(path)),
        parents: [typeNameOf({ operationId: one.operationId, path })],
      };
      if (one.parameters !== undefined) {
        one.parameters = one.parameters.map((parameter) => describedParameter(parameter, place));
      }
      const json = one.requestBody?.content["application/json"];
      if (json !== undefined) json.example = exampleOf(json.schema, schemas);
      const form = one.requestBody?.content["multipart/form-data"];
      if (form !== undefined) form.example = formExampleOf(form.schema, schemas);
    }
  }
  return document;
}

const object = z.looseObject({
  $ref: z.string().optional(),
  type: z.unknown().optional(),
  format: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
});

/**
 * The example of a given schema: its own, or an object of the examples of its required fields, which is the shortest call that
 * works.
 */
function exampleOf(given: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const { $ref, type, examples, enum: values, const: value, properties, required } = object.parse(given);
  if ($ref !== undefined) return exampleOf(schemas[$ref.replace(/^.*\//, "")], schemas);
  const [first] = examples ?? values ?? [type === "boolean" ? true : value];
  if (first !== undefined || properties === undefined) return first;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], schemas)]));
}

/**
 * The example of a form: its file, also where something else may be sent in its place, and what must be sent with it. Viewers of
 * the document would send all options at once, some of which exclude each other.
 */
function formExampleOf(given: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const { $ref, properties = {}, required } = object.parse(given);
  if ($ref !== undefined) return formExampleOf(schemas[$ref.replace(/^.*\//, "")], schemas);
  const files = Object.entries(properties).flatMap(([name, field]) => {
    const { format, examples: [file] = [] } = object.parse(field);
    return format === "binary" ? [[name, `@${String(file)}`] as const] : [];
  });
  const others = required.map((name) => [name, exampleOf(properties[name], schemas)] as const);
  return Object.fromEntries([...others, ...files]);
}
