import { formatDuration, formatMebibytes, formatNumber } from "#web/format.ts";

/** What the API refused, in words for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** What is wrong with single fields of the input, by their names. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The status of what is refused for want of credits. */
export const paymentRequired = 402;

/** What a request says of its failure, as the answer to a waiting call would have said it. */
export const problemFromFailure = ({ code, message }: { readonly code: string; readonly message: string }): Problem =>
  new Problem(code === "insufficient_credits" ? paymentRequired : 500, message);

interface Row {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

interface ErrorBody {
  readonly detail?: string | readonly Row[];
  readonly required?: number;
  readonly remaining?: number;
  readonly max_bytes?: number;
  readonly max_seconds?: number;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === "object" && body !== null && "detail" in body;

const secondsIn = (seconds: number): string =>
  seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`;

/** Advice without the seconds that `Retry-After` has. */
const vagueAdvice = / Retry later\.$/;

/** The text of an error with its numbers, and with when to retry where the answer says so. */
function sentenceFrom(text: string, body: ErrorBody, response: Response): string {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  if (!Number.isFinite(seconds)) return `${text}${factsOf(body)}`;
  return `${text.replace(vagueAdvice, "")}${factsOf(body)} Retry in ${secondsIn(seconds)}.`;
}

/** What an error says in numbers, as sentences. */
function factsOf({ required, remaining, max_bytes: maxBytes, max_seconds: maxSeconds }: ErrorBody): string {
  return [
    required !== undefined && remaining !== undefined
      ? ` This needs ${formatNumber(required)} credits; ${formatNumber(remaining)} remain.`
      : "",
    maxBytes === undefined ? "" : ` The maximum is ${formatMebibytes(maxBytes)}.`,
    maxSeconds === undefined ? "" : ` The maximum is ${formatDuration(maxSeconds)}.`,
  ].join("");
}

/** Reads the answer to a call that failed: 422 has rows for fields, anything else a sentence. */
export async function problemFromResponse(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const known = isErrorBody(body) ? body : {};
  const { detail } = known;
  if (Array.isArray(detail)) return invalidInput(response.status, detail);
  const sentence = typeof detail === "string" ? detail : "The service returned an unexpected answer.";
  return new Problem(response.status, sentenceFrom(sentence, known, response));
}

/** How the API begins what a check of its own found. */
const checkPrefix = /^Value error, /;
/** What the API says to programs, as it is said to people. */
const toPeople: Readonly<Record<string, string>> = {
  "Field required": "Required.",
  "String should have at least 1 character": "Required.",
  "List should have at least 1 item after validation, not 0": "Select at least one.",
  "Input should be a valid integer": "Enter a whole number.",
  "Input should be a valid integer, unable to parse string as an integer": "Enter a whole number.",
};
const wordsOf = (msg: string): string => toPeople[msg] ?? msg.replace(checkPrefix, "");

function invalidInput(status: number, all: readonly Row[]): Problem {
  const rows = all.map(({ loc, msg }) => ({ loc, msg: wordsOf(msg) }));
  // The first row about a field counts.
  const fields: Record<string, string> = {};
  for (const { loc, msg } of rows) fields[String(loc[1] ?? loc[0] ?? "")] ??= msg;
  return new Problem(status, rows.map(({ msg }) => msg).join(". ") || "The input is not valid.", fields);
}

/** What to show of an error, whatever it is: a call that never arrived is one, too. */
export const errorMessage = (error: unknown): string =>
  error instanceof Problem ? error.message : "The service cannot be reached. Check the connection and try again.";

/** What is wrong with a field; undefined when nothing is. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof Problem ? error.fields[field] : undefined;

/** True when the input was refused, so that the fields say what is wrong. */
export const isFieldProblem = (error: unknown): error is Problem => error instanceof Problem && error.status === 422;
