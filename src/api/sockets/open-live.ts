import type { Db } from "#db/schema.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { failLiveSession } from "#src/domain/live/end-session.ts";
import { heldAheadSeconds, type LiveRequest, openLiveSession } from "#src/domain/live/open-session.ts";
import { findLiveOffer, type LiveOffer, type Resumption, turnModel } from "#src/domain/live/queries.ts";
import { awaitSlot, type ResumedSession } from "#src/domain/live/resume-session.ts";
import { detectLanguage, modelPreferences, transcriptionLanguage } from "#src/domain/speech/transcription-language.ts";
import { updateLiveRequest } from "#src/domain/speech/queries.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { LiveChoice, LiveCodec } from "./codec.ts";
import { createLiveSession, type LiveSession } from "./live-session.ts";
import type { SessionOptions } from "./session-state.ts";
import type { OpenedSocket, SocketContext } from "./socket-route.ts";
import { type ConnectionOptions, connectWorker } from "./worker-connection.ts";
import type { StartMessage } from "./worker-link.ts";

/** A live transcription as its caller wants it, and the protocol of its messages. */
export interface LiveWish extends LiveChoice {
  readonly codec: LiveCodec;
  /** Absent where the protocol has no such thing. */
  readonly resumption?: Resumption;
}

/**
 * Opens a live session up to its handshake: language and model, credits, a slot, and its worker.
 * @throws DomainError `engine_unavailable`, `language_unsupported`, `model_not_found`, and those of `openLiveSession`
 */
export async function openLive(context: SocketContext, caller: Caller, wish: LiveWish): Promise<OpenedSocket> {
  const { resources, requestId } = context;
  const { request, start, refusal } = await choose(context, caller, wish);
  // A client that says later what it wants may do so until its first sound.
  if (refusal !== null && wish.codec.configures !== true) throw refusal;
  await requireTurns(resources.db, wish);
  const slot = await openLiveSession(resources, request);
  const tokens = wish.resumption === undefined ? [] : [wish.resumption.tokenSha256];
  const session = createSession(context, caller, {
    ...{ codec: wish.codec, start, refusal, held: { requestId, epoch: 0 }, heldSeconds: heldAheadSeconds },
    ...{ begin: { after: 0, lastId: 0, from: 0, tokens }, startedAt: new Date() },
  });
  try {
    await connect(context, session, { slot, start, from: 0, lastId: 0 });
  } catch (error) {
    const told = error instanceof DomainError ? error : new DomainError("internal_error");
    await failLiveSession(resources, requestId, told).finally(() => session.stop(null));
    throw error;
  }
  return { attach: (socket) => session.attach(socket), abandon: () => session.stop(null) };
}

/** A session that was taken over, as its caller wants it. */
export interface ResumedWish extends Omit<LiveWish, "resumption"> {
  readonly resumed: ResumedSession;
  /** The number of the last final that the client has received. */
  readonly after: number;
}

/**
 * Goes on with a session that was taken over, up to its handshake. Where it cannot, the token that was shown is good for another try.
 * @throws DomainError `engine_unavailable`, `language_unsupported`, `model_not_found`, `unavailable` where no slot is free
 */
export async function resumeLive(context: SocketContext, caller: Caller, wish: ResumedWish): Promise<OpenedSocket> {
  const { codec, resumed, after } = wish;
  const { requestId, epoch, lastId, from, tokens, heldSeconds, startedAt } = resumed;
  const { start, refusal } = await choose({ ...context, requestId }, caller, wish);
  if (refusal !== null) throw refusal;
  const slot = await awaitSlot(context.resources.db, start);
  const session = createSession(context, caller, {
    ...{ codec, start, held: { requestId, epoch }, begin: { after, lastId, from, tokens }, heldSeconds, startedAt },
    refusal: null,
  });
  const abandon = (): void => session.leave(new DomainError("unavailable"));
  try {
    await connect(context, session, { slot, start, from, lastId: Math.max(after, lastId) });
  } catch (error) {
    abandon();
    throw error;
  }
  return { attach: (socket) => session.attach(socket), abandon };
}

interface NewSession extends Pick<SessionOptions, "codec" | "held" | "begin" | "heldSeconds" | "refusal"> {
  readonly start: StartMessage;
  readonly startedAt: Date;
}

function createSession(context: SocketContext, caller: Caller, parts: NewSession): LiveSession {
  const { resources } = context;
  const { start, startedAt, ...options } = parts;
  const configure = async (changed: LiveChoice): Promise<StartMessage> => {
    const chosen = await choose(context, caller, changed);
    if (chosen.refusal !== null) throw chosen.refusal;
    await requireTurns(resources.db, changed);
    await updateLiveRequest(resources.db, context.requestId, chosen.request);
    return chosen.start;
  };
  return createLiveSession({
    ...{ ...options, resources, configure, model: start.model },
    endsAt: new Date(startedAt.getTime() + resources.config.live.maxMs),
    barred: new DomainError(caller.sessionId === null ? "invalid_api_key" : "invalid_session"),
  });
}

interface Connecting extends Pick<ConnectionOptions, "slot" | "from" | "lastId"> {
  readonly start: StartMessage;
}

/** Connects a session to its worker. @throws DomainError `engine_unavailable` */
async function connect({ resources, sessions }: SocketContext, session: LiveSession, to: Connecting): Promise<void> {
  const { start, ...options } = to;
  const listener = { onEvent: session.hear, onDrained: session.drained, onLost: session.lost };
  const parts = { ...options, ...listener, resources, requestId: start.request_id, choice: start };
  session.connect(await connectWorker(parts), start);
  sessions.add(session);
}

/** The request of a session, and the first message to its worker. */
async function choose(context: SocketContext, caller: Caller, wish: LiveChoice & Pick<LiveWish, "resumption">) {
  const { requestId } = context;
  const options = transcriptionOptions.parse(wish.options);
  const offer = await findLiveOffer(context.resources.db);
  const language = languageOf({ ...context, offer }, wish.language, options.model);
  const refusal = await unreadBy(context, language, options.model);
  const request: LiveRequest = {
    ...{ requestId, language, languageTag: wish.language ?? null, options, resumption: wish.resumption ?? null },
    ...callerOf(caller),
  };
  const { encoding, sample_rate, interim_results, endpointing_ms, end_of_turn, revises } = wish;
  const start: StartMessage = {
    ...{ request_id: requestId, account: caller.userId, language, model: options.model, encoding, sample_rate },
    ...{ channels: 1, interim_results, endpointing_ms, end_of_turn, revises, format: options.transcriptFormat },
  };
  return { request, start, refusal };
}

const callerOf = ({ userId, source, apiKeyId, sessionId }: Caller) => ({ userId, source, apiKeyId, sessionId });

/** A session that goes on may do without. @throws DomainError `model_not_found` where a worker cannot find ends of turns */
async function requireTurns(db: Db, { end_of_turn: way }: LiveChoice): Promise<void> {
  if (way !== "smart" || (await findLiveOffer(db)).findsTurns) return;
  const text = `Ends of turns cannot be found by 'smart': the workers do not have the model ${turnModel}. Leave end_of_turn out, or install it.`;
  throw new DomainError("model_not_found", text, { field: "end_of_turn" });
}

/**
 * Finds out whether a model is named that is known not to read the language; one that no worker of recordings has is left to the live worker.
 * @returns `language_unsupported`; null where it may read it
 */
async function unreadBy({ engines }: SocketContext, language: string, model: string): Promise<DomainError | null> {
  if (modelPreferences.includes(model)) return null;
  const { recognition } = await engines.current();
  const manifest = recognition.find(({ name }) => name === model);
  // Until the language is found, the words are read as English.
  const read = language === detectLanguage ? "en" : language;
  if (manifest === undefined || manifest.languages.includes(read)) return null;
  const [first = ""] = manifest.languages;
  const text =
    language === read
      ? `The model '${model}' does not transcribe '${language}'. Send another language, such as '${first}', or another model.`
      : `The model '${model}' does not transcribe English, with which 'auto' begins. Send a language, such as '${first}', or another model.`;
  return new DomainError("language_unsupported", text, { field: "language" });
}

/** The language to hear: the one that is named, or what the models find out, or English. */
function languageOf(
  { resources, offer }: Pick<SocketContext, "resources"> & { readonly offer: LiveOffer },
  sent: string | undefined,
  model: string,
): string {
  if (resources.config.live.secret === null || offer.languages.length === 0)
    throw new DomainError("engine_unavailable", "No worker for live transcription is running. Retry later.");
  if (!modelPreferences.includes(model) && !offer.models.includes(model))
    throw new DomainError("model_not_found", `The model '${model}' does not transcribe live.`);
  const asked = transcriptionLanguage(sent ?? "en");
  const found = asked === detectLanguage && !offer.languages.includes(asked) ? "en" : asked;
  if (found !== null && offer.languages.includes(found)) return found;
  const text = `No model transcribes '${sent}' live. Send one of: ${offer.languages.join(", ")}.`;
  throw new DomainError("language_unsupported", text, { field: "language" });
}
