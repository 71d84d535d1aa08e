import { z } from "zod";
import { chooseLiveModel } from "#src/api/dialects/aliases.ts";
import { always, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { never, refused } from "#src/api/dialects/refused-options.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { type LiveEncoding, parseJson } from "#src/api/sockets/worker-link.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, integerAmong } from "#src/api/validation/number.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import { usualSampleRates } from "#src/domain/speech/audio-formats.ts";
import { transcriptionModels } from "./aliases.ts";
import { assemblyAi } from "./dialect.ts";
import { tagOf } from "./language.ts";
import { createStreamingCodec } from "./streaming-codec.ts";
import { clientMessages, serverMessages } from "./streaming-messages.ts";

const encodings: Readonly<Record<string, LiveEncoding>> = {
  ...{ pcm_s16le: "pcm_s16le", pcm_mulaw: "mulaw", ogg_opus: "container" },
};
const encodingNames = ["pcm_s16le", "pcm_mulaw", "ogg_opus"] as const;

/** Milliseconds of silence. */
const silence = { min: 0, max: 60_000, usual: { min: 400, max: 1_280 } } as const;
const usualModel = "universal-streaming-english";

const silenceOf = (description: string, usual: number) =>
  integer({ min: silence.min, max: silence.max })
    .optional()
    .meta({ description, examples: [usual] });
const flag = (description: string) => boolean().default(false).meta({ description });

const namesText = "Input should be a list of language codes, as JSON";
const nameList = z.array(z.string()).max(100);

/** Language codes as JSON. */
const codes = field<readonly string[]>(
  (raw) => {
    const sent = parseText(raw, { max: 1_000 });
    if (!sent.ok) return sent;
    const read = nameList.safeParse(parseJson(sent.value));
    return read.success ? accept(read.data) : refuse(valueError(namesText));
  },
  textKeywords({ max: 1_000 }),
);

const socketQuery = z
  .object({
    sample_rate: integerAmong(usualSampleRates)
      .default(16_000)
      .meta({ description: "Hz, of samples without a header." }),
    encoding: literal(encodingNames)
      .default("pcm_s16le")
      .meta({ description: "`ogg_opus` is a file, which tells its rate itself." }),
    speech_model: text({ min: 1, max: 255 })
      .default(usualModel)
      .meta({ description: "AssemblyAI's names mean ours; unknown names stand for the default." }),
    language_code: text({ min: 1, max: 35 })
      .optional()
      .meta({ description: "A code; English when absent.", examples: ["en"] }),
    language_codes: codes.optional().meta({ description: "The first is that of the session.", examples: ['["en"]'] }),
    language_detection: flag("Whether the language is found, and told with each turn."),
    format_turns: flag("Whether a turn that has ended is written with punctuation and capitals."),
    min_turn_silence: silenceOf("Milliseconds of silence that end a turn, at least 128.", silence.usual.min),
    min_end_of_turn_silence_when_confident: silenceOf("The older name of `min_turn_silence`.", silence.usual.min),
    max_turn_silence: silenceOf("Without effect: `min_turn_silence` ends a turn.", silence.usual.max),
    include_partial_turns: boolean()
      .default(true)
      .meta({ description: "Whether words are sent before their turn has ended." }),
    speaker_labels: never("Speakers are not told apart"),
    redact_pii: never("Nothing is redacted"),
    filter_profanity: never("No words are masked"),
    llm_gateway: refused("There is no text model"),
    webhook_url: refused("Results are not sent to an address"),
    token: text({ max: 255 })
      .optional()
      .meta({ description: "A token of `/v3/token`, in place of an API key.", examples: ["once_…"] }),
  })
  .register(ignored, {
    ...{ agent_context: always, domain: always, keyterms_prompt: always, mode: always, prompt: always },
    ...{ end_of_turn_confidence_threshold: always, inactivity_timeout: always, interruption_delay: always },
    ...{ max_turn_silence: unless(String(silence.usual.max)), turn_left_pad_ms: always },
    ...{ vad_threshold: unless("0.4"), voice_focus: always, voice_focus_threshold: always, max_speakers: always },
    ...{ redact_pii_policies: always, redact_pii_sub: always, webhook_auth_header_name: always },
    ...{ webhook_auth_header_value: always, session_heartbeat: unlessBoolean(false) },
    ...{ acknowledge_silence: unlessBoolean(false), continuous_partials: unlessBoolean(true) },
  });

type SocketQuery = z.output<typeof socketQuery>;

/** The language that is named, the first of several, or English. */
function languageOf({ language_detection: isDetected, language_code: code, language_codes: all }: SocketQuery): string {
  if (isDetected) return "auto";
  return tagOf(code ?? all?.[0] ?? "en");
}

async function open(query: SocketQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const model = await chooseLiveModel(context, { name: query.speech_model, aliases: transcriptionModels });
  const { include_partial_turns: hasPartials, format_turns: isFormatted } = query;
  const codec = createStreamingCodec({
    ...{ requestId: context.requestId, model: query.speech_model, isFormatted, hasPartials },
    expiresAt: new Date(Date.now() + context.resources.config.live.maxMs),
    ...{ hasSpeechStarted: query.speech_model.startsWith("u3"), isDetected: query.language_detection },
  });
  return openLive(context, caller, {
    ...{ codec, language: languageOf(query), revises: false, end_of_turn: "silence", interim_results: hasPartials },
    ...{ encoding: encodings[query.encoding] ?? "pcm_s16le", sample_rate: query.sample_rate },
    endpointing_ms: query.min_turn_silence ?? query.min_end_of_turn_silence_when_confident ?? silence.usual.min,
    options: { model, transcriptFormat: isFormatted ? "smart" : "verbatim" },
  });
}

const streamAt = (path: string, operationId: string): SocketRoute =>
  socketRoute(
    {
      ...{ path, operationId, tag: assemblyAi.tag, summary: "Transcribe live" },
      ...{ scope: "speech", temporaryTokens: true, query: socketQuery, limit: "live" },
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "insufficient_credits"],
      offered: () => null,
      queryCredentials: { token: "authorization" },
      messages: { client: messageDocuments(clientMessages), server: messageDocuments(serverMessages) },
    },
    open,
  );

/** The paths at which AssemblyAI's clients transcribe live; some clients have room for a host only, and no prefix. */
export const streamingSockets: readonly SocketRoute[] = [
  streamAt("/assemblyai/v3/ws", "assemblyai.stream"),
  streamAt("/v3/ws", "assemblyaiRoot.stream"),
];
