import { z } from "zod";
import { audioForm } from "#src/api/audio-form.ts";
import { jsonBody } from "#src/api/body.ts";
import { openRoute } from "#src/api/route.ts";
import { acceptedFormat, audioReply, audioTypes, synthesisReply, transcriptReply } from "./answers.ts";
import { demoSynthesisAnswer, demoSynthesisBody, transcriptionAnswer } from "./schemas.ts";
import { submitDemoAndWait } from "#src/api/submit-and-wait.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { submitTranscription } from "#src/domain/speech/submit-transcription.ts";

const tag = "Demo";
const nothing = z.object({});
const engineErrors = ["engine_unavailable", "engine_timeout", "unavailable"] as const;

const synthesize = openRoute(
  {
    method: "post",
    path: "/v1/demo/speech/synthesize",
    tag,
    summary: "Try text-to-speech without an account",
    description: "Send `Accept: audio/wav`, `audio/mpeg`, `audio/ogg` or `audio/flac` to get the audio itself.",
    access: "optional",
    params: nothing,
    query: nothing,
    body: jsonBody(demoSynthesisBody),
    responses: { 200: { description: "The spoken text.", schema: demoSynthesisAnswer, mediaTypes: audioTypes } },
    errors: ["body_too_large", "audio_too_long", ...engineErrors],
  },
  async ({ body }, caller, context) => {
    const format = acceptedFormat(context);
    const request = await submitDemoAndWait(context, () =>
      submitSynthesis(context.resources, {
        ...body,
        requestId: context.requestId,
        userId: caller?.userId ?? null,
        isDemo: true,
        speed: 1,
        format: format ?? "wav",
      }),
    );
    return format === null ? synthesisReply(context, request, { withAudio: true }) : audioReply(context, request);
  },
);

const transcribe = openRoute(
  {
    method: "post",
    path: "/v1/demo/speech/transcriptions",
    tag,
    summary: "Try speech-to-text without an account",
    access: "optional",
    params: nothing,
    query: nothing,
    body: audioForm(nothing, (limits) => limits.demoAudio),
    responses: { 200: { description: "The transcript.", schema: transcriptionAnswer } },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", ...engineErrors],
  },
  async ({ body }, caller, context) => {
    const request = await submitDemoAndWait(context, () =>
      submitTranscription(context.resources, {
        ...body.audio,
        requestId: context.requestId,
        userId: caller?.userId ?? null,
        isDemo: true,
        language: "en",
      }),
    );
    return transcriptReply(request, "json");
  },
);

/** Both directions without an account. */
export const demoRoutes = [synthesize, transcribe];
