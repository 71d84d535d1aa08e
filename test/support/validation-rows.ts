type Loc = readonly (string | number)[];
type Told = readonly [type: string, msg: string];

/** A row of a 422 body, its keys in the order in which they are sent. */
export const rowOf = (loc: Loc, [type, msg]: Told, { input, ctx }: { input: unknown; ctx?: unknown }) => ({
  type,
  loc,
  msg,
  input,
  ...(ctx !== undefined && { ctx }),
});

/** `input` is the body around the field. */
export const missingRow = (field: string, input: unknown) =>
  rowOf(["body", field], ["missing", "Field required"], { input });

export const noStringRow = (loc: Loc, input: unknown) =>
  rowOf(loc, ["string_type", "Input should be a valid string"], { input });

export const tooShortRow = (loc: Loc) =>
  rowOf(loc, ["string_too_short", "String should have at least 1 character"], { input: "", ctx: { min_length: 1 } });

/** Makes the row of a text that is too long; an answer repeats 1,000 characters of what was sent. */
export const tooLongRow = (loc: Loc, input: string, max: number) =>
  rowOf(loc, ["string_too_long", `String should have at most ${max} characters`], {
    input: Array.from(input).slice(0, 1000).join(""),
    ctx: { max_length: max },
  });

export const nulRow = (loc: Loc, input: string) =>
  rowOf(loc, ["value_error", "Value error, NUL characters are not allowed"], { input, ctx: { error: {} } });

/** `input` is sent back with the lone surrogate replaced. */
export const surrogateRow = (loc: Loc, input: string) =>
  rowOf(loc, ["string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string"], {
    input,
  });

/** `expected` as in `'tts' or 'asr'`. */
export const literalRow = (loc: Loc, input: unknown, expected: string) =>
  rowOf(loc, ["literal_error", `Input should be ${expected}`], { input, ctx: { expected } });

export const uuidRow = (loc: Loc, input: string, error: string) =>
  rowOf(loc, ["uuid_parsing", `Input should be a valid UUID, ${error}`], { input, ctx: { error } });

export const tooSmallRow = (loc: Loc, input: unknown, min: number) =>
  rowOf(loc, ["greater_than_equal", `Input should be greater than or equal to ${min}`], { input, ctx: { ge: min } });

export const tooLargeRow = (loc: Loc, input: unknown, max: number) =>
  rowOf(loc, ["less_than_equal", `Input should be less than or equal to ${max}`], { input, ctx: { le: max } });

export const noIntegerRow = (loc: Loc, input: string) =>
  rowOf(loc, ["int_parsing", "Input should be a valid integer, unable to parse string as an integer"], { input });

/** A query of a list and the rows that it is answered; none when it is taken. */
export const pageCases: readonly (readonly [query: string, ...rows: readonly object[]])[] = [
  ["page=1&limit=1"],
  ["page=1000000&limit=100"],
  ["page=0", tooSmallRow(["query", "page"], "0", 1)],
  ["page=-1", tooSmallRow(["query", "page"], "-1", 1)],
  ["limit=0", tooSmallRow(["query", "limit"], "0", 1)],
  ["limit=101", tooLargeRow(["query", "limit"], "101", 100)],
  ["page=x&limit=", noIntegerRow(["query", "page"], "x"), noIntegerRow(["query", "limit"], "")],
];
