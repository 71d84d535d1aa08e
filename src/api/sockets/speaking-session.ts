import type { WebSocket } from "ws";
import { isKeyActive } from "#src/domain/api-keys/active-key.ts";
import { DomainError, type ErrorCode, isOutage } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type ClientChannel, type ClientFrame, openClientChannel } from "./client-channel.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "./speaking-codec.ts";
import { createSpokenText, type SpokenText, type SpokenTextOptions } from "./spoken-text.ts";

/** Programs send a text word by word, all of it at once. */
const textFrames = { perSecond: 500, burst: 5_000 } as const;
/** The most characters of a client that wait to be spoken. */
const waitingMax = 20_000;
/** Milliseconds between two looks at the key of a session. */
const watchMs = 2_000;

export interface SpeakingOptions {
  readonly resources: Pick<Resources, "db" | "config" | "log">;
  readonly requestId: string;
  readonly apiKeyId: string | null;
  readonly codec: SpeakingCodec;
  /** The most texts at the same time. */
  readonly textsMax: number;
  /** The characters of a part that is spoken at once. */
  readonly longest: number;
  /**
   * The milliseconds without a message after which the session ends, and one of several texts is taken as complete; null where it may
   * wait as long as it may last.
   */
  readonly idleMs: number | null;
  /** Has a part of a text spoken. The signal ends that, and what was not delivered is not charged. */
  readonly speak: SpokenTextOptions["speak"];
}

/** A session that speaks texts while they are being written. */
export interface SpeakingSession {
  attach(socket: WebSocket): void;
  warn(inMs: number): void;
  stop(error: DomainError | null): void;
  readonly ended: Promise<string>;
}

interface State {
  channel: ClientChannel | null;
  /** The texts by their names. */
  readonly texts: Map<string, SpokenText>;
  /** The reason to end; undefined as long as there is none. */
  reason: DomainError | null | undefined;
  /** True when the session ends with its texts. */
  isEnding: boolean;
  hasEnded: boolean;
  idle: NodeJS.Timeout | undefined;
  readonly timers: NodeJS.Timeout[];
  readonly ended: PromiseWithResolvers<string>;
}

/** Speaks one text, or several beside each other. */
export function createSpeakingSession(options: SpeakingOptions): SpeakingSession {
  const state: State = {
    ...{ channel: null, texts: new Map(), reason: undefined, isEnding: false, hasEnded: false, idle: undefined },
    ...{ timers: [], ended: Promise.withResolvers<string>() },
  };
  const stop = (error: DomainError | null): void => {
    if (state.reason !== undefined) return;
    state.reason = error;
    state.isEnding = true;
    for (const text of state.texts.values()) text.stop();
    endWithTexts(state, options);
  };
  return {
    stop,
    ended: state.ended.promise,
    warn: () => undefined,
    attach: (socket) => {
      const take = createIntake(options, state, stop);
      const flooded = (): void => stop(new DomainError("rate_limited", floodText));
      state.channel = openClientChannel(socket, { frame: take, flooded, closed: () => stop(null) }, textFrames);
      watch(options, state, stop);
      void tell(options, state, { type: "opened" });
    },
  };
}

/** The text of this name, which begins where there is none. */
function textOf(
  options: SpeakingOptions,
  state: State,
  { context, stop }: { readonly context: string; readonly stop: SpeakingSession["stop"] },
): SpokenText {
  const known = state.texts.get(context);
  if (known !== undefined) return known;
  const text = createSpokenText({
    ...{ context, longest: options.longest, idleMs: options.textsMax > 1 ? options.idleMs : null },
    speak: options.speak,
    tell: (event) => tell(options, state, event),
  });
  state.texts.set(context, text);
  const fail = async (failure: unknown): Promise<void> => {
    const error = told(options, failure);
    if (options.textsMax === 1 || !ofOneText.has(error.code)) return stop(error);
    text.stop();
    await tell(options, state, { type: "refused", context, error });
    await tell(options, state, { type: "closed", context });
  };
  void text.ended.catch(fail).finally(() => {
    state.texts.delete(context);
    endWithTexts(state, options);
  });
  return text;
}

/** Errors of a text that others beside it need not meet, as those of the account, the key, the voice and the database are. */
const ofOneText: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["concurrency_limited", "engine_unavailable", "engine_timeout", "wait_timeout", "cancelled"] as const),
  ...(["request_not_found", "not_found"] as const),
]);

/** The error that a client gets for a part that was not spoken. */
function told({ resources, requestId }: SpeakingOptions, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  resources.log.error({ request_id: requestId, error: String(error) }, "a text was not spoken");
  return new DomainError(isOutage(error) ? "unavailable" : "internal_error");
}

async function tell({ codec, resources }: SpeakingOptions, { channel }: State, event: SpeakingEvent): Promise<void> {
  const frames = codec.present(event);
  if (frames.length > 0) await channel?.deliver(frames, resources.config.limits.sendTimeoutMs);
}

/** @returns a function that takes the frames of the client */
function createIntake(
  options: SpeakingOptions,
  state: State,
  stop: SpeakingSession["stop"],
): (frame: ClientFrame) => void {
  const finish = (): void => {
    state.isEnding = true;
    for (const text of state.texts.values()) text.close();
    endWithTexts(state, options);
  };
  const take = (input: SpeakingInput): void => {
    if (state.reason !== undefined) return;
    if (input.type === "fault") return stop(input.error);
    if (input.type === "end") return finish();
    if (!state.isEnding || input.type === "clear") takeText(options, state, { input, stop });
    const waiting = [...state.texts.values()].reduce((sum, text) => sum + text.length(), 0);
    if (waiting > waitingMax) stop(new DomainError("rate_limited", waitingText));
  };
  const wake = createIdleTimer(options, state, stop);
  wake();
  return (frame) => {
    wake();
    try {
      for (const input of options.codec.read(frame)) take(input);
    } catch (error) {
      options.resources.log.error({ request_id: options.requestId, error: String(error) }, "a frame was not taken");
      stop(new DomainError("internal_error"));
    }
  };
}

interface Taking {
  readonly input: Extract<SpeakingInput, { readonly context: string }>;
  readonly stop: SpeakingSession["stop"];
}

function takeText(options: SpeakingOptions, state: State, { input, stop }: Taking): void {
  const { type, context } = input;
  const known = state.texts.get(context);
  if (known === undefined && !begins(input)) return tellNothingToDo(options, state, input);
  const error = refusalOf(type, known, { isFull: state.texts.size >= options.textsMax, max: options.textsMax });
  if (error !== null) return void tell(options, state, { type: "refused", context, error });
  const text = textOf(options, state, { context, stop });
  text.wake();
  if (type === "text") text.write(input.text, input.speed);
  else text[type]();
  if (type === "clear") void tell(options, state, { type: "cleared", context });
}

/** Whether a text begins with it. An empty one keeps a text open that is there. */
const begins = (input: Taking["input"]): boolean =>
  input.type === "flush" || (input.type === "text" && input.text !== "");

/** Answers what is asked of a text that is not there. */
function tellNothingToDo(options: SpeakingOptions, state: State, { type, context }: Taking["input"]): void {
  if (type === "close") void tell(options, state, { type: "closed", context });
  if (type === "clear") void tell(options, state, { type: "cleared", context });
}

/** Says why more of a text is not taken; null where it is. */
function refusalOf(
  type: SpeakingInput["type"],
  known: SpokenText | undefined,
  { isFull, max }: { readonly isFull: boolean; readonly max: number },
): DomainError | null {
  if (type === "close" || type === "clear") return null;
  if (known?.isClosed === true) return new DomainError("malformed_request", closedText);
  if (known !== undefined || !isFull) return null;
  return new DomainError("concurrency_limited", textsText, { max_unfinished: max });
}

/** @returns a function that begins the time anew in which the client has to send something */
function createIdleTimer(
  { idleMs, textsMax }: SpeakingOptions,
  state: State,
  stop: SpeakingSession["stop"],
): () => void {
  const wake = (): void => {
    clearTimeout(state.idle);
    if (idleMs !== null && state.reason === undefined) state.idle = setTimeout(onIdle, idleMs);
  };
  const onIdle = (): void => {
    // A client that hears what it has written has no need to send anything. Several texts have a time of their own.
    if ([...state.texts.values()].some(({ isSpeaking }) => isSpeaking || textsMax > 1)) wake();
    else stop(new DomainError("request_timeout", idleText));
  };
  return wake;
}

/** Ends the session when its key works no more, or it has lasted too long. */
function watch({ resources, apiKeyId }: SpeakingOptions, state: State, stop: SpeakingSession["stop"]): void {
  const { db, config } = resources;
  const look = async (): Promise<void> => {
    if (apiKeyId !== null && !(await isKeyActive(db, apiKeyId))) stop(new DomainError("invalid_api_key"));
  };
  state.timers.push(
    // In an outage the next look asks again.
    setInterval(() => void look().catch(() => undefined), watchMs),
    setTimeout(() => stop(new DomainError("request_timeout", tooLongText)), config.live.maxMs),
  );
}

/** Says farewell when the session is to end and none of its texts is left. */
function endWithTexts(state: State, { codec }: SpeakingOptions): void {
  if (!state.isEnding || state.hasEnded || state.texts.size > 0) return;
  state.hasEnded = true;
  state.reason ??= null;
  for (const timer of [...state.timers, state.idle]) clearTimeout(timer);
  const { messages, code, reason } = codec.end(state.reason);
  state.channel?.send(messages);
  state.channel?.end(code, reason);
  state.ended.resolve(state.reason?.code ?? "closed");
}

const floodText = "The client sends more than 500 frames a second. Send longer ones.";
const waitingText = `More than ${waitingMax} characters wait to be spoken. Write no faster than the speech.`;
const textsText = "Too many texts are open on this connection. Close one of them first.";
const closedText = "This text is being closed. Write to another one, or wait for its end.";
const idleText = "No message was received in time.";
const tooLongText = "The session has reached its longest duration. Open another one.";
