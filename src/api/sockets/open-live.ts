import type { Caller } from "#src/api/callers/caller.ts";
import { failLiveSession } from "#src/domain/live/end-session.ts";
import { type LiveRequest, openLiveSession } from "#src/domain/live/open-session.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { detectLanguage, modelPreferences, transcriptionLanguage } from "#src/domain/speech/transcription-language.ts";
import { updateLiveRequest } from "#src/domain/speech/queries.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { LiveChoice, LiveCodec } from "./codec.ts";
import { createLiveSession } from "./live-session.ts";
import type { OpenedSocket, SocketContext } from "./socket-route.ts";
import { connectWorker } from "./worker-connection.ts";
import type { StartMessage } from "./worker-link.ts";

/** A live transcription as its caller wants it, and the protocol of its messages. */
export interface LiveWish extends LiveChoice {
  readonly codec: LiveCodec;
}

/**
 * Opens a live session up to its handshake: language and model, credits, a slot, and its worker.
 * @throws DomainError `engine_unavailable`, `language_unsupported`, `model_not_found`, and those of `openLiveSession`
 */
export async function openLive(context: SocketContext, caller: Caller, wish: LiveWish): Promise<OpenedSocket> {
  const { resources, requestId, sessions } = context;
  const { codec } = wish;
  const { request, start } = await choose(context, caller, wish);
  const slot = await openLiveSession(resources, request);
  const configure = async (changed: LiveChoice): Promise<StartMessage> => {
    const chosen = await choose(context, caller, changed);
    await updateLiveRequest(resources.db, requestId, chosen.request);
    return chosen.start;
  };
  const session = createLiveSession({ resources, requestId, codec, model: request.options.model, configure });
  try {
    const listener = { onEvent: session.hear, onDrained: session.drained, onLost: session.lost };
    session.connect(await connectWorker({ resources, slot, requestId, choice: start, ...listener }), start);
  } catch (error) {
    const told = error instanceof DomainError ? error : new DomainError("internal_error");
    await failLiveSession(resources, requestId, told).finally(() => session.stop(null));
    throw error;
  }
  sessions.add(session);
  return { attach: (socket) => session.attach(socket), abandon: () => session.stop(null) };
}

/** The request of a session, and the first message to its worker. */
async function choose(context: SocketContext, caller: Caller, wish: LiveChoice) {
  const { requestId } = context;
  const options = transcriptionOptions.parse(wish.options);
  const language = await languageOf(context, wish.language, options.model);
  const request: LiveRequest = {
    ...{ requestId, language, languageTag: wish.language ?? null, options },
    ...callerOf(caller),
  };
  const { encoding, sample_rate, interim_results, endpointing_ms, revises } = wish;
  const start: StartMessage = {
    ...{ request_id: requestId, account: caller.userId, language, model: options.model, encoding, sample_rate },
    ...{ channels: 1, interim_results, endpointing_ms, revises, format: options.transcriptFormat },
  };
  return { request, start };
}

const callerOf = ({ userId, source, apiKeyId }: Caller) => ({ userId, source, apiKeyId });

/** The language to hear: the one that is named, or what the models find out, or English. */
async function languageOf({ resources }: SocketContext, sent: string | undefined, model: string): Promise<string> {
  const offer = await findLiveOffer(resources.db);
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
