import test from "ava";
import { parseJsonBody } from "#src/api/bodies/json-body.ts";

const json = "application/json";

/** The value that a body holds, or the rows against it. */
const read = (body: string | Buffer, contentType: string | undefined = json): unknown => {
  const parsed = parseJsonBody(Buffer.from(body), contentType);
  return parsed.ok ? { value: parsed.value } : parsed.detail;
};

const missing = [{ type: "missing", loc: ["body"], msg: "Field required", input: null }];
const notAnObject = (input: unknown) => [
  {
    type: "model_attributes_type",
    loc: ["body"],
    msg: "Input should be a valid dictionary or object to extract fields from",
    input,
  },
];
const notSentAsJson = (input: unknown) =>
  notAnObject(input).map((row) => ({
    ...row,
    msg: "The body was not sent as JSON. Add the header Content-Type: application/json.",
  }));
const invalid = (error: string, position: number) => [
  { type: "json_invalid", loc: ["body", position], msg: "JSON decode error", input: {}, ctx: { error } },
];

const jsonTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON ;charset=UTF-8",
  "application/vnd.x+json",
  "application/problem+json; a=b",
  " application/json",
];
for (const contentType of jsonTypes) {
  test(`a body is JSON as ${JSON.stringify(contentType)}`, (t) => {
    t.deepEqual(read('{"a":1}', contentType), { value: { a: 1 } });
  });
}

const otherTypes = [
  "text/plain",
  "text/json",
  "application/jsonp",
  "application/x-json",
  "application/json/x",
  "application",
  "json",
  "",
  "application /json",
  "application/json,application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];
for (const contentType of otherTypes) {
  test(`a body is not JSON as ${JSON.stringify(contentType)}`, (t) => {
    t.deepEqual(read('{"a":1}', contentType), notSentAsJson('{"a":1}'));
  });
}

test("a body without a type is not JSON, and at most 1,000 characters of it are repeated as JSON", (t) => {
  const parsed = parseJsonBody(Buffer.from(`{"a":"${"é".repeat(2000)}"}`), undefined);
  t.deepEqual(parsed, { ok: false, detail: notSentAsJson(`{"a":"${"é".repeat(991)}`) });
});

test("an empty body is missing, whatever its type; so is null", (t) => {
  t.deepEqual(read(""), missing);
  t.deepEqual(read("", "text/plain"), missing);
  t.deepEqual(read(" null\n"), missing);
});

for (const value of ["", "x", 1, 1.5, true, false, [], [1, { a: "b" }]]) {
  test(`${JSON.stringify(value)} is JSON but not an object`, (t) => {
    t.deepEqual(read(JSON.stringify(value)), notAnObject(value));
  });
}

const faults: readonly [body: string, error: string, position: number][] = [
  [" ", "Expecting value", 1],
  ["  x", "Expecting value", 2],
  ["tru", "Expecting value", 0],
  ["-", "Expecting value", 0],
  ["[", "Expecting value", 1],
  ["[1,]", "Expecting value", 3],
  ["[,1]", "Expecting value", 1],
  ['{"a":}', "Expecting value", 5],
  ['{"a": ', "Expecting value", 6],
  ["\f{}", "Expecting value", 0],
  ["NaN", "Expecting value", 0],
  ['{"a":NaN}', "Expecting value", 5],
  ['{"a":-Infinity}', "Expecting value", 5],
  ["{", "Expecting property name enclosed in double quotes", 1],
  ["{a:1}", "Expecting property name enclosed in double quotes", 1],
  ["{'a':1}", "Expecting property name enclosed in double quotes", 1],
  ['{"a":1,}', "Expecting property name enclosed in double quotes", 7],
  ['{"a":1 , ', "Expecting property name enclosed in double quotes", 9],
  ['{"a"', "Expecting ':' delimiter", 4],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ['{"a":1', "Expecting ',' delimiter", 6],
  ['{"a":1 "b":2}', "Expecting ',' delimiter", 7],
  ["[1 2]", "Expecting ',' delimiter", 3],
  ["[[] 1", "Expecting ',' delimiter", 4],
  ["[[1] 1", "Expecting ',' delimiter", 5],
  ["[{} 1", "Expecting ',' delimiter", 4],
  ['"abc', "Unterminated string starting at", 0],
  ['{"a', "Unterminated string starting at", 1],
  ['{"a":"\\', "Unterminated string starting at", 5],
  ['{"a":"b\\"}', "Unterminated string starting at", 5],
  ['{"a":"b\tc"}', "Invalid control character at", 7],
  ['"a\n', "Invalid control character at", 2],
  ['{"a":"b\0"}', "Invalid control character at", 7],
  ['{"a":"\\x"}', "Invalid \\escape", 6],
  ['{"a":"\\u12G4"}', "Invalid \\uXXXX escape", 7],
  ['{"a":"\\u', "Invalid \\uXXXX escape", 7],
  ['"\\u1234', "Invalid \\uXXXX escape", 2],
  ['{"a":"\\ud800\\u12"}', "Invalid \\uXXXX escape", 13],
  ["{} x", "Extra data", 3],
  ['{"a":1}}', "Extra data", 7],
  ["01", "Extra data", 1],
  ["1.", "Extra data", 1],
  ["{}\ufeff", "Extra data", 2],
];
for (const [body, error, position] of faults) {
  test(`${JSON.stringify(body)} is told: ${error}, at ${position}`, (t) => {
    t.deepEqual(read(body), invalid(error, position));
  });
}

test("a position counts characters, not UTF-16 units or bytes", (t) => {
  t.deepEqual(read('{"é😀":x}'), invalid("Expecting value", 6));
});

test("a byte order mark is skipped and not counted; a second one is no JSON", (t) => {
  t.deepEqual(read('\ufeff{"a":1}'), { value: { a: 1 } });
  t.deepEqual(read('\ufeff{"a":x}'), invalid("Expecting value", 5));
  t.deepEqual(read("\ufeff"), invalid("Expecting value", 0));
  t.deepEqual(read("\ufeff\ufeff{}"), invalid("Expecting value", 0));
});

test("bytes that are not UTF-8 are refused at their place", (t) => {
  const bytes = (...parts: (string | number[])[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
  t.deepEqual(read(bytes([0xff])), invalid("Invalid UTF-8", 0));
  t.deepEqual(read(bytes('{"é":"', [0xc3], '"}')), invalid("Invalid UTF-8", 6));
  t.deepEqual(read(bytes('{"\ufffd":"', [0xff], '"}')), invalid("Invalid UTF-8", 6));
  t.deepEqual(read(bytes('{"', [0xed, 0xa0, 0x80], '":1}')), invalid("Invalid UTF-8", 2));
});

test("a lone surrogate is left to the field that it is in", (t) => {
  t.deepEqual(read('{"a":"\\ud800"}'), { value: { a: "\ud800" } });
});

test("of equal keys the last one wins, and __proto__ is only a key", (t) => {
  t.deepEqual(read('{"a":1,"a":2}'), { value: { a: 2 } });
  const parsed = parseJsonBody(Buffer.from('{"__proto__":{"admin":true}}'), json);
  t.true(parsed.ok);
  t.false("admin" in Object(parsed.ok && parsed.value));
});

test("a number may be bigger than any integer", (t) => {
  t.deepEqual(read('{"a":100000000000000000000}'), { value: { a: 1e20 } });
});

const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}[]${"}".repeat(depth - 1)}`;

test("a body may nest 20 levels deep, the 21st is refused where it opens", (t) => {
  t.true(parseJsonBody(Buffer.from(nested(20)), json).ok);
  t.deepEqual(read(nested(21)), invalid("Nested deeper than 20 levels", 100));
  t.true(parseJsonBody(Buffer.from(nested(3)), json, 3).ok);
  t.deepEqual(parseJsonBody(Buffer.from(nested(4)), json, 3), {
    ok: false,
    detail: invalid("Nested deeper than 3 levels", 15),
  });
});

test("a quarter of a megabyte of brackets is refused, not a crash", (t) => {
  t.deepEqual(read("[".repeat(262_144)), invalid("Nested deeper than 20 levels", 20));
  const half = 131_072;
  t.deepEqual(read(`${"[".repeat(half)}${"]".repeat(half)}`), invalid("Nested deeper than 20 levels", 20));
});
