import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { DomainError } from "#src/errors.ts";
import { elevenLabs } from "./dialect.ts";
import { presentChannels, presentTranscript, transcriptAnswer } from "./present-transcript.ts";
import { done, isDone } from "./voices-routes.ts";

const facts = {
  path: "/elevenlabs/v1/speech-to-text/transcripts/{transcription_id}",
  tag: elevenLabs.tag,
  access: "account",
  scope: "speech",
  params: z.object({ transcription_id: uuid() }),
  query: noInput,
  body: noBody,
} as const;

/** A transcription of the account, in whatever state it is. @throws DomainError `request_not_found` */
async function ownTranscription(id: string, { userId }: Caller, { resources }: RequestContext): Promise<SpeechRequest> {
  const request = await findRequest(resources.db, id);
  if (request?.user_id === userId && request.request_type === "asr") return request;
  throw new DomainError("request_not_found", "No transcript has this id.");
}

const get = accountRoute(
  {
    ...facts,
    method: "get",
    operationId: "elevenlabs.transcripts.get",
    summary: "Get a transcript",
    description:
      "As `POST /v1/speech-to-text` has answered it with its usual options: words with times, without other formats.",
    responses: { 200: { description: "The transcript.", schema: transcriptAnswer, bare: true } },
    errors: ["request_not_found", "result_not_ready"],
  },
  async ({ params }, caller, context) => {
    const request = await ownTranscription(params.transcription_id, caller, context);
    if (request.finished_at === null) throw new DomainError("result_not_ready", "The transcript is not ready yet.");
    if (request.transcript === null && request.error_message !== null)
      throw new DomainError("request_not_found", `There is no transcript. ${request.error_message}`);
    const transcribed = requireTranscript(request);
    const present = transcribed.transcript.channels === undefined ? presentTranscript : presentChannels;
    return { status: 200, bare: present(transcribed, { granularity: "word", formats: [] }) };
  },
);

const remove = accountRoute(
  {
    ...facts,
    method: "delete",
    operationId: "elevenlabs.transcripts.delete",
    summary: "Delete a transcript",
    description: "It goes with its recording.",
    responses: { 200: { description: "It is deleted.", schema: done, bare: true } },
    errors: ["request_not_found"],
  },
  async ({ params }, caller, context) => {
    const { id } = await ownTranscription(params.transcription_id, caller, context);
    await removeRequest(context.resources, { requestId: id, userId: caller.userId });
    return isDone;
  },
);

/** The calls that show and delete a transcript. */
export const transcriptsRoutes = [get, remove];
