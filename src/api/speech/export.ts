import { jsonArray } from "#src/api/http/json-array.ts";
import { type ExportedRequest, readRequests, type RequestFilter } from "#src/domain/speech/list-queries.ts";
import type { RequestContext } from "#src/api/route.ts";
import { namesOf } from "./list-names.ts";
import { type ListNames, presentListed } from "./present.ts";

/** Requests to be written, with the names that their rows need. */
interface Batch extends ListNames {
  readonly requests: readonly ExportedRequest[];
}

const columns = [
  ...(["request_id", "request_type", "status", "created_at", "finished_at", "language", "model", "voice"] as const),
  ...(["api_key", "file_name", "characters", "duration_seconds", "credits_consumed", "error", "audio_url"] as const),
  "text",
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | number | null>>;

/** An account's requests that match, in batches, newest first. */
export async function* exportedBatches(context: RequestContext, filter: RequestFilter): AsyncGenerator<Batch> {
  for await (const requests of readRequests(context.resources.db, filter))
    yield { requests, ...(await namesOf(context, filter.userId, requests)) };
}

/** One request as it is exported: names in place of objects, and all of its text. */
const rowsOf = ({ requests, ...names }: Batch): readonly Row[] =>
  requests.map((request) => {
    const unseen = { preview: null, excerpt: null };
    const { preview: _preview, excerpt: _excerpt, ...listed } = presentListed({ ...request, ...unseen }, names);
    return {
      ...listed,
      voice: listed.voice?.name ?? null,
      api_key: listed.api_key?.name ?? null,
      error: listed.error?.code ?? null,
      text: request.text,
    };
  });

/** Text that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

/** A cell (RFC 4180); what begins like a formula is preceded by an apostrophe, so that no spreadsheet runs it. */
function cell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/** Requests as CSV, with a byte order mark, without which Excel does not take it for UTF-8. */
export async function* requestsAsCsv(batches: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield `\uFEFF${line(columns)}`;
  for await (const batch of batches) {
    yield rowsOf(batch)
      .map((row) => line(columns.map((column) => cell(row[column]))))
      .join("");
  }
}

/** Requests as they are exported in JSON, one after the other. */
export async function* exportedRows(batches: AsyncIterable<Batch>): AsyncGenerator<object> {
  for await (const batch of batches)
    for (const row of rowsOf(batch)) yield Object.fromEntries(columns.map((column) => [column, row[column]]));
}

/** Requests as a JSON array, one a line. */
export async function* requestsAsJson(batches: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield* jsonArray(exportedRows(batches));
  yield "\n";
}
