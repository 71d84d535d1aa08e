import { z } from "zod";
import { voiceGenders } from "#db/schema.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { openRoute, type CreatedResource, type Reply, type RequestContext } from "#src/api/route.ts";
import { DomainError } from "#src/errors.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { acceptedFormat, audioTypes, synthesisReply, transcriptReply, wholeAudioReply } from "./replies.ts";
import { demoSynthesisAnswer, transcriptionAnswer } from "./schemas.ts";
import { demoSynthesisBody, demoTextMax } from "./synthesis-fields.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { demoCallerOf } from "#src/api/callers/demo-caller.ts";
import { isStartUpCheck } from "#src/api/limits/start-up-check.ts";
import { replayedResult, requestState, waitForDemoResult } from "#src/api/results/wait-for-result.ts";
import { demoVoices } from "#src/domain/examples/examples.ts";
import type { BuiltinVoice } from "#src/domain/voices/builtin-voices.ts";
import { previewText } from "#src/domain/voices/preview-texts.ts";
import { findVisibleVoice } from "#src/domain/voices/queries.ts";
import { namedLanguages } from "#src/domain/speech/languages.ts";
import { spokenLanguages } from "#src/domain/speech/spoken-languages.ts";
import { removeDemoAudio } from "#src/domain/speech/remove-demo-audio.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { submitTranscription } from "#src/domain/speech/submit-transcription.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Limits of the demo for a caller without an account. */
const demoLimits = z
  .object({
    text_max_characters: z.int(),
    audio_max_bytes: z.int(),
    audio_max_seconds: z.int(),
    syntheses_per_minute: z.int(),
    transcriptions_per_minute: z.int(),
    languages: z
      .array(z.object({ tag: z.string(), name: z.string(), example_text: z.string() }))
      .meta({ description: "Those that can be spoken." }),
    voices: z
      .array(
        z.object({
          voice_id: z.uuid(),
          name: z.string(),
          language: z.string(),
          gender: z.enum(voiceGenders).nullable(),
          accent: z.string().nullable(),
        }),
      )
      .meta({ description: "The built-in voices to choose from, by their names." }),
  })
  .meta({ id: "DemoLimits" });

const tag = "Demo";

const presentVoice = ({ id, name, language, gender, accent }: BuiltinVoice) => ({
  voice_id: id,
  ...{ name, language, gender, accent },
});

/** Speech of a visitor is free, so that it is by a built-in voice only. @throws DomainError `voice_not_found` */
async function requireBuiltinVoice({ resources: { db } }: RequestContext, voiceId: string | undefined): Promise<void> {
  if (voiceId !== undefined && (await findVisibleVoice(db, { voiceId, userId: null })) === null)
    throw new DomainError("voice_not_found");
}

/** Demo work is limited by its job group, except for the start-up check, and not by the account's concurrency. */
const demoOf = async (context: RequestContext, caller: Caller | null) =>
  ({
    isDemo: true,
    source: null,
    maxUnfinished: 0,
    isExempt: isStartUpCheck(context.header, context.resources.config),
    demoCaller: await demoCallerOf(context, caller),
  }) as const;
const workErrors = ["engine_unavailable", "engine_timeout", "unavailable", "request_not_found"] as const;

/** @throws DomainError also `unavailable` when the work has not finished; it is being cancelled */
async function earlierRequest(context: RequestContext, made: CreatedResource): Promise<SpeechRequest> {
  const result = await replayedResult(context, made);
  if ("completed" in result) return result.completed;
  throw new DomainError("unavailable");
}

const spokenReply = (context: RequestContext, request: SpeechRequest): Promise<Reply> =>
  acceptedFormat(context) === null
    ? synthesisReply(context, request, { withAudio: true })
    : wholeAudioReply(context, request);

/** Answers a demo call, then deletes the audio of an anonymous one, even if the answer is an error. */
async function answerOnce({ resources, requestId }: RequestContext, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } finally {
    // The answer does not wait for it.
    void removeDemoAudio(resources, requestId);
  }
}

const synthesize = openRoute(
  {
    method: "post",
    path: "/v1/demo/speech/synthesize",
    operationId: "demo.synthesize",
    tag,
    summary: "Try text to speech",
    description: `Send \`Accept\` with one of ${audioTypes.join(", ")} to get the audio itself.`,
    access: "optional",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: jsonBody(demoSynthesisBody),
    responses: { 200: { description: "The spoken text.", schema: demoSynthesisAnswer, mediaTypes: audioTypes } },
    errors: ["body_too_large", "audio_too_long", "storage_limit", "voice_not_found", ...workErrors],
    limit: "demo_synthesis",
    repeat: {
      state: requestState,
      reply: async (made, { context }) => spokenReply(context, await earlierRequest(context, made)),
    },
  },
  async ({ body }, caller, context) => {
    const { synthesis: engines } = await context.engines.current();
    const demo = await demoOf(context, caller);
    await requireBuiltinVoice(context, body.voice_id);
    return answerOnce(context, async () => {
      await submitSynthesis(context.resources, {
        text: body.text,
        language: body.language,
        voiceId: body.voice_id,
        engines,
        requestId: context.requestId,
        userId: caller?.userId ?? null,
        ...demo,
        options: { inputType: body.input_type, format: acceptedFormat(context) ?? "wav" },
      });
      return spokenReply(context, await waitForDemoResult(context));
    });
  },
);

const transcribe = openRoute(
  {
    method: "post",
    path: "/v1/demo/speech/transcriptions",
    operationId: "demo.transcribe",
    tag,
    summary: "Try transcription",
    access: "optional",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: audioForm({ schema: noInput }, (limits) => limits.demoAudio),
    responses: { 200: { description: "The transcript.", schema: transcriptionAnswer } },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", "storage_limit", ...workErrors],
    limit: "demo_transcription",
    repeat: {
      state: requestState,
      reply: async (made, { context }) => transcriptReply(await earlierRequest(context, made), "json"),
    },
  },
  async ({ body }, caller, context) => {
    const demo = await demoOf(context, caller);
    await submitTranscription(context.resources, {
      ...body.audio,
      requestId: context.requestId,
      userId: caller?.userId ?? null,
      ...demo,
      languageTag: "en",
      isLanguageAssumed: true,
      options: {},
    });
    return transcriptReply(await waitForDemoResult(context), "json");
  },
);

const limits = openRoute(
  {
    method: "get",
    path: "/demo.json",
    operationId: "demo.getLimits",
    tag,
    summary: "Get demo limits",
    access: "public",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The limits of this installation.", schema: demoLimits, bare: true } },
    errors: [],
  },
  async (_input, _caller, { resources: { config }, engines }) => {
    const { demoAudio, rates } = config.limits;
    const offered = await engines.current();
    return {
      status: 200,
      headers: { "Cache-Control": "public, max-age=60" },
      bare: {
        text_max_characters: demoTextMax,
        audio_max_bytes: demoAudio.maxBytes,
        audio_max_seconds: demoAudio.maxSeconds,
        syntheses_per_minute: rates.demoSynthesis,
        transcriptions_per_minute: rates.demoTranscription,
        languages: namedLanguages(spokenLanguages(offered)).map((language) => ({
          ...language,
          example_text: previewText(language.tag),
        })),
        voices: demoVoices(offered)
          .map(presentVoice)
          .toSorted((one, other) => one.name.localeCompare(other.name, "en")),
      },
    };
  },
);

/** Both directions without an account, and what bounds them. */
export const demoRoutes = [synthesize, transcribe, limits];
