import { z } from "zod";
import type { CallbackForm } from "#src/api/callbacks/forms.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { refusalOf } from "#src/api/http/error-reply.ts";
import { failureOf } from "#src/api/results/wait-for-result.ts";
import type { SingleCallback } from "#src/domain/callbacks/single-callback.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { DomainError } from "#src/errors.ts";
import { deepgram } from "./dialect.ts";
import { callbackIn, type ListenQuery } from "./listen-query.ts";
import { type ListenCall, presentTranscript } from "./present-transcript.ts";

/** The name that rows have. */
export const deepgramFormName = "deepgram";

/** The choices of the call that its result depends on. */
const listenCall = z.object({
  query: z.object({
    punctuate: z.boolean(),
    smart_format: z.boolean(),
    paragraphs: z.boolean(),
    utterances: z.boolean(),
  }),
  isDetected: z.boolean(),
  sha256: z.string(),
  tags: z.array(z.string()),
  extras: z.array(z.string()),
});

/** The whole result, or the error, as a call that waits gets it. */
export const deepgramForm: CallbackForm = {
  body: async (db, { subjectId, options }) => {
    const requestId = subjectId ?? "";
    const request = await findRequest(db, requestId);
    if (request !== null && request.status === "completed" && request.transcript !== null) {
      const { transcript } = request;
      return JSON.stringify(presentTranscript({ ...request, transcript }, listenCall.parse(options)));
    }
    const error = request === null ? new DomainError("request_not_found") : failureOf(request);
    return JSON.stringify(deepgram.errorReply(refusalOf(error), { requestId }).body);
  },
};

/**
 * The callback that a call of `listen` asks for; null for none. A user and a password in its address become a header, and the id of the key of
 * the call is one, as at Deepgram.
 */
export function deepgramCallback(query: ListenQuery, call: ListenCall, { apiKeyId }: Caller): SingleCallback | null {
  const address = callbackIn(query);
  if (address === null) return null;
  const { url, authorization } = withoutCredentials(address);
  return {
    ...{
      url,
      field: "callback",
      form: deepgramFormName,
      method: query.callback_method?.toUpperCase() === "PUT" ? "PUT" : "POST",
    },
    headers: { ...(apiKeyId !== null && { "dg-token": apiKeyId }), ...(authorization !== null && { authorization }) },
    options: listenCall.parse(call),
  };
}

function withoutCredentials(address: string): { readonly url: string; readonly authorization: string | null } {
  if (!URL.canParse(address)) return { url: address, authorization: null };
  const url = new URL(address);
  const { username, password } = url;
  if (username === "" && password === "") return { url: address, authorization: null };
  url.username = "";
  url.password = "";
  const credentials = [username, password].map(decoded).join(":");
  return { url: url.href, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** As it stands where it is no escaped text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
