import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { soundOf } from "#src/api/sockets/base64-sound.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { type FinalResult, transcriptOf } from "#src/domain/live/finals.ts";
import { faultOf } from "./dialect.ts";
import { languageCodeOf } from "./languages.ts";
import { clientMessage } from "./listen-messages.ts";
import { samplesIn } from "./message-samples.ts";
import { sarvamCloseCode } from "./sockets.ts";

/** The choices of a call that shape the messages. */
interface CodecOptions {
  readonly requestId: string;
  /** Hz. */
  readonly sampleRate: number;
  readonly hasVadSignals: boolean;
  /** Whether the language is to be detected. */
  readonly isDetected: boolean;
  /** Whether options without effect are refused. */
  readonly isStrict: boolean;
}

interface State {
  /** Finals that were not sent, in their order. */
  finals: FinalResult[];
  /** Flushes that were not answered. */
  flushes: number;
  isSpeaking: boolean;
  /** Bytes of sound so far. */
  bytes: number;
  /** The sound that came, by the second at which it ends, with the time at which it came, in milliseconds. */
  arrivals: { readonly end: number; readonly at: number }[];
}

const bytesPerSample = 2;
/** The most arrivals that are remembered. */
const arrivalsMax = 10_000;

/** Sarvam's protocol of `/speech-to-text/ws`. */
export function createListenCodec(options: CodecOptions): LiveCodec {
  const state: State = { finals: [], flushes: 0, isSpeaking: false, bytes: 0, arrivals: [] };
  return {
    read: (frame) => readFrame(frame, state, options),
    present: (event) => present(event, state, options),
    end: (ended) => farewell(ended, state, options),
  };
}

const fault = (error: string, code = "invalid_request_error"): object => ({ type: "error", data: { error, code } });
const refusal = (sentence: string): readonly ClientInput[] => [{ type: "answer", message: fault(sentence) }];

const formText = "Messages are text frames of JSON: audio with base64 in audio.data, flush, or config.";

function readFrame({ isBinary, data }: ClientFrame, state: State, options: CodecOptions): readonly ClientInput[] {
  const read = clientMessage.safeParse(isBinary ? undefined : parseJson(data.toString()));
  if (!read.success) return refusal(formText);
  if ("audio" in read.data) return readSound(read.data.audio, state, options);
  if (read.data.type === "config") {
    const hasPrompt = (read.data.prompt ?? "") !== "";
    return hasPrompt && options.isStrict ? refusal("prompt has no effect. Leave it out.") : [{ type: "keep_alive" }];
  }
  state.flushes += 1;
  return [{ type: "finalize" }];
}

interface SentSound {
  readonly data: string;
  readonly sample_rate?: number | null | undefined;
}

function readSound(sent: SentSound, state: State, { sampleRate }: CodecOptions): readonly ClientInput[] {
  const bytes = soundOf(sent.data);
  if (bytes === null) return refusal("audio.data: This is no base64.");
  if ((sent.sample_rate ?? sampleRate) !== sampleRate)
    return refusal(`audio.sample_rate is ${sent.sample_rate} Hz, but sample_rate of the query says ${sampleRate} Hz.`);
  const sound = samplesIn(bytes, sampleRate);
  if (sound === null) return refusal(`audio.data: Send WAV of 16 bits, one channel and ${sampleRate} Hz.`);
  state.bytes += sound.length;
  if (state.arrivals.length >= arrivalsMax) state.arrivals.splice(0, arrivalsMax / 2);
  state.arrivals.push({ end: state.bytes / bytesPerSample / sampleRate, at: performance.now() });
  return [sound.length > 0 ? { type: "sound", sound } : { type: "keep_alive" }];
}

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "speech_started":
      return signal("START_SPEECH", state, options);
    case "final":
      return presentFinal(event, state, options);
    case "opened":
    case "partial":
    case "ready":
    case "configured":
    case "going_away":
    case "progress":
      return [];
  }
}

/** Says once that speech begins or ends, where the client wants that. */
function signal(type: "START_SPEECH" | "END_SPEECH", state: State, { hasVadSignals }: CodecOptions): readonly object[] {
  const isStart = type === "START_SPEECH";
  if (state.isSpeaking === isStart) return [];
  state.isSpeaking = isStart;
  const now = new Date();
  const data = { event_type: "vad", timestamp: now.toISOString(), signal_type: type, occured_at: now.getTime() / 1000 };
  return hasVadSignals ? [{ type: "events", data }] : [];
}

/** A flush is answered by all that came before it; a pause, by what came until then. */
function presentFinal(final: FinalResult, state: State, options: CodecOptions): readonly object[] {
  if (final.text !== "") state.finals.push(final);
  const isFlushed = final.from_finalize && state.flushes > 0;
  if (!isFlushed && !final.speech_final) return [];
  if (isFlushed) state.flushes -= 1;
  const ended = signal("END_SPEECH", state, options);
  return isFlushed || state.finals.length > 0 ? [...ended, transcribed(final, state, options)] : ended;
}

function transcribed(last: FinalResult, state: State, { requestId, isDetected }: CodecOptions): object {
  const { finals } = state;
  state.finals = [];
  const start = finals[0]?.start ?? last.start;
  return {
    type: "data",
    data: {
      ...{ request_id: requestId, transcript: transcriptOf(finals).text },
      language_code: languageCodeOf(last.language),
      language_probability: isDetected ? last.language_probability : null,
      metrics: { audio_duration: Math.max(0, last.end - start), processing_latency: latencyOf(last, state) },
    },
  };
}

/** The seconds since the last sound of a final came. */
function latencyOf({ end }: FinalResult, state: State): number {
  const index = state.arrivals.findIndex((arrival) => arrival.end >= end);
  const arrived = state.arrivals[index] ?? state.arrivals.at(-1);
  state.arrivals.splice(0, Math.max(index, 0));
  return arrived === undefined ? 0 : (performance.now() - arrived.at) / 1000;
}

/** The words that were not sent are said before the end. */
function farewell({ error }: SessionEnd, state: State, options: CodecOptions): Farewell {
  const last = state.finals.at(-1);
  const rest = last === undefined ? [] : [transcribed(last, state, options)];
  if (error === null) return { messages: rest, code: 1000, reason: "" };
  const sentence = errorSentence(error);
  return {
    messages: [...rest, fault(sentence, faultOf(error).code)],
    code: sarvamCloseCode(error.code),
    reason: sentence,
  };
}
