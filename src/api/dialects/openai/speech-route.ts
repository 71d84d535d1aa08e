import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import { chooseVoice } from "#src/api/dialects/aliases.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { audioReply, audioTypes } from "#src/api/speech/replies.ts";
import { synthesisText } from "#src/api/speech/synthesis-text.ts";
import { language } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { number } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { voiceAliases } from "./aliases.ts";
import { openAi } from "./dialect.ts";
import { requireModel } from "./models-routes.ts";

const nothing = z.object({});
/** Characters. */
const inputMax = 4096;
const nameMax = 255;

/** Of ours, by OpenAI's names. */
const formats = { mp3: "mp3", opus: "ogg", aac: "aac", flac: "flac", wav: "wav", pcm: "pcm" } as const;
const formatNames = ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const;

const speechBody = z.object({
  model: text({ min: 1, max: nameMax }).meta({ description: "Any name: the voice decides which engine speaks." }),
  input: synthesisText(inputMax),
  voice: text({ min: 1, max: nameMax }).meta({
    description: "One of OpenAI's names, or the id or name of a voice of the account or of a built-in one.",
  }),
  response_format: literal(formatNames).default("mp3"),
  speed: number({ min: 0.25, max: 4 }).default(1).meta({ description: "Spoken within 0.5 and 2." }),
  language: language({ supported: synthesisLanguages, max: 10 }).optional().meta({
    description: "Not OpenAI's; that of the voice when absent.",
  }),
});

/** What the engines take. */
const spokenSpeed = (speed: number): number => Math.min(Math.max(speed, 0.5), 2);

/** Speaks a text. */
export const createSpeech = speechRoute(
  openAi,
  {
    method: "post",
    path: "/openai/v1/audio/speech",
    summary: "Speak a text",
    params: nothing,
    query: nothing,
    body: jsonBody(speechBody),
    responses: { 200: { description: "The spoken text.", mediaTypes: audioTypes } },
    errors: ["model_not_found", "voice_not_found", "voice_not_ready", "audio_too_long"],
  },
  {
    submit: async ({ body }, { userId, source }, context) => {
      await requireModel(context, body.model);
      const wish = { name: body.voice, language: body.language, userId, aliases: voiceAliases };
      const voice = await chooseVoice(context, wish);
      const { synthesis: engines } = await context.engines.current();
      await submitSynthesis(context.resources, {
        ...voice,
        engines,
        requestId: context.requestId,
        userId,
        isDemo: false,
        source,
        maxUnfinished: context.resources.config.limits.speechConcurrency,
        text: body.input,
        speed: spokenSpeed(body.speed),
        format: formats[body.response_format],
      });
    },
    reply: (request, _input, context) => audioReply(context, request),
  },
);
