import test from "ava";
import { z } from "zod";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { integer, number } from "#src/api/validation/number.ts";

/** The value, or the rows against it as JSON text. */
const against = (field: z.ZodType, v: unknown): unknown => {
  const schema = z.object({ v: field });
  const parsed = schema.safeParse({ v });
  if (parsed.success) return parsed.data.v;
  return toValidationDetail(parsed.error, { where: "query", input: { v }, schema })
    .map((row) => JSON.stringify(row))
    .join();
};

const row = ([type, msg]: readonly [string, string], input: unknown, ctx?: object): string =>
  JSON.stringify({ type, loc: ["query", "v"], msg, input, ...(ctx && { ctx }) });

const integerTexts: readonly [string, number][] = [
  ["1", 1],
  ["01", 1],
  ["+1", 1],
  ["-1", -1],
  [" 1", 1],
  ["1\n", 1],
  ["1_0", 10],
  ["1_000_000", 1_000_000],
  ["1.0", 1],
  ["1.00", 1],
  ["-0", 0],
];

for (const [value, whole] of integerTexts) {
  test(`${JSON.stringify(value)} is the integer ${whole}`, (t) => t.is(against(integer(), value), whole));
}

const noIntegers = [
  "abc",
  "",
  " ",
  "1.5",
  "1.",
  ".0",
  "1e2",
  "0x1",
  "true",
  "_1",
  "1_",
  "1__0",
  "+_1",
  "1.0_0",
  "- 1",
  "1,0",
  "١",
];

for (const value of noIntegers) {
  test(`${JSON.stringify(value)} is not an integer`, (t) => {
    const msg = "Input should be a valid integer, unable to parse string as an integer";
    t.is(against(integer(), value), row(["int_parsing", msg], value));
  });
}

test("an integer may be huge in a text of 4,300 digits, and is refused with one digit more", (t) => {
  const msg = "Unable to parse input string as an integer, exceeded maximum size";
  t.is(against(integer(), "9".repeat(4300)), Number.MAX_SAFE_INTEGER);
  t.is(against(integer(), `-${"9".repeat(4299)}`), Number.MIN_SAFE_INTEGER);
  t.is(against(integer(), "0".repeat(5000)), 0);
  t.is(against(integer(), "9".repeat(4301)), row(["int_parsing_size", msg], "9".repeat(1000)));
});

test("an integer of JSON may be a whole float or a boolean", (t) => {
  for (const [value, whole] of [
    [1, 1],
    [1.0, 1],
    [-5, -5],
    [true, 1],
    [false, 0],
    [1e30, Number.MAX_SAFE_INTEGER],
  ] as const) {
    t.is(against(integer(), value), whole);
  }
});

test("a fraction, null and a list are no integers", (t) => {
  const msg = "Input should be a valid integer";
  t.is(against(integer(), 1.5), row(["int_from_float", `${msg}, got a number with a fractional part`], 1.5));
  for (const value of [null, [], {}]) t.is(against(integer(), value), row(["int_type", msg], value));
  t.is(against(integer(), Infinity), row(["finite_number", "Input should be a finite number"], null));
});

const tooSmall = (ge: number, input: unknown): string =>
  row(["greater_than_equal", `Input should be greater than or equal to ${ge}`], input, { ge });
const tooLarge = (le: number, input: unknown): string =>
  row(["less_than_equal", `Input should be less than or equal to ${le}`], input, { le });

test("an integer is taken at its bounds and refused one past them", (t) => {
  const limit = integer({ min: 1, max: 100 });
  t.is(against(limit, "1"), 1);
  t.is(against(limit, "100"), 100);
  t.is(against(limit, "0"), tooSmall(1, "0"));
  t.is(against(limit, "101"), tooLarge(100, "101"));
  t.is(against(limit, 0), tooSmall(1, 0));
  t.is(against(limit, 101), tooLarge(100, 101));
  t.is(against(limit, "9".repeat(30)), tooLarge(100, "9".repeat(30)));
});

test("a number is taken at its bounds and refused just past them", (t) => {
  const speed = number({ min: 0.5, max: 2 });
  for (const [value, parsed] of [
    [0.5, 0.5],
    ["0.5", 0.5],
    [2, 2],
    [" 1_0e-1 ", 1],
    [".75", 0.75],
    [true, 1],
  ] as const) {
    t.is(against(speed, value), parsed);
  }
  t.is(against(speed, 0.49), tooSmall(0.5, 0.49));
  t.is(against(speed, "2.01"), tooLarge(2, "2.01"));
});

test("a value that is not a number is refused as such", (t) => {
  const msg = "Input should be a valid number";
  for (const value of ["abc", "", "1e", "0x1", "1,5", "_1", "1__0", "."]) {
    t.is(against(number(), value), row(["float_parsing", `${msg}, unable to parse string as a number`], value));
  }
  for (const value of [null, [], {}]) t.is(against(number(), value), row(["float_type", msg], value));
});

test("NaN and the infinities are no numbers, whichever way they come", (t) => {
  for (const value of ["nan", "-inf", "Infinity", "1e400"]) {
    t.is(against(number(), value), row(["finite_number", "Input should be a finite number"], value));
  }
  for (const value of [NaN, -Infinity]) {
    t.is(against(number(), value), row(["finite_number", "Input should be a finite number"], null));
  }
});
