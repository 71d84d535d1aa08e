import { z } from "zod";
import type { Caller } from "#src/api/callers/caller.ts";
import { always, ignored, neverNamed, unless } from "#src/api/dialects/ignored-options.ts";
import { never } from "#src/api/dialects/refused-options.ts";
import { openSpeaking } from "#src/api/sockets/open-speaking.ts";
import type { SpeakingCodec } from "#src/api/sockets/speaking-codec.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketDefinition,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { voiceAliases } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { enableLogging } from "./enable-logging.ts";
import { spokenLanguage } from "./language-codes.ts";
import { encodingOf, streamedFormats } from "./output-formats.ts";
import { contextMessage, contextMessages, createMultiStreamCodec } from "./multi-stream-codec.ts";
import { createStreamInputCodec, streamedMessages, writtenText } from "./stream-input-codec.ts";
import { voiceParams } from "./voices-routes.ts";

/** The most texts of a socket at the same time, which are ElevenLabs' own. */
const contextsMax = 5;

const credential = (description: string) =>
  text({ max: 255 })
    .optional()
    .meta({ description, examples: ["sk_…"] });

const streamInputQuery = z
  .object({
    model_id: text({ max: 255 })
      .optional()
      .meta({
        description: "Any name: the voice decides which engine speaks.",
        examples: ["eleven_flash_v2_5"],
      }),
    language_code: spokenLanguage.optional().meta({
      description: "A code of two or three letters, a tag or an English name; as over HTTP when absent.",
    }),
    output_format: literal(streamedFormats)
      .default("mp3_44100_128")
      .meta({ description: "A codec, Hz, and kbit/s where there are several." }),
    inactivity_timeout: integer({ min: 1, max: 180 })
      .default(20)
      .meta({ description: "Seconds without a message that end the session." }),
    sync_alignment: boolean()
      .default(false)
      .meta({ description: "Whether the times of the characters are sent behind each sentence." }),
    enable_ssml_parsing: never("Markup is read over HTTP by our own API only"),
    enable_logging: enableLogging,
    authorization: credential("An API key in place of the header."),
    single_use_token: credential("A single-use token in place of an API key."),
  })
  .register(ignored, {
    // A sentence is spoken when it is complete.
    auto_mode: neverNamed,
    // Texts are always normalized.
    apply_text_normalization: unless("auto", "on"),
    seed: always,
  });

/** One of the two protocols by which a text is spoken while it is being written. */
interface Protocol {
  /** The last step of its paths. */
  readonly name: "stream-input" | "multi-stream-input";
  readonly summary: string;
  readonly createCodec: () => SpeakingCodec;
  /** The most texts at the same time. */
  readonly textsMax: number;
  readonly messages: SocketDefinition<unknown>["messages"];
}

const open =
  ({ createCodec, textsMax }: Protocol) =>
  (query: z.output<typeof streamInputQuery>, caller: Caller, context: SocketContext): Promise<OpenedSocket> => {
    const voice = { name: context.params["voice_id"] ?? "", aliases: voiceAliases };
    const encoding = { ...encodingOf(query.output_format), wordTimestamps: query.sync_alignment };
    return openSpeaking(context, caller, {
      ...{ codec: createCodec(), textsMax, longest: synthesisTextMax, idleMs: query.inactivity_timeout * 1000 },
      waitMs: context.resources.config.dialects.elevenlabs.waitSeconds * 1000,
      spoken: (speed) => ({
        ...{ voice, languageTag: query.language_code },
        options: { ...encoding, speed },
      }),
    });
  };

const socketAt = (prefix: string, operationId: string, protocol: Protocol): SocketRoute =>
  socketRoute(
    {
      path: `${prefix}/v1/text-to-speech/{voice_id}/${protocol.name}`,
      ...{ operationId, tag: elevenLabs.tag, summary: protocol.summary },
      ...{ scope: "speech", temporaryTokens: true, params: voiceParams, query: streamInputQuery, limit: "live" },
      errors: [
        ...(["voice_not_found", "voice_not_ready", "voice_outdated", "insufficient_credits"] as const),
        ...(["monthly_limit_exceeded", "concurrency_limited", "storage_limit", "unavailable"] as const),
      ],
      offered: () => null,
      queryCredentials: { authorization: "xi-api-key", single_use_token: "xi-api-key" },
      messages: protocol.messages,
      ...{ speaks: true, soundInMessages: true },
    },
    open(protocol),
  );

const oneText: Protocol = {
  name: "stream-input",
  summary: "Speak streamed text",
  createCodec: createStreamInputCodec,
  textsMax: 1,
  messages: {
    client: [{ name: "text", summary: "text", schema: writtenText }],
    server: messageDocuments(streamedMessages),
  },
};

const severalTexts: Protocol = {
  name: "multi-stream-input",
  summary: "Speak several streamed texts",
  createCodec: createMultiStreamCodec,
  textsMax: contextsMax,
  messages: {
    client: [{ name: "text", summary: "text", schema: contextMessage }],
    server: messageDocuments(contextMessages),
  },
};

/** The paths at which ElevenLabs' clients have texts spoken while they write them; some have room for a host only, and no prefix. */
export const streamInputSockets: readonly SocketRoute[] = [
  socketAt("/elevenlabs", "elevenlabs.textToSpeech.streamInput", oneText),
  socketAt("/elevenlabs", "elevenlabs.textToSpeech.multiStreamInput", severalTexts),
  socketAt("", "elevenlabsRoot.textToSpeech.streamInput", oneText),
  socketAt("", "elevenlabsRoot.textToSpeech.multiStreamInput", severalTexts),
];
