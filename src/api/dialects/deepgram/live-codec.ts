import type { LiveWord } from "#src/domain/live/finals.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { clientMessage } from "./live-messages.ts";
import { modelVersion, uuidOfModel } from "./models.ts";
import { closeFrame, type CloseFrames } from "./sockets.ts";

/** The choices of a call that shape the messages. */
export interface CodecOptions {
  readonly requestId: string;
  readonly hasPartials: boolean;
  /** False with `endpointing=false`. */
  readonly hasEndpoints: boolean;
  /** Milliseconds without a word after which `UtteranceEnd` is sent; null where it is not. */
  readonly utteranceEndMs: number | null;
  readonly hasSpeechStarted: boolean;
  /** Whether punctuation and capitals are written. */
  readonly isFormatted: boolean;
  readonly isDetected: boolean;
}

interface State {
  /** The second up to which all is final. */
  finalTo: number;
  /** The end of the last word that was sent, where `UtteranceEnd` has not followed it; null where there is none. */
  lastWordEnd: number | null;
  /** Whether an utterance is open, whose last words are not known yet. */
  isOpen: boolean;
  /** `Finalize` that were not answered. */
  finalizes: number;
  hasSound: boolean;
  model: string;
}

/** Deepgram's protocol of `/v1/listen`. */
export function createDeepgramCodec(options: CodecOptions): LiveCodec {
  const state: State = { finalTo: 0, lastWordEnd: null, isOpen: false, finalizes: 0, hasSound: false, model: "auto" };
  const created = new Date();
  return {
    read: (frame) => readFrame(frame, state, options),
    present: (event) => present(event, state, options),
    end: (ended) => farewell(ended, { requestId: options.requestId, created }),
  };
}

function readFrame({ isBinary, data }: ClientFrame, state: State, { requestId }: CodecOptions): readonly ClientInput[] {
  if (isBinary) {
    // An old client ends its sound by an empty frame.
    if (data.length === 0) return [{ type: "close" }];
    state.hasSound = true;
    return [{ type: "sound", sound: data }];
  }
  const sent = data.toString();
  const read = clientMessage.safeParse(parseJson(sent));
  if (!read.success) return [{ type: "answer", message: schemaError(sent) }];
  if (read.data.type === "Finalize") {
    state.finalizes += 1;
    return [{ type: "finalize" }];
  }
  if (read.data.type === "CloseStream") return [{ type: "close" }];
  // It keeps open what has had sound.
  if (read.data.type === "KeepAlive") return state.hasSound ? [{ type: "keep_alive" }] : [];
  const failure = {
    ...{ type: "ConfigureFailure", request_id: requestId, code: "CONFIGURE_KEYTERMS_NOT_SUPPORTED" },
    description: "Key terms have no effect here.",
  };
  return [{ type: "answer", message: failure }];
}

/** Characters of a message that are repeated. */
const repeatedMax = 1_000;

const schemaError = (sent: string) => ({
  ...{ type: "Error", variant: "SchemaError", message: sent.slice(0, repeatedMax) },
  description: "Text frames are KeepAlive, Finalize, CloseStream or Configure, as JSON. Send audio in binary frames.",
});

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "ready":
      state.model = event.model;
      return [];
    case "speech_started":
      state.isOpen = true;
      return options.hasSpeechStarted ? [{ type: "SpeechStarted", channel: [0, 1], timestamp: event.at }] : [];
    case "partial":
      noteWords(event.words, state);
      return options.hasPartials && event.text !== "" ? [results({ ...event, ...openResult }, state, options)] : [];
    case "final":
      return presentFinal(event, state, options);
    case "progress":
      return utteranceEnd(event.seconds, state, options);
    case "opened":
    case "configured":
    case "going_away":
      return [];
  }
}

const openResult = { isFinal: false, speechFinal: false } as const;

function presentFinal(
  event: Extract<SessionEvent, { readonly type: "final" }>,
  state: State,
  options: CodecOptions,
): readonly object[] {
  noteWords(event.words, state);
  const speechFinal = event.speech_final && options.hasEndpoints;
  const message = results({ ...event, isFinal: true, speechFinal }, state, options);
  state.finalTo = Math.max(state.finalTo, event.end);
  state.isOpen = false;
  if (!event.from_finalize || state.finalizes === 0) return [message];
  state.finalizes -= 1;
  return [{ ...message, from_finalize: true }];
}

function noteWords(words: readonly LiveWord[], state: State): void {
  const end = words.at(-1)?.end;
  if (end !== undefined) state.lastWordEnd = end;
}

function utteranceEnd(seconds: number, state: State, { utteranceEndMs }: CodecOptions): readonly object[] {
  const { lastWordEnd, isOpen } = state;
  if (utteranceEndMs === null || lastWordEnd === null || isOpen || seconds < lastWordEnd + utteranceEndMs / 1000)
    return [];
  state.lastWordEnd = null;
  return [{ type: "UtteranceEnd", channel: [0, 1], last_word_end: lastWordEnd }];
}

interface Heard {
  readonly text: string;
  readonly end: number;
  readonly words: readonly LiveWord[];
  readonly isFinal: boolean;
  readonly speechFinal: boolean;
  readonly confidence?: number;
  readonly language?: string;
}

const toMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Each result begins where the last final has ended. */
function results(heard: Heard, { finalTo: start, model }: State, options: CodecOptions) {
  const { text, end, words, isFinal, speechFinal, language } = heard;
  const uuid = uuidOfModel(model);
  const sum = words.reduce((all, { confidence }) => all + confidence, 0);
  return {
    ...{ type: "Results", channel_index: [0, 1], start, duration: toMillisecond(Math.max(0, end - start)) },
    ...{ is_final: isFinal, speech_final: speechFinal, from_finalize: false },
    channel: {
      alternatives: [
        {
          transcript: options.isFormatted ? text : words.map(({ word }) => word.toLowerCase()).join(" "),
          confidence: heard.confidence ?? (words.length === 0 ? 0 : sum / words.length),
          ...(options.isDetected && language !== undefined && { languages: [language] }),
          words: words.map(({ word, written, ...times }) => ({
            ...{ word: word.toLowerCase(), ...times },
            ...(options.isFormatted && { punctuated_word: written }),
          })),
        },
      ],
    },
    metadata: {
      ...{ request_id: options.requestId, model_uuid: uuid },
      model_info: { name: model, version: modelVersion, arch: model },
    },
  };
}

const closes: CloseFrames = {
  audio_unusable: { code: 1008, name: "DATA-0000" },
  request_timeout: { code: 1011, name: "NET-0001" },
  engine_unavailable: { code: 1011, name: "NET-0000" },
  internal_error: { code: 1011, name: "NET-0000" },
  unavailable: { code: 1012, name: "" },
};

interface SessionFacts {
  readonly requestId: string;
  readonly created: Date;
}

function farewell({ seconds, error }: SessionEnd, { requestId, created }: SessionFacts): Farewell {
  const metadata = {
    ...{ type: "Metadata", transaction_key: "deprecated", request_id: requestId, sha256: "" },
    ...{ created: created.toISOString(), duration: seconds, channels: seconds === 0 ? 0 : 1 },
  };
  if (error === null) return { messages: [metadata], code: 1000, reason: "" };
  const fault = { type: "Error", variant: error.code, description: error.message, message: error.message };
  return { messages: [fault, metadata], ...closeFrame(error, closes) };
}
