import { z } from "zod";
import type { Dialect, ErrorReply } from "#src/api/dialects/dialect.ts";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { problemOf, sentenceOf } from "#src/api/dialects/row-sentence.ts";
import { headersOf, statusOf } from "#src/api/errors.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";

const bearer = /^Bearer +(?<key>\S+) *$/i;

const errorBody = z
  .object({ error: z.object({ message: z.string(), code: z.string(), request_id: z.uuid() }) })
  .meta({ id: "SarvamError" });

interface Fault {
  readonly status: number;
  readonly code: string;
}

const invalidRequest: Fault = { status: 400, code: "invalid_request_error" };
/** The fields are valid, and still the call cannot be done. */
const unprocessable: Fault = { status: 422, code: "unprocessable_entity_error" };
const noQuota: Fault = { status: 429, code: "insufficient_quota_error" };
/** Sarvam has no 401. */
const noKey: Fault = { status: 403, code: "invalid_api_key_error" };

/** Codes whose answer differs from what their status says. */
const faults: Partial<Readonly<Record<ErrorCode, Fault>>> = {
  missing_credentials: noKey,
  invalid_api_key: noKey,
  insufficient_credits: noQuota,
  monthly_limit_exceeded: noQuota,
  translation_unsupported: unprocessable,
  voice_not_found: invalidRequest,
  // Sarvam has no 409 for jobs, and its clients would repeat the call.
  invalid_transition: invalidRequest,
  result_not_ready: invalidRequest,
  batch_limit: invalidRequest,
};

const wordOfStatus: Readonly<Record<number, string>> = {
  403: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_exceeded_error",
  500: "internal_server_error",
  503: "rate_limit_exceeded_error",
  504: "gateway_timeout_error",
};

/** The status of an error, and Sarvam's word for it. */
export function faultOf({ code }: DomainError): Fault {
  const status = statusOf(code);
  return faults[code] ?? { status, code: wordOfStatus[status] ?? invalidRequest.code };
}

/** Fields as Sarvam calls them, where a work that has failed names ours. */
const names: ReadonlyMap<string | number, string> = new Map([
  ["audio", "file"],
  ["language", "language_code"],
]);

const nameOf = (part: string | number) => names.get(part) ?? part;

/** No field of Sarvam's has a name of ours, so a row that has one tells of work that was refused. */
const isOfWork = ({ loc }: ValidationRow): boolean => names.has(loc[1] ?? "");

/** The problems of input in one sentence. */
export const sentencesOf = (rows: readonly ValidationRow[]): string =>
  rows.map((row) => sentenceOf(problemOf(row, nameOf))).join("; ");

const faultOfRows = (rows: readonly ValidationRow[]): Fault =>
  rows.length > 0 && rows.every(isOfWork) ? unprocessable : invalidRequest;

function reply({ status, code }: Fault, message: string, requestId: string): ErrorReply {
  return { status, headers: {}, body: { error: { message, code, request_id: requestId } } };
}

/** Sarvam's API. */
export const sarvam: Dialect<"sarvam"> = {
  name: "sarvam",
  tag: "Sarvam",
  prefixes: ["/sarvam", "/speech-to-text", "/speech-to-text-translate", "/speech-to-text-realtime", "/text-to-speech"],
  credentialOf: (header) => {
    const key = header("api-subscription-key") || bearer.exec(header("authorization") ?? "")?.groups?.["key"];
    if (key !== undefined && key !== "") return key;
    throw new DomainError("missing_credentials", "Send the API key in the header `api-subscription-key`.");
  },
  errorReply: (refusal, { requestId }) => {
    if (!(refusal instanceof DomainError)) return reply(faultOfRows(refusal), sentencesOf(refusal), requestId);
    // The challenge of RFC 9110, 11.6.1, goes with 401 alone.
    const { "WWW-Authenticate": _scheme, ...headers } = headersOf(refusal);
    return { ...reply(faultOf(refusal), errorSentence(refusal), requestId), headers };
  },
  answerHeaders: () => ({}),
  document: {
    security: { type: "apiKey", in: "header", name: "api-subscription-key", description: "An API key." },
    error: errorBody,
    invalid: errorBody,
    headers: {},
  },
};
