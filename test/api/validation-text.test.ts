import test from "ava";
import { z } from "zod";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { language } from "#src/api/validation/language.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";

/** The rows against `v`, as JSON text: key order counts. */
const against = (field: z.ZodType, v: unknown): string => {
  const schema = z.object({ v: field });
  const parsed = schema.safeParse({ v });
  if (parsed.success) return JSON.stringify(parsed.data);
  return toValidationDetail(parsed.error, { where: "body", input: { v }, schema })
    .map((row) => JSON.stringify(row))
    .join();
};

const row = ([type, msg]: readonly [string, string], input: unknown, ctx?: object): string =>
  JSON.stringify({ type, loc: ["body", "v"], msg, input, ...(ctx && { ctx }) });

/** The row of an item of the list in `v`. */
const itemRow = (index: number, told: string): string => told.replace('["body","v"]', `["body","v",${index}]`);

for (const value of [null, 1, 1.5, true, [], {}, ["a"]]) {
  test(`${JSON.stringify(value)} is not a text`, (t) => {
    t.is(against(text(), value), row(["string_type", "Input should be a valid string"], value));
  });
}

const short = (count: string, min: number, input: string): string =>
  row(["string_too_short", `String should have at least ${count}`], input, { min_length: min });
const long = (count: string, max: number, input: string): string =>
  row(["string_too_long", `String should have at most ${count}`], input, { max_length: max });
const unmatched = (pattern: string, input: string): string =>
  row(["string_pattern_mismatch", `String should match pattern '${pattern}'`], input, { pattern });

const source = text({ pattern: /^(web|api_key|all)$/ });
const aa = text({ min: 2, max: 4, pattern: /^a+$/ });

const texts: readonly [title: string, field: z.ZodType, value: string, answer: string | null][] = [
  ["one character is enough for a minimum of one", text({ min: 1, max: 500 }), "a", null],
  ["an empty text is too short, in the singular", text({ min: 1 }), "", short("1 character", 1, "")],
  ["one character less than the minimum is too short", text({ min: 2 }), "a", short("2 characters", 2, "a")],
  ["a text of exactly the maximum is taken", text({ max: 5 }), "abcde", null],
  ["one character more than the maximum is too long", text({ max: 5 }), "abcdef", long("5 characters", 5, "abcdef")],
  ["a maximum of one is told in the singular", text({ max: 1 }), "ab", long("1 character", 1, "ab")],
  ["an emoji counts as one character", text({ max: 2 }), "😀😀", null],
  ["three emoji are one too many for two", text({ max: 2 }), "😀😀😀", long("2 characters", 2, "😀😀😀")],
  ["a combining mark counts as a character", text({ max: 1 }), "e\u0301", long("1 character", 1, "e\u0301")],
  ["a text is not trimmed", text({ max: 3 }), " a ", null],
  ["a matching text is taken", source, "api_key", null],
  ["a text that does not match is told the pattern", source, "day", unmatched("^(web|api_key|all)$", "day")],
  ["a trailing newline does not match", source, "web\n", unmatched("^(web|api_key|all)$", "web\n")],
  ["the length is judged before the pattern, and only the first fault told", aa, "b", short("2 characters", 2, "b")],
];

for (const [title, field, value, answer] of texts) {
  test(title, (t) => t.is(against(field, value), answer ?? JSON.stringify({ v: value })));
}

test("a lone surrogate is refused and not sent back", (t) => {
  const msg = "Input should be a valid string, unable to parse raw data as a unicode string";
  t.is(against(text(), "a\ud800b"), row(["string_unicode", msg], "a\ufffdb"));
});

test("NUL is refused, after the length", (t) => {
  t.is(
    against(text(), "a\0"),
    row(["value_error", "Value error, NUL characters are not allowed"], "a\0", { error: {} }),
  );
  t.is(against(text({ max: 1 }), "a\0"), long("1 character", 1, "a\0"));
});

test("500 characters beyond the basic plane are within 500, 501 are not, and 1,000 of a longer text are repeated", (t) => {
  const field = text({ max: 500 });
  t.is(against(field, "😀".repeat(500)), JSON.stringify({ v: "😀".repeat(500) }));
  t.is(against(field, "😀".repeat(501)), long("500 characters", 500, "😀".repeat(501)));
  t.is(against(field, "😀".repeat(1000)), long("500 characters", 500, "😀".repeat(1000)));
  t.is(against(field, "😀".repeat(1001)), long("500 characters", 500, "😀".repeat(1000)));
});

const expected = (values: string, input: unknown): string =>
  row(["literal_error", `Input should be ${values}`], input, { expected: values });

test("a value of a closed set is accepted, another is refused with the whole set", (t) => {
  const status = literal(["new", "reviewed", "closed"]);
  t.is(against(status, "closed"), '{"v":"closed"}');
  for (const value of ["x", "", "New", "new ", null, 1, ["new"]]) {
    t.is(against(status, value), expected("'new', 'reviewed' or 'closed'", value));
  }
  t.is(against(literal(["a", "b"]), "c"), expected("'a' or 'b'", "c"));
  t.is(against(literal(["day"]), "c"), expected("'day'", "c"));
});

test("a language is matched by its primary tag in any case", (t) => {
  const spoken = language({ supported: ["en", "de", "hi"] });
  for (const [value, tag] of [
    ["en", "en"],
    ["en-US", "en"],
    ["EN-us", "en"],
    ["de-Latn-AT", "de"],
    ["hi-IN", "hi"],
    ["en_US", "en"],
    ["English", "en"],
    ["ger", "de"],
  ]) {
    t.is(against(spoken, value), JSON.stringify({ v: tag }));
  }
});

test("an unsupported language is refused with the supported ones", (t) => {
  const spoken = language({ supported: ["en", "de"] });
  for (const value of ["", "fr", "elvish", "en_", "en-", "-en", "e", "en US"]) {
    t.is(against(spoken, value), expected("'en' or 'de'", value));
  }
});

test("a language is a text of at most 10 characters before it is a tag", (t) => {
  const spoken = language({ supported: ["en"] });
  t.is(against(spoken, "en-abcdefg"), '{"v":"en"}');
  t.is(against(spoken, "en-abcdefgh"), long("10 characters", 10, "en-abcdefgh"));
  t.is(against(spoken, null), row(["string_type", "Input should be a valid string"], null));
});

test("a boolean may be written in the usual ways", (t) => {
  for (const value of [true, 1, "true", "TRUE", "t", "yes", "Y", "on", "1"])
    t.is(against(boolean(), value), '{"v":true}');
  for (const value of [false, 0, "false", "F", "no", "n", "off", "0"]) t.is(against(boolean(), value), '{"v":false}');
  const msg = "Input should be a valid boolean";
  for (const value of ["", "x", " true", 2]) {
    t.is(against(boolean(), value), row(["bool_parsing", `${msg}, unable to interpret input`], value));
  }
  for (const value of [null, [], {}, 1.5]) t.is(against(boolean(), value), row(["bool_type", msg], value));
});

const products = list(text({ min: 1, max: 3 }), { min: 1, max: 2 });
const lengths = (bound: string, ctx: object, input: readonly unknown[]): string => {
  const type = "min_length" in ctx ? "too_short" : "too_long";
  const msg = `List should have at ${bound} after validation, not ${input.length}`;
  return row([type, msg], input, { field_type: "List", ...ctx, actual_length: input.length });
};

test("a list is taken within its lengths and refused one past them", (t) => {
  t.is(against(products, ["a"]), '{"v":["a"]}');
  t.is(against(products, ["a", "abc"]), '{"v":["a","abc"]}');
  t.is(against(products, []), lengths("least 1 item", { min_length: 1 }, []));
  t.is(against(products, ["a", "b", "c"]), lengths("most 2 items", { max_length: 2 }, ["a", "b", "c"]));
});

test("a value that is not a list is a list_type", (t) => {
  for (const value of [null, "a", 1, {}, true]) {
    t.is(against(products, value), row(["list_type", "Input should be a valid list"], value));
  }
});

test("every bad item is named by its index", (t) => {
  const notText = "Input should be a valid string";
  t.is(
    against(list(text()), [1, "a", null]),
    [itemRow(0, row(["string_type", notText], 1)), itemRow(2, row(["string_type", notText], null))].join(),
  );
});

test("a list that is too long is one row, however bad its items; of one that is too short bad items are reported first", (t) => {
  t.is(against(products, [1, 2, 3]), lengths("most 2 items", { max_length: 2 }, [1, 2, 3]));
  const pair = list(text({ min: 1 }), { min: 2 });
  t.is(against(pair, [""]), itemRow(0, short("1 character", 1, "")));
  t.is(against(pair, ["a"]), lengths("least 2 items", { min_length: 2 }, ["a"]));
});
