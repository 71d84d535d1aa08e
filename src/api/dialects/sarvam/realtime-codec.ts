import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { soundOf } from "#src/api/sockets/base64-sound.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { type FinalResult, joinTexts, transcriptOf } from "#src/domain/live/finals.ts";
import { faultOf } from "./dialect.ts";
import { languageCodeOf } from "./languages.ts";
import { clientMessage } from "./realtime-messages.ts";
import { sarvamCloseCode } from "./sockets.ts";

/** The choices of a call that shape the messages. */
interface CodecOptions {
  readonly requestId: string;
  /** The settings that the first message tells. */
  readonly config: object;
  /** Whether silence ends an utterance, and not the client alone. */
  readonly isVad: boolean;
  readonly hasPartials: boolean;
  readonly hasTimestamps: boolean;
  /** Whether the language is to be detected. */
  readonly isDetected: boolean;
}

interface State {
  readonly begun: number;
  /** Finals of the open utterance, in their order. */
  finals: FinalResult[];
  /** Ends of utterances that the client has asked for, and that were not answered. */
  ends: number;
  utterance: number;
  isSpeaking: boolean;
}

/** Sarvam's protocol of `/speech-to-text-realtime/ws`. */
export function createRealtimeCodec(options: CodecOptions): LiveCodec {
  const state: State = { begun: performance.now(), finals: [], ends: 0, utterance: 0, isSpeaking: false };
  return {
    read: (frame) => readFrame(frame, state),
    present: (event) => present(event, state, options),
    end: (ended) => farewell(ended, state, options),
  };
}

const answer = (message: object): readonly ClientInput[] => [{ type: "answer", message }];
const fault = (code: string, message: string): readonly ClientInput[] =>
  answer({ event: "error", code, is_fatal: false, message });

const formText =
  "Messages are text frames of JSON, by their event: audio_input with base64 in audio, speech_start, speech_end, flush, config.update, ping or end.";
const fixedText = "The settings of a session cannot change. Open another one.";

function readFrame({ isBinary, data }: ClientFrame, state: State): readonly ClientInput[] {
  const read = clientMessage.safeParse(isBinary ? undefined : parseJson(data.toString()));
  if (!read.success) return fault("invalid_message", formText);
  switch (read.data.event) {
    case "audio_input": {
      const sound = soundOf(read.data.audio);
      if (sound === null) return fault("invalid_message", "audio: This is no base64.");
      return [sound.length > 0 ? { type: "sound", sound } : { type: "keep_alive" }];
    }
    case "speech_start":
      return [{ type: "keep_alive" }];
    case "speech_end":
    case "flush":
      state.ends += 1;
      return [{ type: "finalize" }];
    case "config.update":
      return fault("invalid_config", fixedText);
    case "ping":
      return [{ type: "keep_alive" }, ...answer({ event: "pong" })];
    case "end":
      return [{ type: "close" }];
  }
}

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "opened":
      return [{ event: "session.begin", request_id: options.requestId, config: options.config }];
    case "speech_started":
      return signal(true, state, options);
    case "partial":
      return presentPartial(event.text, state, options);
    case "final":
      return presentFinal(event, state, options);
    case "ready":
    case "configured":
    case "going_away":
    case "progress":
      return [];
  }
}

/** Says once that speech begins or ends, where silence decides that. */
function signal(isStart: boolean, state: State, { isVad }: CodecOptions): readonly object[] {
  if (state.isSpeaking === isStart) return [];
  state.isSpeaking = isStart;
  return isVad ? [{ event: isStart ? "vad.speech_start" : "vad.speech_end", utterance_idx: state.utterance }] : [];
}

function presentPartial(open: string, state: State, options: CodecOptions): readonly object[] {
  const begun = signal(true, state, options);
  const text = joinTexts([...state.finals.map((final) => final.text), open].filter((one) => one !== ""));
  if (!options.hasPartials || text === "") return begun;
  return [...begun, { event: "transcript.partial", utterance_idx: state.utterance, text }];
}

/** An end that the client has asked for is answered by all that came before it; a pause, by what came until then. */
function presentFinal(final: FinalResult, state: State, options: CodecOptions): readonly object[] {
  if (final.text !== "") state.finals.push(final);
  const isAsked = final.from_finalize && state.ends > 0;
  const isPause = options.isVad && final.speech_final;
  if (!isAsked && !isPause) return [];
  if (isAsked) state.ends -= 1;
  const ended = signal(false, state, options);
  if (!isAsked && state.finals.length === 0) return ended;
  return [...ended, transcribed(final, state, options)];
}

function transcribed(last: FinalResult, state: State, { hasTimestamps, isDetected }: CodecOptions): object {
  const { finals, utterance } = state;
  [state.finals, state.utterance] = [[], utterance + 1];
  const { language_probability: confidence } = last;
  return {
    ...{ event: "transcript.final", utterance_idx: utterance, text: transcriptOf(finals).text },
    ...(isDetected && { language: languageCodeOf(last.language) }),
    ...(isDetected && confidence !== null && { language_confidence: confidence }),
    ...(hasTimestamps && { start_s: finals[0]?.start ?? last.start, end_s: last.end }),
  };
}

/** The words of an utterance that is open are said before the end. */
function farewell({ error, seconds }: SessionEnd, state: State, options: CodecOptions): Farewell {
  const last = state.finals.at(-1);
  const rest = last === undefined ? [] : [transcribed(last, state, options)];
  const end = {
    ...{ event: "session.end", request_id: options.requestId, total_utterances: state.utterance },
    ...{ total_duration_s: (performance.now() - state.begun) / 1000, audio_duration_s: seconds },
  };
  if (error === null) return { messages: [...rest, end], code: 1000, reason: "" };
  const { status, code } = faultOf(error);
  const message = errorSentence(error);
  const fatal = { event: "error", code, is_fatal: true, message, status_code: status };
  return { messages: [...rest, fatal, end], code: sarvamCloseCode(error.code), reason: message };
}
