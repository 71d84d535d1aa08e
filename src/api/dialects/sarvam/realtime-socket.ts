import { z } from "zod";
import type { Caller } from "#src/api/callers/caller.ts";
import { chooseLiveModel } from "#src/api/dialects/aliases.ts";
import { always, ignored, unless } from "#src/api/dialects/ignored-options.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import type { LiveEncoding } from "#src/api/sockets/worker-link.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, integerAmong } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import { transcriptionModels } from "./aliases.ts";
import { sarvam } from "./dialect.ts";
import { heardLanguage } from "./languages.ts";
import { formatOf, liveMode } from "./listen-socket.ts";
import { createRealtimeCodec } from "./realtime-codec.ts";
import { clientMessages, serverMessages } from "./realtime-messages.ts";
import { offered } from "./sockets.ts";

/** Ours, by Sarvam's names. */
const encodings = {
  linear16: "pcm_s16le",
  linear32: "pcm_f32le",
  mulaw: "mulaw",
  alaw: "alaw",
} as const satisfies Readonly<Record<string, LiveEncoding>>;

/** Milliseconds of silence that end an utterance. */
const silence = { min: 100, max: 10_000, usual: 500 } as const;

const realtimeQuery = z
  .object({
    language_code: text({ min: 1, max: 35 })
      .default(detectLanguage)
      .meta({ description: "`hi-IN`, `or-IN` and the like; detected where a model can, else English, with `auto`." }),
    model: text({ max: 255 }).default("saaras:v3-realtime").meta({
      description: "The name of a model; unknown names stand for the default.",
    }),
    stream_type: literal(["fast", "balanced", "simulated"])
      .default("balanced")
      .meta({ description: "`simulated` has no partial transcripts; the others are alike." }),
    mode: liveMode,
    endpointing: literal(["vad", "manual"])
      .default("vad")
      .meta({ description: "Whether silence ends an utterance, or the client alone." }),
    encoding: literal(["linear16", "linear32", "mulaw", "alaw"]).default("linear16").meta({
      description:
        "Samples without a header, little-endian: whole numbers of 16 bits, floating-point numbers of 32, or G.711.",
    }),
    sample_rate: integerAmong([8_000, 16_000]).default(16_000).meta({ description: "Hz." }),
    return_timestamps: boolean().default(false).meta({ description: "Whether finals have their times." }),
    silence_duration_ms: integer(silence)
      .default(silence.usual)
      .meta({ description: "Milliseconds of silence that end an utterance with `vad`." }),
    "api-subscription-key": text({ max: 255 })
      .optional()
      .meta({
        description: "An API key in place of the header, which clients in browsers cannot send.",
        examples: ["sk_…"],
      }),
  })
  .register(ignored, {
    ...{ prompt: always, keyterms: always, threshold: unless("0.5"), prefix_padding_ms: always },
    min_speech_duration_ms: always,
    silence_duration_ms: (_value, { endpointing }) => endpointing === "manual",
  });

type RealtimeQuery = z.output<typeof realtimeQuery>;

async function open(query: RealtimeQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const model = await chooseLiveModel(context, { name: query.model, aliases: transcriptionModels });
  const language = heardLanguage(query.language_code);
  const isVad = query.endpointing === "vad";
  const hasPartials = query.stream_type !== "simulated";
  const codec = createRealtimeCodec({
    ...{ requestId: context.requestId, config: configOf(query), isVad, hasPartials },
    ...{ hasTimestamps: query.return_timestamps, isDetected: language === detectLanguage },
  });
  return openLive(context, caller, {
    ...{ codec, language, encoding: encodings[query.encoding], sample_rate: query.sample_rate },
    ...{ interim_results: hasPartials, revises: false, end_of_turn: "silence" },
    endpointing_ms: isVad ? query.silence_duration_ms : null,
    options: { model, transcriptFormat: formatOf(query.mode) },
  });
}

/** Sarvam's names of the settings. */
function configOf(query: RealtimeQuery) {
  const { model, language_code, encoding, sample_rate, stream_type, mode, return_timestamps } = query;
  const { endpointing: turn_detection, silence_duration_ms } = query;
  return {
    ...{ model, language_code, encoding, sample_rate, stream_type, mode, return_timestamps, turn_detection },
    ...(turn_detection === "vad" && { silence_duration_ms }),
  };
}

const realtimeAt = (prefix: string, name: string): SocketRoute =>
  socketRoute(
    {
      ...{ path: `${prefix}/speech-to-text-realtime/ws`, operationId: `${name}.speechToText.realtime` },
      ...{ tag: sarvam.tag, summary: "Transcribe live with partials", scope: "speech" },
      ...{ temporaryTokens: true, query: realtimeQuery, limit: "live", offered, soundInMessages: true },
      queryCredentials: { "api-subscription-key": "api-subscription-key" },
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "insufficient_credits"],
      messages: { client: messageDocuments(clientMessages), server: messageDocuments(serverMessages) },
    },
    open,
  );

/** The paths at which Sarvam's clients transcribe live with partial transcripts; some have room for a host only. */
export const realtimeSockets: readonly SocketRoute[] = [realtimeAt("/sarvam", "sarvam"), realtimeAt("", "sarvamRoot")];
