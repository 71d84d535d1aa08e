import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { always, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { submitSpeech } from "#src/api/dialects/speech-input.ts";
import { speechRoute, streamedSpeechRoute } from "#src/api/dialects/speech-route.ts";
import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import type { ResponseDocument } from "#src/api/http/reply-body.ts";
import type { Reply, RequestContext, Route, RouteInput } from "#src/api/route.ts";
import { audioOf, audioReply, audioTypes, streamReply } from "#src/api/speech/replies.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { synthesisText } from "#src/api/validation/synthesis-text.ts";
import { literal } from "#src/api/validation/literal.ts";
import { number } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { voiceAliases } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { enableLogging } from "./enable-logging.ts";
import { spokenLanguage } from "./language-codes.ts";
import { encodingOf, outputFormats } from "./output-formats.ts";
import { usualSettings } from "./present-voice.ts";
import { dictionariesOf, locators } from "./pronunciation-routes.ts";
import { timedLines, timedSpeech, timedSpeechJson } from "./timed-speech.ts";
import { voiceParams } from "./voices-routes.ts";

/** Characters. */
const nameMax = 255;

const speechQuery = z
  .object({
    output_format: literal(outputFormats)
      .default("mp3_44100_128")
      .meta({ description: "A codec, Hz, and kbit/s where there are several." }),
    enable_logging: enableLogging,
  })
  .register(ignored, { optimize_streaming_latency: unless("0") });

const { speed: _speed, ...settingsWithoutEffect } = usualSettings;

const settingRules = Object.entries(settingsWithoutEffect).map(
  ([name, usual]) => [name, typeof usual === "boolean" ? unlessBoolean(usual) : unless(String(usual))] as const,
);

const speechBody = z
  .object({
    text: synthesisText(synthesisTextMax),
    model_id: text({ max: nameMax })
      .nullish()
      .meta({ description: "Any name: the voice decides which engine speaks." }),
    language_code: spokenLanguage.nullish().meta({
      description:
        "A code of two or three letters, a tag or an English name; when absent, the language of the text where it is clearly not English, " +
        "else that of the voice. The region of a tag decides how 05/06/2024 is read: month first with `en-US`, day first with " +
        "`en-GB`; without a region, by the accent of the voice.",
    }),
    voice_settings: z
      .object({ speed: number({ min: 0.25, max: 4 }).nullish().meta({ description: "Spoken within 0.5 and 2." }) })
      .register(ignored, Object.fromEntries(settingRules))
      .nullish()
      .meta({ description: "Other settings are accepted and ignored." }),
    pronunciation_dictionary_locators: locators,
  })
  .register(ignored, {
    // Texts are always normalized.
    apply_text_normalization: unless("auto", "on"),
    // A text before or after this one may be "No".
    previous_text: always,
    next_text: always,
  });

/** One of the paths that speak a text. */
interface SpeechForm {
  /** The steps of a path after the voice. */
  readonly path: "" | "/stream" | "/with-timestamps" | "/stream/with-timestamps";
  /** The name of the operation in the vendor's clients. */
  readonly verb: string;
  readonly summary: string;
  readonly response: ResponseDocument;
}

/** Room for what is ignored: the text, what comes before it, what comes after it, and the rest. */
const speechBodyReader = jsonBody(speechBody, { sizeFactor: 4 });

const definitionOf = ({ path, verb, summary, response }: SpeechForm) =>
  ({
    method: "post",
    path: `/elevenlabs/v1/text-to-speech/{voice_id}${path}`,
    operationId: `elevenlabs.textToSpeech.${verb}`,
    summary,
    params: voiceParams,
    query: speechQuery,
    body: speechBodyReader,
    responses: {
      200: {
        ...response,
        headers: {
          "character-cost": "A credit for each character of the text; 0 where speech from the cache is free.",
        },
      },
    },
    errors: [
      "body_too_large",
      "voice_not_found",
      "voice_not_ready",
      "voice_outdated",
      "audio_too_long",
      "pronunciation_dictionary_not_found",
    ],
  }) as const;

type Input = RouteInput<z.output<typeof voiceParams>, z.output<typeof speechQuery>, z.output<typeof speechBody>>;

/** The way in which a path submits its text. */
const submitBy =
  (path: SpeechForm["path"]) =>
  ({ params, query, body }: Input, caller: Caller, context: RequestContext): Promise<void> =>
    submitSpeech(context, caller, {
      voice: { name: params.voice_id, aliases: voiceAliases },
      languageTag: body.language_code ?? undefined,
      dictionaries: dictionariesOf(body.pronunciation_dictionary_locators),
      text: body.text,
      options: {
        ...encodingOf(query.output_format),
        speed: body.voice_settings?.speed ?? 1,
        wordTimestamps: path.endsWith("/with-timestamps"),
      },
      isStreamed: path.startsWith("/stream"),
    });

/** A request that goes on will cost its characters, unless its speech is found in the cache and that is free. */
const costOf = ({ finished_at: end, credits, characters }: SpeechRequest): number | null =>
  end === null ? characters : (credits ?? 0);

const withCost = (reply: Reply, request: SpeechRequest): Reply => ({
  ...reply,
  headers: { ...reply.headers, "character-cost": String(costOf(request)) },
});

/** Speaks a text and answers when it is done. */
const spokenBy = (
  form: SpeechForm,
  reply: (context: RequestContext, request: SpeechRequest) => Promise<Reply>,
): Route =>
  speechRoute(elevenLabs, definitionOf(form), {
    submit: submitBy(form.path),
    reply: async (request, _input, context) => withCost(await reply(context, request), request),
  });

/** Speaks a text and answers while that is done. */
const streamedBy = (form: SpeechForm, reply: (stream: SpeechStream) => Reply): Route =>
  streamedSpeechRoute(elevenLabs, definitionOf(form), {
    submit: submitBy(form.path),
    reply: (stream) => withCost(reply(stream), stream.request),
  });

const audio = { description: "The spoken text.", mediaTypes: audioTypes };
const timedAudio = { description: "The audio and the times.", schema: timedSpeech, bare: true } as const;
const timedParts = { description: "A line of JSON for each part.", mediaTypes: ["application/x-ndjson"] };

/** Speaking a text: as audio, or as JSON that says when each character is spoken. */
export const speechRoutes: readonly Route[] = [
  spokenBy({ path: "", verb: "convert", summary: "Speak a text", response: audio }, audioReply),
  spokenBy(
    {
      path: "/with-timestamps",
      verb: "convertWithTimestamps",
      summary: "Speak with timestamps",
      response: timedAudio,
    },
    async (context, request) => {
      const { content } = await audioOf(context.resources, request);
      return { status: 200, stream: { contentType: "application/json", parts: timedSpeechJson(request, content) } };
    },
  ),
  streamedBy({ path: "/stream", verb: "stream", summary: "Stream speech", response: audio }, streamReply),
  streamedBy(
    {
      path: "/stream/with-timestamps",
      verb: "streamWithTimestamps",
      summary: "Stream speech with timestamps",
      response: timedParts,
    },
    ({ request, chunks }) => ({
      status: 200,
      stream: { contentType: "application/x-ndjson", parts: timedLines(request.input_text ?? "", chunks) },
    }),
  ),
];
