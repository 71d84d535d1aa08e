/** One problem of the input, as a 422 lists it. */
export interface ListedProblem {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}

const counted = (count: unknown, thing: string): string => {
  const shown = typeof count === "number" ? count.toLocaleString("en-US") : String(count);
  return `${shown} ${thing}${count === 1 ? "" : "s"}`;
};

const sentence = (text: string): string => {
  const begun = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

/** `'new', 'reviewed' or 'closed'` without its quotes. */
function choice(expected: unknown): string {
  const plain = String(expected).replaceAll(/'([^']*)'/g, "$1");
  return / or /.test(plain) ? `Must be one of: ${plain.replace(/ or (?!.* or )/, ", ")}.` : `Must be ${plain}.`;
}

/** The sentence of a check of the service's own. */
const ownSentence = (msg: string): string => sentence(msg.replace(/^Value error, /, ""));

const required = "Required.";
const wholeNumber = "Enter a whole number.";
const number = "Enter a number.";
const yesOrNo = "Must be true or false.";
const date = "Not a valid date. Write it as YYYY-MM-DD.";
const id = "Not a valid id.";
const emailAddress = "Not a valid e-mail address. Write it as name@example.com.";
const text = "Must be a text.";

type Context = Readonly<Record<string, unknown>>;

/** The sentence for a problem, by its type. */
export const sentencesByType: Readonly<Record<string, (ctx: Context, msg: string) => string>> = {
  missing: ({ reason }) => (typeof reason === "string" ? sentence(reason) : required),
  string_type: () => text,
  string_unicode: () => "Contains characters that cannot be read.",
  string_too_short: ({ min_length: min }) => (min === 1 ? required : `At least ${counted(min, "character")}.`),
  string_too_long: ({ max_length: max }) => `At most ${counted(max, "character")}.`,
  string_pattern_mismatch: () => "Not in the expected form.",
  literal_error: ({ expected, hint }) => [choice(expected), ...(typeof hint === "string" ? [hint] : [])].join(" "),
  int_type: () => wholeNumber,
  int_parsing: () => wholeNumber,
  int_parsing_size: () => "The number is too large.",
  int_from_float: () => wholeNumber,
  float_type: () => number,
  float_parsing: () => number,
  finite_number: () => number,
  greater_than_equal: ({ ge }) => `Must be at least ${Number(ge).toLocaleString("en-US")}.`,
  less_than_equal: ({ le }) => `Must be at most ${Number(le).toLocaleString("en-US")}.`,
  bool_type: () => yesOrNo,
  bool_parsing: () => yesOrNo,
  list_type: () => "Must be a list.",
  too_short: ({ min_length: min }) => (min === 1 ? "Select at least one." : `At least ${counted(min, "item")}.`),
  too_long: ({ max_length: max }) => `At most ${counted(max, "item")}.`,
  uuid_type: () => id,
  uuid_parsing: () => id,
  date_type: () => date,
  date_parsing: () => date,
  date_from_datetime_parsing: () => date,
  date_from_datetime_inexact: () => date,
  json_invalid: () => "The body is not valid JSON.",
  model_attributes_type: () => "Must be a JSON object.",
  // Only e-mail addresses come with a reason, in words of a parser.
  value_error: ({ reason }, msg) => (typeof reason === "string" ? emailAddress : ownSentence(msg)),
};

/** A problem in words for people; the service's own words where its type is not known. */
export const problemSentence = ({ type, msg, ctx = {} }: ListedProblem): string =>
  (Object.hasOwn(sentencesByType, type) ? sentencesByType[type]?.(ctx, msg) : undefined) ?? ownSentence(msg);
