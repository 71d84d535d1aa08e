import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { soundOf } from "#src/api/sockets/base64-sound.ts";
import type { ClientFrame } from "#src/api/sockets/client-channel.ts";
import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { type FinalResult, joinTexts, transcriptOf } from "#src/domain/live/finals.ts";
import type { ErrorCode } from "#src/errors.ts";
import { spacedWords } from "./present-transcript.ts";
import { type errorTypes, inputAudioChunk } from "./realtime-messages.ts";

/** The choices of a call that shape the messages. */
export interface CodecOptions {
  /** The first message. */
  readonly started: object;
  /** Hz. */
  readonly sampleRate: number;
  /** Whether silence commits, and not the client alone. */
  readonly isVad: boolean;
  readonly hasTimestamps: boolean;
  readonly hasLanguage: boolean;
  /** Whether options without effect are refused. */
  readonly isStrict: boolean;
}

interface State {
  /** Finals that are not committed, in their order. */
  finals: FinalResult[];
  /** Commits of the client that were not answered. */
  commits: number;
  hasChunk: boolean;
}

/** ElevenLabs' protocol of live transcription. */
export function createScribeCodec(options: CodecOptions): LiveCodec {
  const state: State = { finals: [], commits: 0, hasChunk: false };
  return {
    read: (frame) => readFrame(frame, state, options),
    present: (event) => present(event, state, options),
    end: (ended) => farewell(ended, state, options),
  };
}

const fault = (message_type: (typeof errorTypes)[number], error: string): object => ({ message_type, error });
const inputError = (sentence: string): readonly ClientInput[] => [
  { type: "answer", message: fault("input_error", sentence) },
];

const formText = "Messages are input_audio_chunk, as JSON in text frames, with the audio as base64 in audio_base_64.";

function readFrame({ isBinary, data }: ClientFrame, state: State, options: CodecOptions): readonly ClientInput[] {
  const read = inputAudioChunk.safeParse(isBinary ? undefined : parseJson(data.toString()));
  const sound = soundOf(read.data?.audio_base_64);
  if (!read.success || sound === null) return inputError(formText);
  const { sample_rate: rate, previous_text: previous, commit: isCommit } = read.data;
  if ((rate ?? options.sampleRate) !== options.sampleRate)
    return inputError(`sample_rate is ${rate} Hz, but audio_format says ${options.sampleRate} Hz.`);
  const hasPrevious = (previous ?? "") !== "";
  if (hasPrevious && state.hasChunk) return inputError("previous_text only comes with the first chunk.");
  if (hasPrevious && options.isStrict) return inputError("previous_text has no effect. Leave it out.");
  state.hasChunk = true;
  const inputs: ClientInput[] = [sound.length > 0 ? { type: "sound", sound } : { type: "keep_alive" }];
  if (hasPrevious) inputs.push({ type: "answer", message: withoutEffect });
  if (isCommit !== true) return inputs;
  state.commits += 1;
  return [...inputs, { type: "finalize" }];
}

const withoutEffect = { message_type: "warning", warning: "previous_text has no effect." } as const;

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "opened":
      return [options.started];
    case "partial":
      return partial([...textsOf(state), event.text]);
    case "final":
      return presentFinal(event, state, options);
    case "ready":
    case "speech_started":
    case "configured":
    case "going_away":
    case "progress":
      return [];
  }
}

const textsOf = ({ finals }: State): readonly string[] => finals.map(({ text }) => text);

function partial(texts: readonly string[]): readonly object[] {
  const text = joinTexts(texts.filter((one) => one !== ""));
  return text === "" ? [] : [{ message_type: "partial_transcript", text }];
}

/** A commit of the client is answered by all that came before it; where silence commits, by what came until then. */
function presentFinal(final: FinalResult, state: State, options: CodecOptions): readonly object[] {
  if (final.text !== "") state.finals.push(final);
  if (state.commits > 0) {
    if (!final.from_finalize) return partial(textsOf(state));
    state.commits -= 1;
    return commit(state, options, final.language);
  }
  const isCommitted = options.isVad && final.speech_final && state.finals.length > 0;
  return isCommitted ? commit(state, options, final.language) : partial(textsOf(state));
}

function commit(state: State, { hasTimestamps, hasLanguage }: CodecOptions, language: string): readonly object[] {
  const transcript = transcriptOf(state.finals);
  state.finals = [];
  const { text } = transcript;
  const committed = { message_type: "committed_transcript", text };
  if (!hasTimestamps && !hasLanguage) return [committed];
  const timed = { message_type: "committed_transcript_with_timestamps", text, language_code: language };
  return [committed, hasTimestamps ? { ...timed, words: spacedWords(transcript) } : timed];
}

/** ElevenLabs' names of what ends a session; `error` for all others. */
const faults: Partial<Readonly<Record<ErrorCode, (typeof errorTypes)[number]>>> = {
  ...{ invalid_api_key: "auth_error", rate_limited: "rate_limited", audio_unusable: "input_error" },
  ...{ insufficient_credits: "quota_exceeded", monthly_limit_exceeded: "quota_exceeded" },
  ...{ request_timeout: "insufficient_audio_activity", audio_too_long: "session_time_limit_exceeded" },
  ...{ engine_unavailable: "transcriber_error", engine_timeout: "transcriber_error" },
  internal_error: "transcriber_error",
};

/** The words that were not committed are said before the end. */
function farewell({ error }: SessionEnd, state: State, options: CodecOptions): Farewell {
  const last = state.finals.at(-1);
  const rest = last === undefined ? [] : commit(state, options, last.language);
  if (error === null) return { messages: rest, code: 1000, reason: "" };
  const message = fault(faults[error.code] ?? "error", errorSentence(error));
  return { messages: [...rest, message], code: closeCodeOf(error.code), reason: error.code };
}
