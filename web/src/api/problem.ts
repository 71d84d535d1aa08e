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

interface Row {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

interface ErrorBody {
  readonly detail?: string | readonly Row[];
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === "object" && body !== null && "detail" in body;

const secondsIn = (seconds: number): string =>
  seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`;

/** When to come again, as a sentence; empty where the answer does not say. */
function comeAgain(response: Response): string {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? ` Come again in ${secondsIn(seconds)}.` : "";
}

/** Reads the answer to a call that failed: 422 has rows for fields, anything else a sentence. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const detail = isErrorBody(body) ? body.detail : undefined;
  if (Array.isArray(detail)) return invalidInput(response.status, detail);
  const sentence = typeof detail === "string" ? detail : "The service did not answer as it should.";
  return new Problem(response.status, `${sentence}${comeAgain(response)}`);
}

function invalidInput(status: number, rows: readonly Row[]): Problem {
  // The first row about a field counts.
  const fields: Record<string, string> = {};
  for (const { loc, msg } of rows) fields[String(loc[1] ?? loc[0] ?? "")] ??= msg;
  return new Problem(status, rows.map(({ msg }) => msg).join(". ") || "The input is not valid.", fields);
}

/** What to show of an error, whatever it is: a call that never arrived is one, too. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem ? error.message : "The service cannot be reached. Check the connection and try again.";

/** What is wrong with a field; undefined when nothing is. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof Problem ? error.fields[field] : undefined;
