import type { z } from "zod";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { type ClientFrame, withinBytes } from "#src/api/sockets/client-channel.ts";
import type { ClientInput, Farewell, LiveCodec, SessionEnd, SessionEvent } from "#src/api/sockets/codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { type FinalResult, joinTexts, type LiveWord } from "#src/domain/live/finals.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { clientMessage, type clientMessages } from "./streaming-messages.ts";

/** The choices of a call that shape the messages. */
export interface CodecOptions {
  readonly requestId: string;
  readonly expiresAt: Date;
  /** As it was sent. */
  readonly model: string;
  /** Whether a turn that has ended is written with punctuation and capitals. */
  readonly isFormatted: boolean;
  readonly hasSpeechStarted: boolean;
  /** Whether words are sent before the turn has ended. */
  readonly hasPartials: boolean;
  readonly isDetected: boolean;
}

interface State {
  isFormatted: boolean;
  /** The number of the open turn. */
  order: number;
  /** Finals of the open turn. */
  finals: FinalResult[];
  readonly startedAt: number;
}

/** AssemblyAI's protocol of streaming, version 3. */
export function createStreamingCodec(options: CodecOptions): LiveCodec {
  const state: State = { isFormatted: options.isFormatted, order: 0, finals: [], startedAt: Date.now() };
  return {
    read: (frame) => readFrame(frame, state),
    present: (event) => present(event, state, options),
    end: (ended) => farewell(ended, state, options),
  };
}

const formText =
  "Text frames are ForceEndpoint, UpdateConfiguration, KeepAlive or Terminate, as JSON. Send audio in binary frames.";

function readFrame({ isBinary, data }: ClientFrame, state: State): readonly ClientInput[] {
  if (isBinary) return data.length === 0 ? [] : [{ type: "sound", sound: data }];
  const read = clientMessage.safeParse(parseJson(data.toString()));
  if (!read.success) return [{ type: "fault", error: new DomainError("malformed_request", formText) }];
  switch (read.data.type) {
    case "ForceEndpoint":
      return [{ type: "finalize" }];
    case "KeepAlive":
      return [{ type: "keep_alive" }];
    case "Terminate":
      return [{ type: "close" }];
    case "UpdateConfiguration":
      return update(read.data, state);
  }
}

/** The code of warnings, of which AssemblyAI publishes none. */
const warningCode = 4_000;

/** The form of turns may change at any time, and nothing else: the client is told so. */
function update(sent: z.output<typeof clientMessages.UpdateConfiguration>, state: State): readonly ClientInput[] {
  const { type: _type, format_turns: isFormatted, ...others } = sent;
  state.isFormatted = isFormatted ?? state.isFormatted;
  const names = Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [name.slice(0, 64)]));
  if (names.length === 0) return [{ type: "keep_alive" }];
  const warning = `Options without effect in a session that is open: ${names.slice(0, 32).join(", ")}.`;
  return [{ type: "keep_alive" }, { type: "answer", message: { type: "Warning", warning_code: warningCode, warning } }];
}

function present(event: SessionEvent, state: State, options: CodecOptions): readonly object[] {
  switch (event.type) {
    case "opened":
      return [beginOf(options)];
    case "speech_started":
      return options.hasSpeechStarted ? [{ type: "SpeechStarted", timestamp: msOf(event.at) }] : [];
    case "partial":
      return presentPartial(event, state, options);
    case "final":
      return presentFinal(event, state, options);
    case "ready":
    case "configured":
    case "going_away":
    case "progress":
      return [];
  }
}

const beginOf = ({ requestId, expiresAt, model }: CodecOptions) => ({
  ...{ type: "Begin", id: requestId, expires_at: Math.floor(expiresAt.getTime() / 1000) },
  configuration: { model, api_version: "2025-05-12" },
});

const msOf = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));

interface Said {
  readonly words: readonly LiveWord[];
  /** The number of words at the beginning that will not change. */
  readonly fixed: number;
  readonly isEnd: boolean;
  readonly language?: Pick<FinalResult, "language" | "language_probability"> | undefined;
}

/** A turn as far as it was heard. Until it has ended it is written without punctuation and capitals. */
function turnOf({ words, fixed, isEnd, language }: Said, state: State, { isDetected }: CodecOptions) {
  const isWritten = isEnd && state.isFormatted;
  const texts = words.map(({ word, written }) => (isWritten ? written : word.toLowerCase()));
  const transcript = joinTexts(texts.slice(0, fixed));
  const probability = language?.language_probability ?? null;
  return {
    ...{ type: "Turn", turn_order: state.order, turn_is_formatted: isWritten, end_of_turn: isEnd },
    ...{ end_of_turn_confidence: isEnd ? 1 : 0, transcript, utterance: isEnd ? transcript : "" },
    words: words.map(({ start, end, confidence }, index) => ({
      ...{ text: texts[index] ?? "", start: msOf(start), end: msOf(end), confidence },
      word_is_final: index < fixed,
    })),
    ...(isDetected && language !== undefined && { language_code: language.language }),
    ...(isDetected && probability !== null && { language_confidence: probability }),
  };
}

const wordsOf = ({ finals }: State): readonly LiveWord[] => finals.flatMap(({ words }) => words);

function presentPartial(
  event: Extract<SessionEvent, { readonly type: "partial" }>,
  state: State,
  options: CodecOptions,
): readonly object[] {
  const before = wordsOf(state);
  const words = [...before, ...event.words];
  if (!options.hasPartials || words.length === 0) return [];
  return [turnOf({ words, fixed: before.length + event.committed, isEnd: false }, state, options)];
}

/** A final that ends no turn is a part of it. One that the client has asked for ends it, also without a word. */
function presentFinal(final: FinalResult, state: State, options: CodecOptions): readonly object[] {
  if (final.text !== "") state.finals.push(final);
  const isEnd = final.speech_final || final.from_finalize;
  if (isEnd) return endTurn(state, options, final);
  const words = wordsOf(state);
  return options.hasPartials && words.length > 0
    ? [turnOf({ words, fixed: words.length, isEnd: false }, state, options)]
    : [];
}

function endTurn(state: State, options: CodecOptions, language?: FinalResult): readonly object[] {
  const words = wordsOf(state);
  state.finals = [];
  if (words.length === 0) return [];
  const turn = turnOf({ words, fixed: words.length, isEnd: true, language }, state, options);
  state.order += 1;
  return [turn];
}

const serverError = 3005;
const notAuthorized = 1008;

/** AssemblyAI's close codes. Its clients open a session anew that is closed before its first message, but after 1008 and 4000 to 4003. */
const closes: Partial<Readonly<Record<ErrorCode, number>>> = {
  ...{ malformed_request: 3006, audio_unusable: 3006, rate_limited: 3007, audio_too_long: 3008 },
  ...{ concurrency_limited: 3009, request_timeout: 4031, insufficient_credits: 4002, monthly_limit_exceeded: 4002 },
  ...{ invalid_api_key: notAuthorized, invalid_session: notAuthorized, cancelled: 4010 },
};

/** A close frame holds so many bytes of a reason. */
const reasonMax = 123;

/** The words of the open turn are said before the end. */
function farewell({ seconds, error }: SessionEnd, state: State, options: CodecOptions): Farewell {
  const rest = endTurn(state, options);
  const termination = {
    ...{ type: "Termination", audio_duration_seconds: Math.round(seconds) },
    session_duration_seconds: Math.round((Date.now() - state.startedAt) / 1000),
  };
  if (error === null) return { messages: [...rest, termination], code: 1000, reason: "" };
  const code = closes[error.code] ?? serverError;
  const sentence = errorSentence(error);
  const fault = { type: "Error", error_code: code, error: sentence };
  return { messages: [...rest, fault], code, reason: withinBytes(sentence, reasonMax) };
}
