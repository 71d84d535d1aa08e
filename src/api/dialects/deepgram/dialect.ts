import { z } from "zod";
import type { Dialect, ErrorReply } from "#src/api/dialects/dialect.ts";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { headersOf, statusOf } from "#src/api/errors.ts";
import { problemOf, sentenceOf } from "#src/api/dialects/row-sentence.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";

const authorization = /^(?:Token|Bearer) +(?<key>\S+) *$/i;

/** Deepgram has a newer form, too; its clients read both. */
const errorBody = z
  .object({ err_code: z.string(), err_msg: z.string(), request_id: z.uuid() })
  .meta({ id: "DeepgramError" });

const badRequest = { status: 400, code: "Bad Request" };

const wordOfStatus: Readonly<Record<number, string>> = {
  400: badRequest.code,
  401: "INVALID_AUTH",
  402: "ASR_PAYMENT_REQUIRED",
  403: "INSUFFICIENT_PERMISSIONS",
  429: "TOO_MANY_REQUESTS",
};

/** Codes whose answer differs from what their status says. A voice is named by the model there. */
const faults: Partial<Readonly<Record<ErrorCode, { readonly status: number; readonly code: string }>>> = {
  voice_not_found: badRequest,
  wait_timeout: { status: 504, code: "TIMEOUT" },
};

function faultOf({ code }: DomainError) {
  const status = statusOf(code);
  return faults[code] ?? { status, code: wordOfStatus[status] ?? code.toUpperCase() };
}

function refuse(error: DomainError, requestId: string): ErrorReply {
  const { status, code } = faultOf(error);
  return {
    status,
    headers: {
      ...headersOf(error),
      ...(status === 401 && { "WWW-Authenticate": "Token" }),
      "dg-error": inHeader(errorSentence(error)),
    },
    body: { err_code: code, err_msg: errorSentence(error), request_id: requestId },
  };
}

/** Characters of a header; a client has room for more. */
const headerMax = 1_000;

/** The recording is the whole body. */
const nameOf = (part: string | number) => (part === "audio" ? "" : part);

/** The sentence in a form that a header can have. */
const inHeader = (sentence: string): string => sentence.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, headerMax);

const sentencesOf = (rows: readonly ValidationRow[]): string =>
  rows.map((row) => sentenceOf(problemOf(row, nameOf))).join("; ");

/** Deepgram's API. */
export const deepgram: Dialect<"deepgram"> = {
  name: "deepgram",
  tag: "Deepgram",
  prefixes: ["/deepgram", "/v1/listen", "/v1/speak"],
  credentialOf: (header) => {
    const key = authorization.exec(header("authorization") ?? "")?.groups?.["key"];
    if (key !== undefined) return key;
    throw new DomainError("missing_credentials", "Send the API key in the header `Authorization: Token <key>`.");
  },
  errorReply: (refusal, { requestId }) => {
    if (refusal instanceof DomainError) return refuse(refusal, requestId);
    const sentence = sentencesOf(refusal);
    const body = { err_code: badRequest.code, err_msg: sentence, request_id: requestId };
    return { status: badRequest.status, headers: { "dg-error": inHeader(sentence) }, body };
  },
  answerHeaders: ({ requestId }) => ({ "dg-request-id": requestId }),
  document: {
    security: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "`Token` or `Bearer`, and an API key; or `Bearer` and a temporary token.",
    },
    error: errorBody,
    invalid: errorBody,
    headers: { "dg-request-id": "The id of the call, and of the speech request that it made." },
  },
};
