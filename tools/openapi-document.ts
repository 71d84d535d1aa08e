import { z } from "zod";

/** The parts of a JSON Schema that types are made of. */
export type Schema = z.output<typeof schema>;

export const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(schema).optional();
  },
  get oneOf() {
    return z.array(schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schema]).optional();
  },
  required: z.array(z.string()).optional(),
});
const content = z.record(z.string(), z.looseObject({ schema }));
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(z.object({ in: z.string(), name: z.string(), required: z.boolean().optional(), schema }))
    .default([]),
  requestBody: z.looseObject({ content, required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});
const openapi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

export type Operation = z.output<typeof operation>;
export type Schemas = Readonly<Record<string, Schema>>;

/** The parts of an OpenAPI 3.1 document that code is written from. Throws where it has another shape. */
export const readOpenApi = (document: unknown): z.output<typeof openapi> => openapi.parse(document);

/** The name that a reference ends in. */
export const nameOf = ($ref: string): string => $ref.replace(/^.*\//, "");

/** Whether a schema is that of an answer with `success` and `data`. */
export const isEnvelope = ({ properties }: Schema): boolean => properties?.["success"] !== undefined;

/** The content of the envelope of a success. */
export function unwrapped(answer: Schema, schemas: Schemas): Schema {
  const named = answer.$ref === undefined ? answer : (schemas[nameOf(answer.$ref)] ?? answer);
  return isEnvelope(named) ? (named.properties?.["data"] ?? named) : answer;
}
