import { readFile, glob } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { problemSentence, sentencesByType } from "#sdk/input-problems.ts";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { integer, number } from "#src/api/validation/number.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { email } from "#src/api/validation/email.ts";
import { list } from "#src/api/validation/list.ts";
import { z } from "zod";

const top = join(import.meta.dirname, "../..");

/** JSON Schema has these beside the types of faults. */
const ofSchemas = new Set(["string", "boolean", "integer", "number", "object", "array"]);

/** Every type that a fault of the API can have, by the source of its validation. */
async function emittedTypes(): Promise<ReadonlySet<string>> {
  const files = await Array.fromAsync(glob("src/api/validation/*.ts", { cwd: top }));
  const sources = await Promise.all(files.map((file) => readFile(join(top, file), "utf8")));
  const found = sources.flatMap((source) => [...source.matchAll(/\btype: "(?<type>[a-z_]+)"/g)]);
  return new Set(found.map(({ groups }) => groups?.["type"] ?? "").filter((type) => !ofSchemas.has(type)));
}

test("every type of fault that the API can answer has a sentence for people, in TypeScript and in Python", async (t) => {
  const types = [...(await emittedTypes())].toSorted();
  t.true(types.length > 20);
  t.deepEqual(Object.keys(sentencesByType).toSorted(), types);
  const python = await readFile(join(top, "sdk/python/speech_service/input_problems.py"), "utf8");
  t.deepEqual([...python.matchAll(/^ {4}"([a-z_]+)":/gm)].map(([, type]) => type ?? "").toSorted(), types);
});

test("faults are said like people say them", (t) => {
  const schema = z.object({
    a: text({ max: 5_000 }),
    b: uuid(),
    c: literal(["en"]),
    d: literal(["new", "reviewed", "closed"]),
    e: integer({ max: 2_000 }),
    f: number(),
    g: email(),
    h: list(text(), { max: 1 }),
    i: text({ min: 1 }),
    j: text().refine(() => false, "the text is unusual"),
  });
  const input = { a: "x".repeat(5_001), b: "Hello", c: "fr", d: "old", e: 2_001, f: "x", g: "x", h: ["", ""], j: "" };
  const parsed = schema.safeParse(input);
  const rows = parsed.success ? [] : toValidationDetail(parsed.error, { where: "body", input, schema });
  t.deepEqual(
    rows.map((row) => problemSentence(row)),
    [
      "At most 5,000 characters.",
      "Not a valid id.",
      "Must be en.",
      "Must be one of: new, reviewed, closed.",
      "Must be at most 2,000.",
      "Enter a number.",
      "Not a valid e-mail address. Write it as name@example.com.",
      "At most 1 item.",
      "Required.",
      "The text is unusual.",
    ],
  );
  t.is(problemSentence({ type: "of_a_later_release", msg: "Value error, it is odd" }), "It is odd.");
});
