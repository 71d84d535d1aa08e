import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { openTokens, requirePermission, tokenQuery } from "#src/api/dialects/address-tokens.ts";
import { storedAudioHeaders, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { accountRoute, openRoute, type RequestContext } from "#src/api/route.ts";
import { fetchedAudioReply } from "#src/api/speech/replies.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import { assemblyAi } from "./dialect.ts";
import { statusOf } from "./present-transcript.ts";
import { findTranscript, transcriptParams } from "./transcript-routes.ts";

const transcript = "/assemblyai/v2/transcript";

/** The seconds for which an address can be read, as at AssemblyAI. */
const readableSeconds = 86_400;

/** The kind of its tokens. */
const kind = "redacted-audio";

/** An address of the muted recording that can be read without a key. */
export async function redactedAudioUrl(
  { resources }: { readonly resources: Pick<RequestContext["resources"], "db" | "config"> },
  requestId: string,
): Promise<string> {
  const tokenOf = await openTokens(resources, { kind, seconds: readableSeconds });
  return `${resources.config.publicUrl}${transcript}/${requestId}/redacted-audio.flac?token=${tokenOf(requestId)}`;
}

/** True where the recording that is kept was to be muted, which it then is. */
const hasMuted = ({ options, result_key: key }: Pick<SpeechRequest, "options" | "result_key">): boolean =>
  key !== null && transcriptionOptions.parse(options).redactAudio;

const noneText =
  "This transcript has no muted recording. Send redact_pii and redact_pii_audio with the call; a recording that is deleted, or where it is not known when the words were said, is not there.";

const answer = z
  .object({
    status: z.enum(["redacted_audio_ready", "redacted_audio_processing"]),
    redacted_audio_url: z.url().optional(),
  })
  .meta({ id: "AssemblyAIRedactedAudio" });

const show = accountRoute(
  {
    method: "get",
    path: `${transcript}/{transcript_id}/redacted-audio`,
    operationId: "assemblyai.transcripts.getRedactedAudio",
    tag: assemblyAi.tag,
    summary: "Get the redacted audio's URL",
    access: "account",
    scope: "speech",
    params: transcriptParams,
    query: noInput,
    body: noBody,
    responses: {
      200: { description: "The address, which can be read without a key for a day.", schema: answer, bare: true },
      202: { description: "The transcript is not completed yet.", schema: answer, bare: true },
    },
    errors: ["request_not_found", "options_unsupported"],
  },
  async ({ params: { transcript_id: id } }, caller, context) => {
    const request = await findTranscript(id, caller, context);
    if (!transcriptionOptions.parse(request.options).redactAudio)
      throw new DomainError("options_unsupported", noneText);
    const isOpen = ["queued", "processing"].includes(statusOf(request));
    if (isOpen) return { status: 202, bare: { status: "redacted_audio_processing" } };
    if (!hasMuted(request)) throw new DomainError("options_unsupported", noneText);
    const url = await redactedAudioUrl(context, id);
    return { status: 200, bare: { status: "redacted_audio_ready", redacted_audio_url: url } };
  },
);

const file = openRoute(
  {
    method: "get",
    path: `${transcript}/{transcript_id}/redacted-audio.flac`,
    operationId: "assemblyai.transcripts.getRedactedAudioFile",
    requestHeaders: storedAudioHeaders,
    tag: assemblyAi.tag,
    summary: "Download redacted audio",
    description: "FLAC, 16 kHz. The address that `redacted-audio` shows needs no key.",
    access: "public",
    params: transcriptParams,
    query: tokenQuery,
    body: noBody,
    responses: storedAudioResponses([audioFormatFacts.flac.contentType]),
    errors: ["forbidden", "not_found", "range_not_satisfiable"],
    limit: "calls",
  },
  async ({ params: { transcript_id: id }, query }, _caller, context) => {
    await requirePermission(context.resources, query.token, { kind, id });
    const request = await findRequest(context.resources.db, id);
    if (request === null || !hasMuted(request)) throw new DomainError("not_found", "The recording was deleted.");
    return fetchedAudioReply(context, request);
  },
);

/** The calls that show the muted recording of a transcript. */
export const redactedAudioRoutes = [show, file];
