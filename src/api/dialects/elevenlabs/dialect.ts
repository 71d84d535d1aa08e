import { z } from "zod";
import type { Dialect, ErrorReply } from "#src/api/dialects/dialect.ts";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { headersOf, statusOf } from "#src/api/errors.ts";
import { validationDetail, type ValidationRow } from "#src/api/validation/validation-error.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";

const errorBody = z
  .object({ detail: z.object({ status: z.string(), message: z.string() }) })
  .meta({ id: "ElevenLabsError" });

/** ElevenLabs' names of reasons that differ from our codes. */
const words: Partial<Readonly<Record<ErrorCode, string>>> = {
  missing_credentials: "needs_authorization",
  insufficient_credits: "quota_exceeded",
  monthly_limit_exceeded: "quota_exceeded",
  insufficient_scope: "missing_permissions",
  concurrency_limited: "too_many_concurrent_requests",
  rate_limited: "rate_limit_exceeded",
  unavailable: "system_busy",
};

/** The reason of an error as ElevenLabs names it. */
export const wordOf = ({ code }: DomainError): string => words[code] ?? code;

/** Clients look for a quota that is used up under 401, which they do not repeat. */
const statusFor = ({ code }: DomainError): number => (words[code] === "quota_exceeded" ? 401 : statusOf(code));

/** The challenge of RFC 9110, 11.6.1, has no name for a scheme of a header of one's own. */
function refuse(error: DomainError): ErrorReply {
  const { "WWW-Authenticate": _scheme, ...headers } = headersOf(error);
  const { max_unfinished: most } = error.facts;
  const concurrency = { "current-concurrent-requests": String(most), "maximum-concurrent-requests": String(most) };
  return {
    status: statusFor(error),
    headers: { ...headers, ...(most !== undefined && concurrency) },
    body: { detail: { status: wordOf(error), message: errorSentence(error) } },
  };
}

/** Fields as ElevenLabs calls them, where a failed work names ours. */
const names: ReadonlyMap<string | number, string> = new Map([
  ["audio", "file"],
  ["url", "cloud_storage_url"],
  ["language", "language_code"],
]);

const renamed = (row: ValidationRow): ValidationRow => ({
  ...row,
  loc: row.loc.map((part) => names.get(part) ?? part),
});

/** ElevenLabs' API. */
export const elevenLabs: Dialect<"elevenlabs"> = {
  name: "elevenlabs",
  tag: "ElevenLabs",
  prefixes: ["/elevenlabs", "/v1/text-to-speech"],
  credentialOf: (header) => {
    const key = header("xi-api-key") ?? "";
    if (key !== "") return key;
    throw new DomainError("missing_credentials", "Send the API key in the header `xi-api-key`.");
  },
  errorReply: (refusal) =>
    refusal instanceof DomainError
      ? refuse(refusal)
      : { status: 422, headers: {}, body: { detail: refusal.map(renamed) } },
  answerHeaders: ({ requestId }) => ({ "request-id": requestId }),
  document: {
    security: { type: "apiKey", in: "header", name: "xi-api-key", description: "An API key." },
    error: errorBody,
    invalid: validationDetail,
    headers: { "request-id": "The id of the call, and of the speech request that it made." },
  },
};
