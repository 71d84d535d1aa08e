import { z } from "zod";
import { jsonBodyWithoutNulls, noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { firstKnownModel } from "#src/api/dialects/aliases.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { findUpload } from "#src/domain/uploads/queries.ts";
import { DomainError } from "#src/errors.ts";
import { transcriptionModels } from "./aliases.ts";
import { assemblyAi } from "./dialect.ts";
import { tagOf, usualLanguage } from "./language.ts";
import { presentTranscript, transcriptAnswer } from "./present-transcript.ts";
import { hasChannels, speakersOf, transcriptFields, type TranscriptFields } from "./transcript-fields.ts";
import { uploadIdIn } from "./upload-route.ts";
import { uuid } from "#src/api/validation/uuid.ts";

export const transcriptParams = z.object({ transcript_id: uuid() });

const path = "/assemblyai/v2/transcript";

/** A transcription of the account, in whatever state it is. @throws DomainError `request_not_found` */
export async function findTranscript(
  id: string,
  { userId }: Pick<Caller, "userId">,
  { resources }: Pick<RequestContext, "resources">,
): Promise<SpeechRequest> {
  const request = await findRequest(resources.db, id);
  if (request === null || request.user_id !== userId || request.request_type !== "asr") throw transcriptNotFound();
  return request;
}

const transcriptNotFound = (): DomainError =>
  new DomainError("request_not_found", "Transcript lookup error, transcript id not found.");

const replyWith = (request: SpeechRequest, { resources }: Pick<RequestContext, "resources">): Reply => ({
  status: 200,
  bare: presentTranscript(request, resources.config.publicUrl),
});

/** @throws DomainError `audio_unusable` for an address that is no upload of the account, and options that exclude each other */
async function submit(body: TranscriptFields, caller: Caller, context: RequestContext): Promise<void> {
  const { resources } = context;
  if (hasChannels(body) && body.speaker_labels === true) throw unusable("speaker_labels", besideChannels);
  const id = uploadIdIn(body.audio_url, resources.config.publicUrl);
  if (id === null) throw unusable("audio_url", foreignText);
  const upload = await findUpload(resources.db, { id, userId: caller.userId });
  if (upload === null) throw unusable("audio_url", goneText);
  const { key: from, container, bytes, declaredSeconds, declaredChannels } = upload;
  const name = await firstKnownModel(context, body.speech_models ?? [], transcriptionModels);
  await submitRecording(context, caller, {
    audio: { from, container, bytes, declaredSeconds, declaredChannels, fileName: null },
    language: tagOf(body.language_code ?? usualLanguage),
    mustDetect: body.language_detection === true,
    model: { name: name ?? body.speech_model ?? "auto", aliases: transcriptionModels },
    options: {
      transcriptFormat: body.format_text === false ? "verbatim" : "smart",
      speakers: speakersOf(body),
      channels: hasChannels(body) ? "separate" : "together",
      echo: body,
    },
  });
}

/** The error of a field that a schema by itself does not refuse. */
const unusable = (field: string, sentence: string): DomainError =>
  new DomainError("audio_unusable", sentence, { field });

const besideChannels = "It cannot be sent beside multichannel, where each channel is a speaker.";

const foreignText =
  "Addresses of other hosts are not fetched. Send the recording to /v2/upload, and its upload_url here.";
const goneText = "Cannot access uploaded file: it is older than a day, or was never there.";

const create = accountRoute(
  {
    method: "post",
    path,
    operationId: "assemblyai.transcripts.create",
    tag: assemblyAi.tag,
    summary: "Have an uploaded recording transcribed",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: jsonBodyWithoutNulls(transcriptFields),
    responses: { 200: { description: "The transcript, queued.", schema: transcriptAnswer, bare: true } },
    errors: [
      ...(["audio_too_long", "body_too_large", "insufficient_credits", "monthly_limit_exceeded"] as const),
      ...(["concurrency_limited", "storage_limit", "engine_unavailable", "unavailable", "request_not_found"] as const),
    ],
    limit: "speech",
  },
  async ({ body }, caller, context) => {
    await submit(body, caller, context);
    return replyWith(await findTranscript(context.requestId, caller, context), context);
  },
);

const get = accountRoute(
  {
    method: "get",
    path: `${path}/{transcript_id}`,
    operationId: "assemblyai.transcripts.get",
    tag: assemblyAi.tag,
    summary: "Show a transcript, or how far it is",
    access: "account",
    scope: "speech",
    params: transcriptParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The transcript.", schema: transcriptAnswer, bare: true } },
    errors: ["request_not_found"],
  },
  async ({ params }, caller, context) =>
    replyWith(await findTranscript(params.transcript_id, caller, context), context),
);

const deletedText = "Deleted by user.";

const remove = accountRoute(
  {
    method: "delete",
    path: `${path}/{transcript_id}`,
    operationId: "assemblyai.transcripts.delete",
    tag: assemblyAi.tag,
    summary: "Delete a transcript",
    description: "It goes with its recording. The answer shows it for the last time, without its words.",
    access: "account",
    scope: "speech",
    params: transcriptParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: transcriptAnswer, bare: true } },
    errors: ["request_not_found"],
  },
  async ({ params: { transcript_id: requestId } }, caller, context) => {
    const request = await findTranscript(requestId, caller, context);
    await removeRequest(context.resources, { requestId, userId: caller.userId });
    const shown = presentTranscript({ ...request, transcript: null }, context.resources.config.publicUrl);
    return { status: 200, bare: { ...shown, audio_url: deletedText, text: deletedText } };
  },
);

/** The calls that make, show and delete a transcript. */
export const transcriptRoutes = [create, get, remove];
