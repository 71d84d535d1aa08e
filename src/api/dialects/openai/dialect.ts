import { z } from "zod";
import type { Dialect, ErrorReply, LimitShare } from "#src/api/dialects/dialect.ts";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { problemOf, sentenceOf } from "#src/api/dialects/row-sentence.ts";
import { headersOf, statusOf } from "#src/api/errors.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";

const bearer = /^Bearer +(?<key>\S+) *$/i;

/** A client secret is a temporary token between this and the settings of its sessions. */
const secretPrefix = "ek_";

/** A client secret of a temporary token. @param settings those of its sessions, as base64url */
export const clientSecret = (token: string, settings: string): string => `${secretPrefix}${token}.${settings}`;

const secretForm = /^ek_(?<token>[^.]+)(?:\.(?<settings>.*))?$/;

/** The temporary token within a client secret; undefined where a key is none. */
const temporaryTokenIn = (key: string): string | undefined => secretForm.exec(key)?.groups?.["token"];

/** The settings within the client secret of a header, as base64url; empty where there are none. */
export const settingsIn = (authorization: string): string =>
  secretForm.exec(bearer.exec(authorization)?.groups?.["key"] ?? "")?.groups?.["settings"] ?? "";

const errorBody = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: "OpenAIError" });

/** The error of an answer, in OpenAI's words. */
interface Fault {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param?: string;
}

const invalid = (status: number, code: string | null, param?: string): Fault => ({
  status,
  type: "invalid_request_error",
  code,
  ...(param !== undefined && { param }),
});

/** Codes whose answer differs from what their status alone says. */
const faults: Partial<Readonly<Record<ErrorCode, Fault>>> = {
  missing_credentials: invalid(401, null),
  insufficient_credits: { status: 429, type: "insufficient_quota", code: "credit_balance_exhausted" },
  monthly_limit_exceeded: { status: 429, type: "insufficient_quota", code: "insufficient_quota" },
  rate_limited: { status: 429, type: "requests", code: "rate_limit_exceeded" },
  concurrency_limited: { status: 429, type: "requests", code: "rate_limit_exceeded" },
  insufficient_scope: invalid(403, "insufficient_permissions"),
  forbidden: invalid(403, "insufficient_permissions"),
  voice_not_found: invalid(400, "voice_not_found", "voice"),
  voice_not_ready: invalid(409, "voice_not_ready", "voice"),
  voice_outdated: invalid(409, "voice_outdated", "voice"),
  model_not_found: invalid(404, "model_not_found", "model"),
  options_unsupported: invalid(400, "unsupported_parameter"),
  translation_unsupported: invalid(400, "unsupported_value", "model"),
  audio_too_large: invalid(413, "audio_too_large", "file"),
  audio_too_long: invalid(413, "audio_too_long", "file"),
  wait_timeout: { status: 504, type: "server_error", code: "timeout" },
};

const faultOf = ({ code }: DomainError): Fault => {
  const status = statusOf(code);
  return faults[code] ?? (status >= 500 ? { status, type: "server_error", code } : invalid(status, code));
};

/** True for codes that a repeat by itself does not change, though OpenAI's clients would repeat their status. */
const isFinal = ({ code }: DomainError): boolean =>
  code === "insufficient_credits" ||
  code === "monthly_limit_exceeded" ||
  code === "wait_timeout" ||
  (statusOf(code) === 409 && code !== "voice_not_ready" && code !== "result_not_ready");

const speechPath = /\/audio\/speech$/;

/** Names the field that is too long: the recording, or the text that is to be spoken. */
const paramAt = (path: string, { param }: Fault): string | null =>
  param === "file" && speechPath.test(path) ? "input" : (param ?? null);

/** The first of the options that have no effect. */
const optionOf = ({ facts: { field } }: DomainError): string | null => field?.toString() ?? null;

/** The member `error` of an answer. */
const errorObject = (error: DomainError, path = "") => {
  const fault = faultOf(error);
  const { type, code } = fault;
  return { message: errorSentence(error), type, param: paramAt(path, fault) ?? optionOf(error), code };
};

function refuse(error: DomainError, path = ""): ErrorReply {
  const { status } = faultOf(error);
  const headers = headersOf(error);
  const seconds = headers["Retry-After"];
  return {
    status,
    headers: {
      ...headers,
      ...(seconds !== undefined && { "retry-after-ms": String(Number(seconds) * 1000) }),
      ...(isFinal(error) && { "x-should-retry": "false" }),
    },
    body: { error: errorObject(error, path) },
  };
}

const codeOfRow = ({ type }: ValidationRow): string => {
  if (type === "missing") return "missing_required_parameter";
  if (type === "string_too_long") return "string_above_max_length";
  return type.endsWith("_type") ? "invalid_type" : "invalid_value";
};

/** Our forms call the recording `audio`, OpenAI's `file`. Within an object the name is OpenAI's. */
const naming =
  ({ loc }: ValidationRow) =>
  (part: string | number) =>
    part === "audio" && loc.length === 2 ? "file" : part;

function inputError(rows: readonly ValidationRow[]) {
  const [first] = rows;
  const problems = rows.map((row) => problemOf(row, naming(row)));
  return {
    message: problems.map(sentenceOf).join("; "),
    type: "invalid_request_error",
    param: problems[0]?.field ?? null,
    code: first === undefined ? null : codeOfRow(first),
  };
}

/** The error of a message, which says what an answer would. */
export const messageError = (refusal: DomainError | readonly ValidationRow[]) =>
  refusal instanceof DomainError ? errorObject(refusal) : inputError(refusal);

/** A duration as Go writes it: `12ms`, `1.5s`, `6m0s`. */
function goDuration(ms: number): string {
  if (ms <= 0) return "0s";
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / 10) / 100;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${Number((seconds % 60).toFixed(2))}s`;
}

const limitHeaders = ({ limit, remaining, resetMs }: LimitShare) => ({
  "x-ratelimit-limit-requests": String(limit),
  "x-ratelimit-remaining-requests": String(remaining),
  "x-ratelimit-reset-requests": goDuration(resetMs),
});

/** OpenAI's API. The aliases are where other servers that speak it have it: nothing of ours lives there. */
export const openAi: Dialect<"openai"> = {
  name: "openai",
  tag: "OpenAI",
  prefixes: ["/openai", "/v1/audio", "/v1/models", "/v1/realtime"],
  credentialOf: (header) => {
    const key = bearer.exec(header("authorization") ?? "")?.groups?.["key"];
    if (key !== undefined) return temporaryTokenIn(key) ?? key;
    throw new DomainError("missing_credentials", "Send the API key in the header `Authorization: Bearer <key>`.");
  },
  errorReply: (refusal, { path }) =>
    refusal instanceof DomainError
      ? refuse(refusal, path)
      : { status: 400, headers: {}, body: { error: inputError(refusal) } },
  // The id of the call is in `X-Request-Id`, as in our own answers.
  answerHeaders: ({ elapsedMs, share }) => ({
    "openai-processing-ms": String(Math.round(elapsedMs)),
    "openai-version": "2020-10-01",
    ...(share !== null && limitHeaders(share)),
  }),
  document: {
    security: { type: "http", scheme: "bearer", description: "An API key." },
    error: errorBody,
    invalid: errorBody,
    headers: {
      "X-Request-Id": "The id of the call, and of the speech request that it made.",
      "openai-processing-ms": "Milliseconds.",
      "x-ratelimit-limit-requests": "Calls that the limit allows.",
      "x-ratelimit-remaining-requests": "Calls that are left.",
      "x-ratelimit-reset-requests": "The time until all are available again, such as `1m30s`.",
    },
  },
};
