import test from "ava";
import { z } from "zod";
import { parseJsonBody } from "#src/api/bodies/json-body.ts";
import { routes } from "#src/api/routes.ts";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { readConfig } from "#src/config.ts";
import { fieldCharacters, isInTime, runs, units, unitsOfText } from "#test/support/long-input.ts";

const { limits } = readConfig({});

/** Every field that a call can carry, with the schema that reads it; one that several schemas share is there once. */
const fields = new Map(
  routes.flatMap(({ method, path, params, query, bodyDocument }) =>
    [params, query, ...(bodyDocument === null ? [] : [bodyDocument.schema(limits)])].flatMap((schema) =>
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape).map(
            ([field, reader]) => [reader, { name: `${method} ${path} ${field}`, schema, field }] as const,
          )
        : [],
    ),
  ),
)
  .values()
  .toArray();

const texts = runs([...units, ...unitsOfText], fieldCharacters);
/** As many items as a body holds. */
const wide: readonly unknown[][] = [
  Array.from({ length: 16_000 }, () => "a"),
  Array.from({ length: 32_000 }, () => 1),
  [texts[0]],
  [{ a: [] }, { a: [] }],
];

for (const { name, schema, field } of fields) {
  test.serial(`a long text is read in time: ${name}`, async (t) => {
    for (const value of [...texts, ...wide]) {
      await isInTime(t, JSON.stringify(value.slice(0, 3)), () => {
        const input = { [field]: value };
        const parsed = schema.safeParse(input);
        return parsed.success ? [] : toValidationDetail(parsed.error, { where: "body", input, schema });
      });
    }
  });
}

test("every field of the routes is among them", (t) => {
  t.true(fields.length > 40);
  for (const name of ["speed", "grace_period_days", "page", "email", "language", "from", "voice_id"]) {
    t.true(
      fields.some(({ field }) => field === name),
      name,
    );
  }
});

for (const [title, before] of [
  ["a body", ""],
  ["a JSON string", '{"text":"'],
  ["a JSON list", '{"text":['],
  ["a JSON object", '{"text":{'],
] as const) {
  test.serial(`${title} that is no JSON is read in time`, async (t) => {
    for (const text of texts) {
      for (const bytes of [Buffer.from(before + text), Buffer.from([...Buffer.from(before + text), 0xff])]) {
        await isInTime(t, JSON.stringify(text.slice(0, 3)), () => parseJsonBody(bytes, "application/json"));
      }
    }
  });
}
