import { z } from "zod";
import { dialectAt, dialects } from "#src/api/dialects/dialects.ts";
import { describedParameter, describeFields } from "./describe-fields.ts";
import { exampleOf } from "./example-of.ts";
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
    }
  }
  return document;
}
