import { z } from "zod";
import { jsonBodyWithoutNulls, noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { firstKnownModel } from "#src/api/dialects/aliases.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { findCallbackStatus } from "#src/domain/callbacks/delivery-queries.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import type { RecordingAddress, StoredRecording } from "#src/domain/speech/submit-transcription.ts";
import { findUpload } from "#src/domain/uploads/queries.ts";
import { DomainError } from "#src/errors.ts";
import { transcriptionModels } from "./aliases.ts";
import { assemblyAi } from "./dialect.ts";
import { tagOf, usualLanguage } from "./language.ts";
import { askedOf, presentTranscript, transcriptAnswer } from "./present-transcript.ts";
import { transcriptFields, type TranscriptFields } from "./transcript-fields.ts";
import { refuseContradictions, transcriptionOptionsOf, unusable } from "./transcript-options.ts";
import { uploadIdIn } from "./upload-route.ts";
import { callbackOf } from "./webhook-fields.ts";
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

type Shown = Pick<RequestContext, "resources">;

async function present(request: SpeechRequest, { userId }: Caller, { resources: { db, config } }: Shown) {
  const isCalled = (askedOf(request).webhook_url ?? "") !== "";
  const webhookStatus = isCalled ? await findCallbackStatus(db, { requestId: request.id, userId }) : null;
  return presentTranscript(request, { publicUrl: config.publicUrl, webhookStatus });
}

/** The transcript of the account as it is now. @throws DomainError `request_not_found` */
async function replyWith(id: string, caller: Caller, context: RequestContext): Promise<Reply> {
  const request = await findTranscript(id, caller, context);
  return { status: 200, bare: await present(request, caller, context) };
}

/** @throws DomainError those of `refuseContradictions`, `recordingAt` and `submitRecording` */
async function submit(body: TranscriptFields, caller: Caller, context: RequestContext): Promise<void> {
  refuseContradictions(body);
  if (body.summarization === true && context.resources.config.textModel === null) {
    throw unusable("summarization", "It needs a text model, and the operator has set none. Leave it out.");
  }
  const name = await firstKnownModel(context, body.speech_models ?? [], transcriptionModels);
  await submitRecording(context, caller, {
    audio: await recordingAt(body.audio_url, caller, context),
    language: tagOf(body.language_code ?? usualLanguage),
    mustDetect: body.language_detection === true,
    model: { name: name ?? body.speech_model ?? "auto", aliases: transcriptionModels },
    options: transcriptionOptionsOf(body),
    callback: callbackOf(body),
  });
}

/** The upload of the account at an address of ours; any other address is fetched. @throws DomainError `audio_unusable` for an upload that is gone */
async function recordingAt(
  url: string,
  { userId }: Caller,
  { resources: { db, config } }: RequestContext,
): Promise<StoredRecording | RecordingAddress> {
  const id = uploadIdIn(url, config.publicUrl);
  if (id === null) return { url };
  const upload = await findUpload(db, { id, userId });
  if (upload === null) throw unusable("audio_url", goneText);
  const { key: from, container, bytes, declaredSeconds, declaredChannels } = upload;
  return { from, container, bytes, declaredSeconds, declaredChannels, fileName: null };
}

const goneText = "Cannot access uploaded file: it is older than a day, or was never there.";

const create = accountRoute(
  {
    method: "post",
    path,
    operationId: "assemblyai.transcripts.create",
    tag: assemblyAi.tag,
    summary: "Transcribe a recording",
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
    return replyWith(context.requestId, caller, context);
  },
);

const get = accountRoute(
  {
    method: "get",
    path: `${path}/{transcript_id}`,
    operationId: "assemblyai.transcripts.get",
    tag: assemblyAi.tag,
    summary: "Get a transcript",
    access: "account",
    scope: "speech",
    params: transcriptParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The transcript.", schema: transcriptAnswer, bare: true } },
    errors: ["request_not_found"],
  },
  ({ params }, caller, context) => replyWith(params.transcript_id, caller, context),
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
    const shown = await present({ ...request, transcript: null }, caller, context);
    await removeRequest(context.resources, { requestId, userId: caller.userId });
    return { status: 200, bare: { ...shown, audio_url: deletedText, text: deletedText } };
  },
);

/** The calls that make, show and delete a transcript. */
export const transcriptRoutes = [create, get, remove];
