import test from "ava";
import { z } from "zod";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { date } from "#src/api/validation/date.ts";
import { email } from "#src/api/validation/email.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { cpuTimeMs } from "#test/support/cpu-time.ts";

/** The value, or the rows against it as JSON text. */
const against = (field: z.ZodType, v: unknown): unknown => {
  const schema = z.object({ v: field });
  const parsed = schema.safeParse({ v });
  if (parsed.success) return parsed.data.v;
  return toValidationDetail(parsed.error, { where: "body", input: { v }, schema })
    .map((row) => JSON.stringify(row))
    .join();
};

const row = ([type, msg]: readonly [string, string], input: unknown, ctx?: object): string =>
  JSON.stringify({ type, loc: ["body", "v"], msg, input, ...(ctx && { ctx }) });

const id = "12345678-abcd-1234-abcd-123456789abc";

for (const value of [id, id.toUpperCase(), id.replaceAll("-", ""), `{${id}}`, `urn:uuid:${id}`]) {
  test(`${value} is given on in lower case with hyphens`, (t) => t.is(against(uuid(), value), id));
}

const uuidErrors: readonly [value: string, error: string][] = [
  ["not-a-uuid", "invalid character: found `n` at 1"],
  ["1234g678-abcd-1234-abcd-123456789abc", "invalid character: found `g` at 5"],
  ["😀", "invalid character: found `😀` at 1"],
  ["{1}x", "invalid character: found `{` at 1"],
  ["", "invalid length: expected length 32 for simple format, found 0"],
  ["abc", "invalid length: expected length 32 for simple format, found 3"],
  ["a".repeat(33), "invalid length: expected length 32 for simple format, found 33"],
  ["12345678-abcd-1234-abcd123456789abc", "invalid group count: expected 5, found 4"],
  [`${id}-1`, "invalid group count: expected 5, found 6"],
  [`{${"a".repeat(32)}}`, "invalid group count: expected 5, found 1"],
  ["1234567-abcd-1234-abcd-123456789abc", "invalid group length in group 0: expected 8, found 7"],
  [id.slice(0, -1), "invalid group length in group 4: expected 12, found 11"],
  [`${id}0`, "invalid group length in group 4: expected 12, found 13"],
];

for (const [value, error] of uuidErrors) {
  test(`the UUID ${JSON.stringify(value)} is told: ${error}`, (t) => {
    t.is(against(uuid(), value), row(["uuid_parsing", `Input should be a valid UUID, ${error}`], value, { error }));
  });
}

test("a value that is not a text is not a UUID", (t) => {
  for (const value of [null, 1, true, [], {}]) {
    t.is(against(uuid(), value), row(["uuid_type", "UUID input should be a string, bytes or UUID object"], value));
  }
});

const addresses: readonly [value: string, address: string][] = [
  ["a@b.de", "a@b.de"],
  ["John.Doe+tag@Mail.Example.COM", "John.Doe+tag@mail.example.com"],
  [" a@b.de\n", "a@b.de"],
  ["Name <a@b.de>", "a@b.de"],
  ['"J. Doe" <a@b.de>', "a@b.de"],
  ["o'neil@a-b.io", "o'neil@a-b.io"],
  ["ü@münchen.de", "ü@münchen.de"],
  ["a@xn--mnchen-3ya.de", "a@münchen.de"],
  ["a@b。de", "a@b.de"],
  [`${"a".repeat(249)}@b.de`, `${"a".repeat(249)}@b.de`],
  [`a@${"b".repeat(63)}.de`, `a@${"b".repeat(63)}.de`],
  [`${" ".repeat(2042)}a@b.de`, "a@b.de"],
];

for (const [value, address] of addresses) {
  test(`mail can be sent to ${JSON.stringify(value.slice(0, 40))}`, (t) => t.is(against(email(), value), address));
}

const invalidAfter = "The part after the @-sign contains invalid characters:";
const dashes = "two letters followed by two dashes immediately after the @-sign or after a period";
const angle = "An open angle bracket at the start of the email address";
const notValid = "The part after the @-sign is not valid.";

const emailErrors: readonly [value: string, reason: string][] = [
  ["x", "An email address must have an @-sign."],
  ["", "An email address must have an @-sign."],
  ["@b.de", "There must be something before the @-sign."],
  ["a@", "There must be something after the @-sign."],
  ["a b(@c.de", "The email address contains invalid characters before the @-sign: '(', SPACE."],
  ["a\0@b.de", "The email address contains invalid characters before the @-sign: U+0000."],
  ["a\u200b@b.de", "The email address contains unsafe characters: U+200B."],
  ['"a b"@c.de', "Quoting the part before the @-sign is not allowed here."],
  [".a@b.de", "An email address cannot start with a period."],
  ["a.@b.de", "An email address cannot have a period immediately before the @-sign."],
  ["a..b@c.de", "An email address cannot have two periods in a row."],
  ["a@b..de", "An email address cannot have two periods in a row."],
  ["a@.b.de", "An email address cannot have a period immediately after the @-sign."],
  ["a@b.de.", "An email address cannot end with a period."],
  ["a@-b.de", "An email address cannot have a hyphen immediately after the @-sign."],
  ["a@b.de-", "An email address cannot end with a hyphen."],
  ["a@ab--c.de", `An email address cannot have ${dashes}, except Punycode.`],
  ["a@b-.de", "An email address cannot have a period and a hyphen next to each other."],
  ["a@b@c.de", `${invalidAfter} '@'.`],
  ["a@b_c.de,d", `${invalidAfter} ',', '_'.`],
  ["a@b'c\\.de", `${invalidAfter} "'", "\\".`],
  ["a@[127.0.0.1]", "A bracketed IP address after the @-sign is not allowed here."],
  ["a@😀.com", "The part after the @-sign is invalid (Codepoint U+1F600 at position 1 of '😀' not allowed)."],
  ["a@xn--0.pt", "The part after the @-sign is not valid IDNA."],
  ["a@b", `${notValid} It should have a period.`],
  ["a@b.123", `${notValid} It is not within a valid top-level domain.`],
  ["a@x.test", "The part after the @-sign is a special-use or reserved name that cannot be used with email."],
  [`${"a".repeat(250)}@b.de`, "The email address is too long (1 character too many)."],
  [
    `a@${"b".repeat(65)}.de`,
    "After the @-sign, periods cannot be separated by so many characters (2 characters too many).",
  ],
  [`a@${"b.".repeat(126)}de`, "The email address is too long after the @-sign (1 character too many)."],
  [`a@${"ü.".repeat(40)}de`, "The email address is too long after the @-sign (69 bytes too many after IDNA encoding)."],
  ["<a@b.de", `${angle} has to be followed by a close angle bracket at the end.`],
  ["J Doe <a@b.de> x", "There can't be anything after the email address."],
  ["J. Doe <a@b.de>", "The display name contains invalid characters when not quoted: '.'."],
];

for (const [value, reason] of emailErrors) {
  test(`the address ${JSON.stringify(value.slice(0, 40))} is told: ${reason}`, (t) => {
    t.is(
      against(email(), value),
      row(["value_error", `value is not a valid email address: ${reason}`], value, { reason }),
    );
  });
}

test("an address is a text of at most 2,048 characters", (t) => {
  const reason = "Length must not exceed 2048 characters";
  const told = row(["value_error", `value is not a valid email address: ${reason}`], "x".repeat(1000), { reason });
  t.is(against(email(), "x".repeat(2049)), told);
  t.is(against(email(), null), row(["string_type", "Input should be a valid string"], null));
});

test("an address made to be slow to read is read at once", (t) => {
  for (const part of [" ", '"', '"a', "<", ">", "a ", "@", ".", "-", "\\"]) {
    const takenMs = cpuTimeMs(() => against(email(), part.repeat(2048 / part.length)));
    t.true(takenMs < 1000, `${part} takes ${takenMs} ms`);
  }
});

for (const value of ["2026-01-31", "2024-02-29", "9999-12-31", "0001-01-01"]) {
  test(`${value} is a day`, (t) => t.is(against(date(), value), value));
}

for (const time of ["T00:00", "T00:00:00", " 00:00:00.000Z", "_00:00:00+05:30", "t00:00:00z"]) {
  test(`a day at midnight is a day: ${time}`, (t) => t.is(against(date(), `2026-01-31${time}`), "2026-01-31"));
}

const dateErrors: readonly [value: string, error: string][] = [
  ["", "input is too short"],
  ["2026-1-1", "input is too short"],
  ["2026-01-01T", "input is too short"],
  ["x026-01-01", "invalid character in year"],
  ["2026/01/01", "invalid date separator, expected `-`"],
  ["2026-0x-01", "invalid character in month"],
  ["2026-01/01", "invalid date separator, expected `-`"],
  ["2026-01-0x", "invalid character in day"],
  ["2026-00-01", "month value is outside expected range of 1-12"],
  ["2026-13-01", "month value is outside expected range of 1-12"],
  ["2026-01-00", "day value is outside expected range"],
  ["2026-02-29", "day value is outside expected range"],
  ["2026-04-31", "day value is outside expected range"],
  ["2026-01-01x", "invalid datetime separator, expected `T`, `t`, `_` or space"],
  ["2026-01-01T24:00", "invalid time"],
];

for (const [value, error] of dateErrors) {
  test(`the date ${JSON.stringify(value)} is told: ${error}`, (t) => {
    const msg = `Input should be a valid date or datetime, ${error}`;
    t.is(against(date(), value), row(["date_from_datetime_parsing", msg], value, { error }));
  });
}

test("a day with a time of day, a Unix time and the year 0 are no dates", (t) => {
  const msg = "Datetimes provided to dates should have zero time - e.g. be exact dates";
  for (const value of ["2026-01-01T00:00:01Z", "2026-01-01 10:00", "20260101", "1699920000", 1699920000]) {
    t.is(against(date(), value), row(["date_from_datetime_inexact", msg], value));
  }
  const error = "year 0 is out of range";
  const year0 = `Input should be a valid date in the format YYYY-MM-DD, ${error}`;
  t.is(against(date(), "0000-02-29"), row(["date_parsing", year0], "0000-02-29", { error }));
});

test("a value that is neither text nor number is not a date", (t) => {
  for (const value of [null, true, [], {}]) {
    t.is(against(date(), value), row(["date_type", "Input should be a valid date"], value));
  }
});
