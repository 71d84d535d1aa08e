import test from "ava";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { createDocument } from "zod-openapi";
import { boolean } from "#src/api/validation/boolean.ts";
import { date } from "#src/api/validation/date.ts";
import { email } from "#src/api/validation/email.ts";
import { language } from "#src/api/validation/language.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, number } from "#src/api/validation/number.ts";
import { secret } from "#src/api/validation/secret.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const body = z.object({
  text: text({ min: 1, max: 500 }),
  language: language({ supported: ["en", "de"] }).default("en"),
  speed: number({ min: 0.5, max: 2 }).optional(),
  loud: boolean().optional(),
  products: list(text({ min: 1, max: 100 }), { min: 1, max: 20 }),
  notes: list(text()).nullable().optional(),
  company: text({ max: 200 }).nullable().optional(),
  email: email(),
  token: secret(),
});

const query = z.object({
  page: integer({ min: 1 }).default(1),
  status: literal(["new", "closed"]).optional(),
  source: text({ pattern: /^(web|all)$/ }).optional(),
  from: date().optional(),
  id: uuid(),
});

/** A handler is given the types that the schemas promise. A wrong one does not compile. */
const handle = (fields: z.infer<typeof body>, { page, status, id }: z.infer<typeof query>) => {
  const spoken: string = fields.language;
  const speed: number | undefined = fields.speed;
  const loud: boolean | undefined = fields.loud;
  const products: string[] = fields.products;
  const company: string | null | undefined = fields.company;
  const known: "new" | "closed" | undefined = status;
  const offset: number = (page - 1) * 20;
  return { spoken, speed, loud, products, company, known, offset, id: id.length };
};

const document = createDocument({
  openapi: "3.1.0",
  info: { title: "test", version: "1" },
  paths: {
    "/things": {
      post: {
        requestParams: { query },
        requestBody: { required: true, content: { "application/json": { schema: body } } },
        responses: { "200": { description: "done" } },
      },
    },
  },
});

const operation = document.paths?.["/things"]?.post;

/** As it is written: without the links back to the zod schemas. */
const written = (part: unknown): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(part)));

test("the document is valid OpenAPI 3.1", async (t) => {
  const { valid, errors } = await new Validator().validate(written(document));
  t.true(valid, JSON.stringify(errors));
});

test("a body's document has its lengths, bounds, items, formats and defaults", (t) => {
  const schema = {
    type: "object",
    properties: {
      text: { type: "string", minLength: 1, maxLength: 500 },
      language: {
        anyOf: [
          { type: "string", enum: ["en", "de"] },
          { type: "string", maxLength: 10, pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$" },
        ],
        examples: ["en", "en-GB"],
        default: "en",
      },
      speed: { type: "number", minimum: 0.5, maximum: 2 },
      loud: { type: "boolean" },
      products: { type: "array", items: { type: "string", minLength: 1, maxLength: 100 }, minItems: 1, maxItems: 20 },
      notes: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
      company: { anyOf: [{ type: "string", maxLength: 200 }, { type: "null" }] },
      email: { type: "string", format: "email" },
      token: { type: "string", format: "password" },
    },
    required: ["text", "products", "email", "token"],
  };
  t.deepEqual(written(operation?.requestBody), { required: true, content: { "application/json": { schema } } });
});

test("a query's document has its bounds, patterns, closed sets and defaults", (t) => {
  t.deepEqual(written({ parameters: operation?.parameters })["parameters"], [
    { in: "query", name: "page", schema: { type: "integer", minimum: 1, default: 1 } },
    { in: "query", name: "status", schema: { type: "string", enum: ["new", "closed"] } },
    { in: "query", name: "source", schema: { type: "string", pattern: "^(web|all)$" } },
    { in: "query", name: "from", schema: { type: "string", format: "date" } },
    { in: "query", name: "id", required: true, schema: { type: "string", format: "uuid" } },
  ]);
});

test("parsed input has the types of the handler", (t) => {
  const fields = body.parse({ text: "t", products: ["p"], email: "a@b.de", token: "s", speed: "1.5", loud: "yes" });
  const given = query.parse({ id: "{12345678-1234-1234-1234-123456789ABC}", page: "3", status: "new" });
  t.deepEqual(handle(fields, given), {
    spoken: "en",
    speed: 1.5,
    loud: true,
    products: ["p"],
    company: undefined,
    known: "new",
    offset: 40,
    id: 36,
  });
});
