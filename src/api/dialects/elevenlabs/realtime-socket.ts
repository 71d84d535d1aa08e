import { z } from "zod";
import { chooseLiveModel } from "#src/api/dialects/aliases.ts";
import { always, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { refused } from "#src/api/dialects/refused-options.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import { type OpenedSocket, type SocketContext, type SocketRoute, socketRoute } from "#src/api/sockets/socket-route.ts";
import type { LiveEncoding } from "#src/api/sockets/worker-link.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, number } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { transcriptionModels } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { enableLogging } from "./enable-logging.ts";
import { createScribeCodec } from "./realtime-codec.ts";
import { inputAudioChunk, serverMessages } from "./realtime-messages.ts";

const pcmRates = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
const audioFormats = [...pcmRates.map((rate) => `pcm_${rate}` as const), "ulaw_8000"] as const;

/** Seconds of silence that commit. */
const silence = { min: 0.3, max: 3, usual: 1.5 } as const;
/** Milliseconds of speech or silence that count. */
const shortest = { min: 50, max: 2_000, usual: 100 } as const;
const threshold = { min: 0.1, max: 0.9, usual: 0.4 } as const;

const flag = (description: string) => boolean().default(false).meta({ description });
const noEffect = (usual: number) => ({ description: "Without effect.", examples: [usual] });

const socketQuery = z
  .object({
    model_id: text({ min: 1, max: 255 }).meta({
      description: "The name of a model; unknown names stand for the default.",
      examples: ["scribe_v2_realtime"],
    }),
    audio_format: literal(audioFormats)
      .default("pcm_16000")
      .meta({ description: "Samples of 16 bits, or μ-law, with their rate in Hz; one channel." }),
    commit_strategy: literal(["manual", "vad"])
      .default("manual")
      .meta({ description: "Whether the client alone commits, or silence, too." }),
    vad_silence_threshold_secs: number(silence)
      .default(silence.usual)
      .meta({ description: "Seconds of silence that commit with `vad`." }),
    vad_threshold: number(threshold).optional().meta(noEffect(threshold.usual)),
    min_speech_duration_ms: integer(shortest).optional().meta(noEffect(shortest.usual)),
    min_silence_duration_ms: integer(shortest).optional().meta(noEffect(shortest.usual)),
    language_code: text({ min: 1, max: 35 })
      .optional()
      .meta({ description: "Detected where a model can, else English, when absent." }),
    include_timestamps: flag("Whether commits come with the times of their words, too."),
    include_language_detection: flag("Whether commits come with their language, too."),
    filter_background_audio: flag("Without effect."),
    entity_redaction: refused("Nothing is redacted"),
    enable_logging: enableLogging,
    token: text({ max: 255 })
      .optional()
      .meta({ description: "A single-use token, in place of an API key.", examples: ["once_…"] }),
  })
  .refine(
    (asked) => !asked.filter_background_audio || !(asked.include_timestamps || asked.include_language_detection),
    {
      message: "Input should not be true beside include_timestamps or include_language_detection",
      path: ["filter_background_audio"],
    },
  )
  .register(ignored, {
    vad_silence_threshold_secs: (_value, { commit_strategy: strategy }) => strategy !== "vad",
    vad_threshold: unless(String(threshold.usual)),
    min_speech_duration_ms: unless(String(shortest.usual)),
    min_silence_duration_ms: unless(String(shortest.usual)),
    ...{ filter_background_audio: unlessBoolean(false), no_verbatim: unlessBoolean(false) },
    entity_redaction_mode: unless("redacted"),
    ...{ entity_detection: always, keyterms: always, secondary_languages: always, transcript_edit: always },
  });

type SocketQuery = z.output<typeof socketQuery>;

function soundOf(format: string): { readonly encoding: LiveEncoding; readonly sampleRate: number } {
  const [coding, rate] = format.split("_");
  return { encoding: coding === "ulaw" ? "mulaw" : "pcm_s16le", sampleRate: Number(rate) };
}

async function open(query: SocketQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const { encoding, sampleRate } = soundOf(query.audio_format);
  const model = await chooseLiveModel(context, { name: query.model_id, aliases: transcriptionModels });
  const isVad = query.commit_strategy === "vad";
  const codec = createScribeCodec({
    ...{ sampleRate, isVad, isStrict: context.resources.config.dialects.strict },
    ...{ hasTimestamps: query.include_timestamps, hasLanguage: query.include_language_detection },
    started: startedMessage(query, { sessionId: context.requestId, sampleRate }),
  });
  return openLive(context, caller, {
    ...{ codec, encoding, sample_rate: sampleRate, interim_results: true, revises: false, end_of_turn: "silence" },
    endpointing_ms: isVad ? query.vad_silence_threshold_secs * 1000 : null,
    language: query.language_code ?? "auto",
    options: { model },
  });
}

/** The first message. Of the options it has those with an effect. */
function startedMessage(query: SocketQuery, { sessionId, sampleRate }: { sessionId: string; sampleRate: number }) {
  const { audio_format, commit_strategy, vad_silence_threshold_secs, language_code, model_id } = query;
  const { include_timestamps, include_language_detection, enable_logging } = query;
  return {
    ...{ message_type: "session_started", session_id: sessionId },
    config: {
      ...{ sample_rate: sampleRate, audio_format, commit_strategy, model_id, enable_logging },
      ...(language_code !== undefined && { language_code }),
      ...(commit_strategy === "vad" && { vad_silence_threshold_secs }),
      ...{ include_timestamps, include_language_detection, keyterms: [], no_verbatim: false },
    },
  };
}

/** The paths of ElevenLabs' clients that take WebSockets. All of its clients have room for a prefix. */
export const elevenLabsSocketRoutes: readonly SocketRoute[] = [
  socketRoute(
    {
      path: "/elevenlabs/v1/speech-to-text/realtime",
      operationId: "elevenlabs.speechToText.realtime",
      ...{ tag: elevenLabs.tag, summary: "Transcribe live" },
      ...{ scope: "speech", temporaryTokens: true, query: socketQuery, limit: "live", soundInMessages: true },
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "insufficient_credits"],
      offered: () => null,
      queryCredentials: { token: "xi-api-key" },
      messages: {
        client: [{ name: "input_audio_chunk", summary: "input_audio_chunk", schema: inputAudioChunk }],
        server: Object.entries(serverMessages).map(([name, schema]) => ({ name, summary: name, schema })),
      },
    },
    open,
  ),
];
