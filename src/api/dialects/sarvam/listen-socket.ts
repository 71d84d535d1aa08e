import { z } from "zod";
import type { Caller } from "#src/api/callers/caller.ts";
import { chooseLiveModel } from "#src/api/dialects/aliases.ts";
import { always, ignored, neverNamed } from "#src/api/dialects/ignored-options.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integerAmong } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import { transcriptionModels } from "./aliases.ts";
import { sarvam } from "./dialect.ts";
import { heardLanguage } from "./languages.ts";
import { createListenCodec } from "./listen-codec.ts";
import { clientMessages, serverMessages } from "./listen-messages.ts";
import { offered } from "./sockets.ts";

const flag = (description: string) => boolean().default(false).meta({ description });

const modes = ["transcribe", "verbatim"] as const;

/** The kinds of words that can be had live: they are neither translated nor written in another script. */
export const liveMode = literal(modes)
  .default("transcribe")
  .meta({ description: "`transcribe` writes numbers in figures, `verbatim` as they were said." });

/** The way in which numbers are written. */
export const formatOf = (mode: (typeof modes)[number]) => (mode === "verbatim" ? "verbatim" : "smart");

/** Milliseconds of silence that end an utterance, by `high_vad_sensitivity`. */
const silenceMs = { usual: 1_000, sensitive: 500 } as const;

/** Hz. */
const sampleRates = [8_000, 16_000] as const;

const listenQuery = z
  .object({
    "language-code": text({ min: 1, max: 35 })
      .optional()
      .meta({
        description:
          "`hi-IN`, `od-IN` and the like; detected where a model can, else English, when absent or `unknown`.",
        examples: ["hi-IN"],
      }),
    model: text({ max: 255 })
      .default("")
      .meta({ description: "The name of a model; unknown names stand for the default." }),
    mode: liveMode,
    sample_rate: integerAmong(sampleRates).default(16_000).meta({ description: "Hz." }),
    input_audio_codec: literal(["wav", "pcm_s16le", "pcm_l16", "pcm_raw"]).optional().meta({
      description: "Samples of 16 bits, little-endian, one channel; the bytes say whether they are a WAV file.",
    }),
    high_vad_sensitivity: flag("Whether half a second of silence ends an utterance, in place of one."),
    vad_signals: flag("Whether `events` say when speech begins and ends."),
  })
  .register(ignored, {
    // A flush is always taken.
    flush_signal: neverNamed,
    ...{ keyterms: always, positive_speech_threshold: always, negative_speech_threshold: always },
    ...{ min_speech_frames: always, first_turn_min_speech_frames: always, negative_frames_count: always },
    ...{ negative_frames_window: always, start_speech_volume_threshold: always, interrupt_min_speech_frames: always },
    ...{ pre_speech_pad_frames: always, num_initial_ignored_frames: always },
  });

async function open(
  query: z.output<typeof listenQuery>,
  caller: Caller,
  context: SocketContext,
): Promise<OpenedSocket> {
  const language = heardLanguage(query["language-code"] ?? detectLanguage);
  const { sample_rate: sampleRate, vad_signals: hasVadSignals, high_vad_sensitivity: isSensitive } = query;
  const model = await chooseLiveModel(context, { name: query.model, aliases: transcriptionModels });
  const codec = createListenCodec({
    ...{ requestId: context.requestId, sampleRate, hasVadSignals, isDetected: language === detectLanguage },
    isStrict: context.resources.config.dialects.strict,
  });
  return openLive(context, caller, {
    ...{ codec, language, encoding: "pcm_s16le", sample_rate: sampleRate, interim_results: false, revises: false },
    ...{ end_of_turn: "silence", endpointing_ms: isSensitive ? silenceMs.sensitive : silenceMs.usual },
    options: { model, transcriptFormat: formatOf(query.mode) },
  });
}

const listenAt = (prefix: string, name: string): SocketRoute =>
  socketRoute(
    {
      ...{ path: `${prefix}/speech-to-text/ws`, operationId: `${name}.speechToText.live`, tag: sarvam.tag },
      ...{ summary: "Transcribe live", scope: "speech", temporaryTokens: true, query: listenQuery },
      ...{ limit: "live", offered, soundInMessages: true },
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "insufficient_credits"],
      messages: { client: messageDocuments(clientMessages), server: messageDocuments(serverMessages) },
    },
    open,
  );

/** The paths at which Sarvam's clients transcribe live; some have room for a host only. */
export const listenSockets: readonly SocketRoute[] = [listenAt("/sarvam", "sarvam"), listenAt("", "sarvamRoot")];
