import test from "ava";
import { z } from "zod";
import { missing } from "#src/api/validation/fault.ts";
import { type Source, toValidationDetail, toValidationRow } from "#src/api/validation/validation-error.ts";
import { email } from "#src/api/validation/email.ts";
import { list } from "#src/api/validation/list.ts";
import { integer } from "#src/api/validation/number.ts";
import { secret } from "#src/api/validation/secret.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const contact = z.object({
  name: text({ min: 1, max: 200 }),
  email: email(),
  company: text({ max: 200 }).nullable().optional(),
  interested_products: list(text({ min: 1, max: 100 }), { max: 20 })
    .nullable()
    .optional(),
});

const detail = (schema: z.ZodType, input: unknown, where: Source["where"] = "body") => {
  const { error } = schema.safeParse(input);
  return error ? toValidationDetail(error, { where, input, schema }) : [];
};

const required = { type: "missing", msg: "Field required" };

test("every problem is reported at once, in the order of the schema", (t) => {
  const rows = detail(contact, { interested_products: ["a", 1], company: 1, email: "x", name: "" });
  t.deepEqual(
    rows.map(({ type, loc }) => [type, ...loc]),
    [
      ["string_too_short", "body", "name"],
      ["value_error", "body", "email"],
      ["string_type", "body", "company"],
      ["string_type", "body", "interested_products", 1],
    ],
  );
});

test("a row has its keys in the order type, loc, msg, input, ctx", (t) => {
  const [row] = detail(contact, { name: "", email: "a@b.de" });
  t.deepEqual(Object.keys(row ?? {}), ["type", "loc", "msg", "input", "ctx"]);
});

test("a missing field of a JSON body repeats the whole body", (t) => {
  const body = { other: [1] };
  t.deepEqual(detail(contact, body), [
    { ...required, loc: ["body", "name"], input: body },
    { ...required, loc: ["body", "email"], input: body },
  ]);
});

test("a missing field of a nested object repeats that object", (t) => {
  const schema = z.object({ outer: z.object({ inner: text() }) });
  t.deepEqual(detail(schema, { outer: { a: 1 } }), [{ ...required, loc: ["body", "outer", "inner"], input: { a: 1 } }]);
});

for (const where of ["query", "path", "header", "form"] as const) {
  test(`a missing value of a ${where} repeats null`, (t) => {
    const part = where === "form" ? "body" : where;
    t.deepEqual(detail(z.object({ v: uuid() }), { a: "1" }, where), [{ ...required, loc: [part, "v"], input: null }]);
  });
}

test("null is a wrong value, not a missing one, unless the field may be null", (t) => {
  t.deepEqual(detail(contact, { name: "n", email: "a@b.de", company: null, interested_products: null }), []);
  t.is(detail(contact, { name: null, email: "a@b.de" })[0]?.type, "string_type");
});

test("an optional field may be absent and a default steps in, unknown keys are dropped", (t) => {
  const schema = z.object({ page: integer({ min: 1 }).default(1), status: text().optional() });
  t.deepEqual(schema.parse({ other: 1 }), { page: 1 });
  t.is(detail(schema, { page: "" }, "query")[0]?.type, "int_parsing");
});

test("keys with a meaning to JavaScript are only keys", (t) => {
  const body: unknown = JSON.parse('{"__proto__": {"name": "x", "email": "a@b.de"}, "constructor": 1}');
  const rows = detail(contact, body);
  t.deepEqual(
    rows.map(({ type }) => type),
    ["missing", "missing"],
  );
  t.is(JSON.stringify(rows[0]?.input), '{"__proto__":{"name":"x","email":"a@b.de"},"constructor":1}');
});

test("a nested value that should be an object is refused as such", (t) => {
  const msg = "Input should be a valid dictionary or object to extract fields from";
  const schema = z.object({ outer: z.object({ inner: text() }) });
  t.deepEqual(detail(schema, { outer: 1 }), [{ type: "model_attributes_type", loc: ["body", "outer"], msg, input: 1 }]);
});

test("a rule across fields is a value_error with its own text", (t) => {
  const schema = z.object({ from: text(), to: text() }).refine(({ from, to }) => from <= to, {
    error: "from must not be after to",
    path: ["from"],
  });
  t.deepEqual(detail(schema, { from: "b", to: "a" }, "query"), [
    {
      type: "value_error",
      loc: ["query", "from"],
      msg: "Value error, from must not be after to",
      input: "b",
      ctx: { error: {} },
    },
  ]);
});

test("a rule about a field that is not there is not a missing field", (t) => {
  const schema = z.object({ to: text().optional() }).refine(() => false, { error: "one of both", path: ["to"] });
  const msg = "Value error, one of both";
  t.deepEqual(detail(schema, {}, "query"), [
    { type: "value_error", loc: ["query", "to"], msg, input: null, ctx: { error: {} } },
  ]);
});

test("problems of zod's own schemas have the same wording", (t) => {
  const schema = z.object({ name: z.string(), tags: z.array(text()), more: list(text()), size: z.string().max(2) });
  t.deepEqual(
    detail(schema, { size: "abc" }).map(({ type }) => type),
    ["missing", "missing", "missing", "value_error"],
  );
  t.deepEqual(
    detail(schema, { name: 1, tags: 1, more: 1, size: 1 }).map(({ type }) => type),
    ["string_type", "list_type", "list_type", "string_type"],
  );
});

test("a secret is never repeated: not alone, not within its parent, not when it is optional", (t) => {
  const schema = z.object({ password: secret({ max: 3 }), pin: secret().nullable().optional(), name: text() });
  const rows = detail(schema, { password: "hunter2", pin: "1234" });
  t.deepEqual(
    rows.map(({ type, loc }) => [type, ...loc]),
    [
      ["string_too_long", "body", "password"],
      ["missing", "body", "name"],
    ],
  );
  t.notRegex(JSON.stringify(rows), /hunter2|1234/);
  t.deepEqual(rows[1]?.input, { password: "**********", pin: "**********" });
});

test("the beginning of an input is repeated, however large, nested or escaped it is", (t) => {
  const repeated = (value: unknown): string => JSON.stringify(toValidationRow(["body"], missing, value).input);
  const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => [inner], "x".repeat(5_000));
  const large = [
    "x".repeat(5_000),
    "\u0001".repeat(5_000),
    '"'.repeat(5_000),
    { a: "x".repeat(5_000), b: "y".repeat(5_000) },
    Array.from({ length: 5_000 }, () => -1.234_567_890_123_456_7e-200),
    Array.from({ length: 500 }, (_, index) => ({ [`key${index}`]: '"\\'.repeat(50) })),
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => ["k".repeat(900) + index, null])),
    Array.from({ length: 5_000 }, () => []),
    deep,
  ];
  for (const value of large) {
    const { length } = repeated(value);
    t.true(length > 800 && length <= 1_002, `${length}`);
  }
  t.is(repeated("x".repeat(1_000)), JSON.stringify("x".repeat(1_000)));
  t.is(repeated({ a: [1, { b: null }], c: "ü\ud800" }), '{"a":[1,{"b":null}],"c":"ü\ufffd"}');
});
