import { z } from "zod";
import type { Dialect, ErrorReply } from "#src/api/dialects/dialect.ts";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { headersOf, statusOf } from "#src/api/errors.ts";
import { problemOf, sentenceOf } from "#src/api/dialects/row-sentence.ts";
import { DomainError } from "#src/errors.ts";

/** The key alone; a scheme before it is passed over, since some programs add one. */
const authorization = /^(?:Bearer +)?(?<key>\S+) *$/i;

const errorBody = z.object({ error: z.string() }).meta({ id: "AssemblyAIError" });

/** The challenge of RFC 9110, 11.6.1, has no name for a key without a scheme. */
function refuse(error: DomainError): ErrorReply {
  const { "WWW-Authenticate": _scheme, ...headers } = headersOf(error);
  return { status: statusOf(error.code), headers, body: { error: errorSentence(error) } };
}

/** Fields as AssemblyAI calls them, where a failed work names ours; an uploaded recording is the whole body. */
const names: ReadonlyMap<string | number, string> = new Map([
  ["audio", ""],
  ["url", "audio_url"],
  ["language", "language_code"],
]);

/** AssemblyAI's API. */
export const assemblyAi: Dialect<"assemblyai"> = {
  name: "assemblyai",
  tag: "AssemblyAI",
  prefixes: ["/assemblyai", "/v2/upload", "/v2/transcript", "/v3/ws", "/v3/token"],
  credentialOf: (header) => {
    const key = authorization.exec(header("authorization") ?? "")?.groups?.["key"];
    if (key !== undefined) return key;
    throw new DomainError("missing_credentials", "Send the API key in the header `Authorization: <key>`.");
  },
  errorReply: (refusal) => {
    if (refusal instanceof DomainError) return refuse(refusal);
    const sentences = refusal.map((row) => sentenceOf(problemOf(row, (part) => names.get(part) ?? part)));
    return { status: 400, headers: {}, body: { error: sentences.join("; ") } };
  },
  answerHeaders: () => ({}),
  document: {
    security: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "An API key, without a scheme.",
    },
    error: errorBody,
    invalid: errorBody,
    headers: {},
  },
};
