import { z } from "zod";
import { ignored, always, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { never, refused } from "#src/api/dialects/refused-options.ts";
import { chooseLiveModel } from "#src/api/dialects/aliases.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import type { LiveEncoding } from "#src/api/sockets/worker-link.ts";
import { boolean, booleanIn } from "#src/api/validation/boolean.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, integerAmong } from "#src/api/validation/number.ts";
import { parseText, text } from "#src/api/validation/text.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { usualSampleRates } from "#src/domain/speech/audio-formats.ts";
import { transcriptionModels } from "./aliases.ts";
import { deepgram } from "./dialect.ts";
import { createDeepgramCodec } from "./live-codec.ts";
import { offered } from "./sockets.ts";
import { clientMessages, serverMessages } from "./live-messages.ts";

/** Deepgram's names of encodings without a header, each with ours; those of files say themselves how they are read. */
const rawEncodings: Readonly<Record<string, LiveEncoding>> = {
  ...{ linear16: "pcm_s16le", linear32: "pcm_f32le", mulaw: "mulaw", alaw: "alaw" },
};
const encodings = ["linear16", "linear32", "mulaw", "alaw", "flac", "ogg-opus"] as const;

const flag = (description: string) => boolean().default(false).meta({ description });

/** Milliseconds of silence. Below the default the models cut words apart. */
const usualEndpointing = 300;
const endpointingMax = 60_000;
const endpointingText = `Input should be false, or milliseconds from 0 to ${endpointingMax}`;

/** Milliseconds, or null for `false`. */
const endpointing = field<number | null>(
  (raw) => {
    const sent = parseText(raw, { max: 10 });
    if (!sent.ok) return sent;
    const ms = Number(sent.value);
    if (/^\d+$/.test(sent.value) && ms <= endpointingMax) return accept(ms);
    const asked = booleanIn(sent.value);
    if (asked === undefined) return refuse(valueError(endpointingText));
    return accept(asked ? usualEndpointing : null);
  },
  { anyOf: [{ type: "integer", minimum: 0, maximum: endpointingMax }, { type: "boolean" }] },
);

const socketQuery = z
  .object({
    model: text({ max: 255 })
      .default("")
      .meta({ description: "The name of a model; unknown names stand for the default." }),
    language: text({ max: 35 })
      .optional()
      .meta({ description: "A tag; `multi` to find the language. English when absent." }),
    encoding: literal(encodings)
      .optional()
      .meta({ description: "Of samples without a header; absent for files, which tell it themselves." }),
    sample_rate: integerAmong(usualSampleRates).optional().meta({ description: "Hz, of samples without a header." }),
    channels: integer({ min: 1, max: 1 }).optional().meta({ description: "Only 1." }),
    interim_results: flag("Whether words are sent before they are final."),
    endpointing: endpointing
      .default(usualEndpointing)
      .meta({ description: "Milliseconds of silence that end an utterance, at least 128, or `false`." }),
    utterance_end_ms: integer({ min: 0, max: endpointingMax })
      .optional()
      .meta({ description: "Milliseconds without a word after which `UtteranceEnd` is sent.", examples: [1_000] }),
    vad_events: flag("Whether `SpeechStarted` is sent."),
    punctuate: flag("Whether to write punctuation and capitals."),
    smart_format: flag("The same, with numbers in figures."),
    numerals: flag("Whether to write numbers in figures."),
    diarize: never("Speakers are not told apart"),
    diarize_model: refused("Speakers are not told apart"),
    multichannel: never("Channels are transcribed together"),
    redact: refused("Nothing is redacted"),
    callback: refused("Results are not sent to an address"),
  })
  .refine(({ encoding, sample_rate: rate }) => rate !== undefined || !Object.hasOwn(rawEncodings, encoding ?? ""), {
    message: "Samples without a header need sample_rate",
    path: ["sample_rate"],
  })
  .register(ignored, {
    callback_method: unless("post"),
    ...{ keyterm: always, keywords: always, replace: always, search: always },
    no_delay: unlessBoolean(true),
    version: unless("latest"),
  });

/** Hz; of no meaning for a file. */
const usualRate = 16_000;

type SocketQuery = z.output<typeof socketQuery>;

async function open(query: SocketQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const model = await chooseLiveModel(context, { name: query.model, aliases: transcriptionModels });
  const isFormatted = query.punctuate || query.smart_format;
  const codec = createDeepgramCodec({
    ...{ requestId: context.requestId, hasPartials: query.interim_results, isFormatted },
    ...{ hasEndpoints: query.endpointing !== null, hasSpeechStarted: query.vad_events },
    utteranceEndMs: query.utterance_end_ms ?? null,
    isDetected: query.language === "multi",
  });
  return openLive(context, caller, {
    ...{
      codec,
      language: query.language === "multi" ? "auto" : query.language,
      revises: false,
      end_of_turn: "silence",
    },
    encoding: rawEncodings[query.encoding ?? ""] ?? "container",
    sample_rate: query.sample_rate ?? usualRate,
    interim_results: query.interim_results || query.utterance_end_ms !== undefined,
    endpointing_ms: query.endpointing ?? usualEndpointing,
    options: { model, transcriptFormat: query.smart_format || query.numerals ? "smart" : "verbatim" },
  });
}

const listenAt = (path: string, operationId: string): SocketRoute =>
  socketRoute(
    {
      path,
      operationId,
      tag: deepgram.tag,
      summary: "Transcribe live",
      scope: "speech",
      temporaryTokens: true,
      query: socketQuery,
      limit: "live",
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "insufficient_credits"],
      offered,
      messages: { client: messageDocuments(clientMessages), server: messageDocuments(serverMessages) },
    },
    open,
  );

/** The paths at which Deepgram's clients transcribe live; some clients have room for a host only, and no prefix. */
export const listenSockets: readonly SocketRoute[] = [
  listenAt("/deepgram/v1/listen", "deepgram.listenLive"),
  listenAt("/v1/listen", "deepgramRoot.listenLive"),
];
