import { z } from "zod";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { ignored, refuseIgnored, unless } from "#src/api/dialects/ignored-options.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "#src/api/sockets/speaking-codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { parsePart } from "#src/api/validation/parse-part.ts";
import { parseText } from "#src/api/validation/text.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { DomainError } from "#src/errors.ts";
import { faultOf, sentencesOf } from "./dialect.ts";
import { sarvamCloseCode } from "./sockets.ts";
import { bitRateField, checkRate, encodingOf, speechFields, speechRules } from "./speech-fields.ts";

/** The defaults of `/text-to-speech/ws`. */
const usual = { codec: "mp3", sampleRate: 22_050 } as const;

const settings = z
  .object({ ...speechFields, output_audio_bitrate: bitRateField.default("128k") })
  .check(checkRate(usual))
  .register(ignored, { ...speechRules, min_buffer_size: unless("50"), max_chunk_length: unless("150") });

export type Settings = z.output<typeof settings>;

/** The encoding that the settings ask for. */
export const encodingOfSettings = (asked: Settings) => encodingOf(asked, usual);

/** The messages that a client sends. */
export const speakMessages = {
  config: z.object({ type: z.literal("config"), data: settings }),
  text: z.object({ type: z.literal("text"), data: z.object({ text: z.string() }) }),
  flush: z.object({ type: z.literal("flush") }),
  ping: z.object({ type: z.literal("ping") }),
} as const;

const speakMessage = z.discriminatedUnion("type", [
  speakMessages.config.extend({ data: z.record(z.string(), z.unknown()) }),
  speakMessages.text,
  speakMessages.flush,
  speakMessages.ping,
]);

/** The messages that a client receives. */
export const spokenMessages = {
  audio: z.object({
    type: z.literal("audio"),
    data: z.object({
      content_type: z.string(),
      audio: z.string().meta({ contentEncoding: "base64" }),
      request_id: z.uuid(),
    }),
  }),
  event: z.object({
    type: z.literal("event"),
    data: z.object({ event_type: z.literal("final"), timestamp: z.iso.datetime() }),
  }),
  error: z.object({
    type: z.literal("error"),
    data: z.object({ message: z.string(), code: z.int(), request_id: z.uuid() }),
  }),
} as const;

interface SpeakCodecOptions {
  readonly requestId: string;
  /** Whether the client is told that all up to a flush was spoken. */
  readonly hasEvents: boolean;
  /** Whether options without effect are refused. */
  readonly isStrict: boolean;
  /** The model of the query. */
  readonly model: string | undefined;
}

/** All that was written before it is spoken without waiting for more. */
interface Flush {
  /** Whether the client is told when that is spoken. */
  readonly isTold: boolean;
  /** The settings of what is written behind it; undefined where they stay. */
  next: Settings | undefined;
}

interface State {
  /** The settings of the part that sounds, or is spoken next. */
  settings: Settings;
  hasSettings: boolean;
  /** Whether text was written since the last flush that the client asked for. */
  hasText: boolean;
  /** The same since the last flush of all. */
  hasOpenText: boolean;
  /** The flushes behind text that is not spoken yet. */
  readonly flushes: Flush[];
}

/** Sarvam's protocol of `/text-to-speech/ws`. `settings` gives those of the part that is spoken next. */
export function createSpeakCodec(options: SpeakCodecOptions): SpeakingCodec & { settings(): Settings } {
  const begun = settings.parse({ model: options.model });
  const state: State = { settings: begun, hasSettings: false, hasText: false, hasOpenText: false, flushes: [] };
  return {
    settings: () => state.settings,
    read: (frame) => readFrame(frame, state, options),
    present: (event) => present(event, state, options),
    end: (error) => {
      if (error === null) return { messages: [], code: 1000, reason: "" };
      const message = errorSentence(error);
      const data = { message, code: faultOf(error).status, request_id: options.requestId };
      return { messages: [{ type: "error", data }], code: sarvamCloseCode(error.code), reason: message };
    },
  };
}

const contentTypeOf = (asked: Settings): string => audioFormatFacts[encodingOfSettings(asked).format].contentType;

/** A socket speaks one text. */
const context = "";

const fault = (message: string): readonly SpeakingInput[] => [
  { type: "fault", error: new DomainError("malformed_request", message) },
];

const formText = "Messages are text frames of JSON: config, text, flush or ping, with their values in data.";

function readFrame(
  { isBinary, data }: ClientFrame,
  state: State,
  options: SpeakCodecOptions,
): readonly SpeakingInput[] {
  const read = speakMessage.safeParse(isBinary ? undefined : parseJson(data.toString()));
  if (!read.success) return fault(formText);
  const message = read.data;
  if (message.type === "ping") return [];
  if (message.type === "config") return readSettings(message.data, state, options);
  if (!state.hasSettings) return fault("The first message is config.");
  if (message.type === "flush") return state.hasText ? [flush(state, { isTold: true, next: undefined })] : [];
  const parsed = parseText(message.data.text, { max: synthesisTextMax });
  if (!parsed.ok) return fault(`data.text: ${parsed.fault.msg}`);
  if (parsed.value !== "") [state.hasText, state.hasOpenText] = [true, true];
  return [{ type: "text", context, text: parsed.value }];
}

function flush(state: State, asked: Flush): SpeakingInput {
  state.flushes.push(asked);
  state.hasText &&= !asked.isTold;
  state.hasOpenText = false;
  return { type: "flush", context };
}

/** Settings hold for what is written from now on. What was written before is spoken without waiting for more. */
function readSettings(
  sent: Readonly<Record<string, unknown>>,
  state: State,
  { isStrict, model }: SpeakCodecOptions,
): readonly SpeakingInput[] {
  const fields = Object.entries(sent).filter(([, value]) => value !== null);
  const read = parsePart("body", settings, { model, ...Object.fromEntries(fields) });
  if (!read.ok) return fault(sentencesOf(read.rows));
  try {
    if (isStrict) refuseIgnored([{ schema: settings, fields }]);
  } catch (error) {
    if (error instanceof DomainError) return [{ type: "fault", error }];
    throw error;
  }
  state.hasSettings = true;
  if (state.hasOpenText) return [flush(state, { isTold: false, next: read.value })];
  const last = state.flushes.at(-1);
  if (last === undefined) state.settings = read.value;
  else last.next = read.value;
  return [];
}

function present(event: SpeakingEvent, state: State, { requestId, hasEvents }: SpeakCodecOptions): readonly object[] {
  if (event.type === "flushed") {
    const { isTold = false, next = state.settings } = state.flushes.shift() ?? {};
    state.settings = next;
    const data = { event_type: "final", timestamp: new Date().toISOString() };
    return isTold && hasEvents ? [{ type: "event", data }] : [];
  }
  if (event.type !== "sound" || event.chunk.content.length === 0) return [];
  const audio = event.chunk.content.toString("base64");
  return [{ type: "audio", data: { content_type: contentTypeOf(state.settings), audio, request_id: requestId } }];
}
