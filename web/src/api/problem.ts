import { type ListedProblem, problemSentence } from "#sdk/input-problems.ts";
import { formatDuration, formatMebibytes, formatNumber } from "#web/format.ts";
import { type Message, t } from "#web/messages/translate.ts";

/** A call that was not answered: the browser is offline, or the service cannot be reached. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

interface ProblemDetails {
  /** The problems of single fields of the input, by their names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** When the call can be repeated, milliseconds since 1970. */
  readonly retryAt?: number | undefined;
}

/** A call that the API refused, in words for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly fields: NonNullable<ProblemDetails["fields"]>;
  /** When the call can be repeated, milliseconds since 1970; undefined where the answer does not say. */
  readonly retryAt: number | undefined;

  constructor(status: number, message: string, { fields = {}, retryAt }: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.fields = tooLarge.has(status) ? { audio: message, text: message } : fields;
    this.retryAt = retryAt;
  }
}

/** The status of what is refused for want of credits. */
export const paymentRequired = 402;
/** The statuses of a text or a file that is not taken: they are about the one field that holds it. */
const tooLarge: ReadonlySet<number> = new Set([413, 415]);

/** The failure of a request, as the answer to a waiting call would have said it. */
export const problemFromFailure = ({ code, message }: { readonly code: string; readonly message: string }): Problem =>
  new Problem(code === "insufficient_credits" ? paymentRequired : 500, message);

interface Row extends ListedProblem {
  readonly loc: readonly (string | number)[];
}

interface ErrorBody {
  readonly detail?: string | readonly Row[];
  readonly required?: number;
  readonly remaining?: number;
  readonly max_bytes?: number;
  readonly max_seconds?: number;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === "object" && body !== null && "detail" in body;

/** Advice that the countdown of `retryAt` replaces. */
const vagueAdvice = / Retry later\.$/;

/** The moment from which `Retry-After` lets the call be repeated. */
function retryAtOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : undefined;
}

/** The numbers of an error, as sentences. */
function factsOf({ required, remaining, max_bytes: maxBytes, max_seconds: maxSeconds }: ErrorBody): string {
  return [
    required !== undefined && remaining !== undefined
      ? t("This needs {required} credits; {remaining} remain.", {
          required: formatNumber(required),
          remaining: formatNumber(remaining),
        })
      : null,
    maxBytes === undefined ? null : t("The maximum is {size}.", { size: formatMebibytes(maxBytes) }),
    maxSeconds === undefined ? null : t("The maximum is {duration}.", { duration: formatDuration(maxSeconds) }),
  ]
    .filter((fact) => fact !== null)
    .map((fact) => ` ${fact}`)
    .join("");
}

/** Reads the answer to a call that failed: 422 has rows for fields, anything else a sentence. */
export async function problemFromResponse(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const known = isErrorBody(body) ? body : {};
  const { detail } = known;
  if (Array.isArray(detail)) return invalidInput(response.status, detail);
  const sentence = typeof detail === "string" ? detail : t("The service returned an unexpected answer.");
  const retryAt = retryAtOf(response);
  const advised = retryAt === undefined ? sentence : sentence.replace(vagueAdvice, "");
  return new Problem(response.status, `${advised}${factsOf(known)}`, { retryAt });
}

/** The sentences about fields that have no values in them, which the pages translate. */
const fieldSentences = [
  "Required.",
  "Enter a whole number.",
  "Enter a number.",
  "The number is too large.",
  "Not a valid date. Write it as YYYY-MM-DD.",
  "Not a valid e-mail address. Write it as name@example.com.",
  "Contains characters that cannot be read.",
  "Not in the expected form.",
  "Select at least one.",
] as const satisfies readonly Message[];

function translated(sentence: string): string {
  const known = fieldSentences.find((one) => one === sentence);
  return known === undefined ? sentence : t(known);
}

function invalidInput(status: number, all: readonly Row[]): Problem {
  const rows = all.map(({ loc, ...problem }) => ({ loc, sentence: translated(problemSentence(problem)) }));
  // The first row about a field counts.
  const fields: Record<string, string> = {};
  for (const { loc, sentence } of rows) fields[String(loc[1] ?? loc[0] ?? "")] ??= sentence;
  return new Problem(status, rows.map(({ sentence }) => sentence).join(" ") || t("The input is not valid."), {
    fields,
  });
}

/** The text to show for any error. */
export function errorMessage(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof ConnectionError) return t("The service cannot be reached. Check the connection and try again.");
  return t("This page has failed. Try again, or reload it.");
}

/** The problem of a field; undefined when there is none. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof Problem ? error.fields[field] : undefined;

/** True when the input was refused, so that the fields say what is wrong. */
export const isFieldProblem = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 422 || tooLarge.has(error.status));
