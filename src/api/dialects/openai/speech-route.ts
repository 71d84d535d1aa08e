import { z } from "zod";
import { jsonBodyWithoutNulls } from "#src/api/bodies/body.ts";
import { always, ignored, namesOfIgnored } from "#src/api/dialects/ignored-options.ts";
import { submitSpeech } from "#src/api/dialects/speech-input.ts";
import { streamedSpeechRoute } from "#src/api/dialects/speech-route.ts";
import { audioTypes, contentsOf, streamReply } from "#src/api/speech/replies.ts";
import { synthesisText } from "#src/api/validation/synthesis-text.ts";
import { field } from "#src/api/validation/field.ts";
import { regionalLanguage } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { number } from "#src/api/validation/number.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { voiceAliases } from "./aliases.ts";
import { openAi } from "./dialect.ts";
import { requireSpeechModel } from "./models.ts";
import { eventStream } from "./server-sent-events.ts";
import { speechEvents } from "./speech-events.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const path = "/openai/v1/audio/speech";
/** Characters. */
const inputMax = 4096;
const nameMax = 255;

/** Ours, by OpenAI's names. */
const formats = { mp3: "mp3", opus: "ogg", aac: "aac", flac: "flac", wav: "wav", pcm: "pcm" } as const;
const formatNames = ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const;

const hasId = (raw: unknown): raw is { readonly id: unknown } => typeof raw === "object" && raw !== null && "id" in raw;

const voiceObject = z.object({ id: z.unknown() });

/** A name, or an object with an id, as OpenAI has custom voices. */
const voice = field((raw) => parseText(hasId(raw) ? raw.id : raw, { min: 1, max: nameMax }), {
  anyOf: [
    textKeywords({ min: 1, max: nameMax }),
    { type: "object", properties: { id: textKeywords({ min: 1, max: nameMax }) }, required: ["id"] },
  ],
  description: "One of OpenAI's names, or the id or name of a voice of the account or of a built-in one.",
});

const speechBody = z
  .object({
    model: text({ min: 1, max: nameMax }).meta({ description: "Any name: the voice decides which engine speaks." }),
    input: synthesisText(inputMax),
    voice,
    instructions: text({ max: 4096 }).optional().meta({ description: "Accepted and ignored." }),
    response_format: literal(formatNames).default("mp3").meta({
      description: "`opus` is Ogg/Opus, `aac` is ADTS; `pcm` has 16 bits, little-endian, at 24 kHz and no header.",
    }),
    speed: number({ min: 0.25, max: 4 }).default(1).meta({ description: "Spoken within 0.5 and 2." }),
    stream_format: literal(["audio", "sse"]).default("audio"),
    language: regionalLanguage({ supported: synthesisLanguages, max: 35 })
      .optional()
      .meta({
        description:
          "Not OpenAI's; when absent, that of the text where it is clearly not English, else that of the voice. Its region decides how " +
          "05/06/2024 is read: month first with `en-US`, day first with `en-GB`; without a region, by the accent of the voice.",
      }),
  })
  .register(ignored, {
    instructions: always,
    voice: (value) => hasId(value) && namesOfIgnored({ schema: voiceObject, fields: Object.entries(value) }),
  });

/** Speaks a text. */
export const createSpeech = streamedSpeechRoute(
  openAi,
  {
    method: "post",
    path,
    operationId: "openai.speech.create",
    summary: "Speak a text",
    params: noInput,
    query: noInput,
    body: jsonBodyWithoutNulls(speechBody),
    responses: { 200: { description: "The spoken text.", mediaTypes: [...audioTypes, "text/event-stream"] } },
    errors: [
      "body_too_large",
      "voice_not_found",
      "voice_not_ready",
      "voice_outdated",
      "model_not_found",
      "audio_too_long",
    ],
  },
  {
    submit: async ({ body }, caller, context) => {
      await requireSpeechModel(context, body.model);
      await submitSpeech(context, caller, {
        voice: { name: body.voice, aliases: voiceAliases },
        languageTag: body.language,
        text: body.input,
        options: { speed: body.speed, format: formats[body.response_format] },
        isStreamed: true,
      });
    },
    reply: (stream, { body }) => {
      if (body.stream_format === "audio") return streamReply(stream);
      const { characters, id: requestId } = stream.request;
      const parts = speechEvents(contentsOf(stream.chunks), { characters: characters ?? 0, requestId, path });
      return { status: 200, stream: { contentType: eventStream, parts } };
    },
  },
);
