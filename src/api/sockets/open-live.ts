import type { Caller } from "#src/api/callers/caller.ts";
import { failLiveSession } from "#src/domain/live/end-session.ts";
import { openLiveSession } from "#src/domain/live/open-session.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { detectLanguage, modelPreferences, transcriptionLanguage } from "#src/domain/speech/transcription-language.ts";
import { type GivenTranscriptionOptions, transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { LiveCodec } from "./codec.ts";
import { createLiveSession } from "./live-session.ts";
import type { OpenedSocket, SocketContext } from "./socket-route.ts";
import type { SoundLayout } from "./sound-ring.ts";
import { connectWorker } from "./worker-connection.ts";
import type { LiveEncoding, StartMessage } from "./worker-link.ts";

const sampleBytes: Readonly<Record<LiveEncoding, number>> = {
  ...{ pcm_s16le: 2, pcm_f32le: 4, mulaw: 1, alaw: 1 },
  // Not known.
  container: 0,
};

/** A live transcription as its caller wants it. */
export interface LiveWish extends Pick<
  StartMessage,
  "encoding" | "sample_rate" | "interim_results" | "endpointing_ms" | "revises"
> {
  /** A tag, code or English name of a language, or `auto`; undefined where the caller names none. */
  readonly language: string | undefined;
  readonly options: GivenTranscriptionOptions;
  readonly codec: LiveCodec;
}

/**
 * Opens a live session up to its handshake: language and model, credits, a slot, and its worker.
 * @throws DomainError `engine_unavailable`, `language_unsupported`, `model_not_found`, and those of `openLiveSession`
 */
export async function openLive(context: SocketContext, caller: Caller, wish: LiveWish): Promise<OpenedSocket> {
  const { resources, requestId, sessions } = context;
  const options = transcriptionOptions.parse(wish.options);
  const language = await languageOf(context, wish.language, options.model);
  const request = { requestId, language, languageTag: wish.language ?? null, options, ...callerOf(caller) };
  const slot = await openLiveSession(resources, request);
  const { codec, encoding, sample_rate } = wish;
  const session = createLiveSession({ resources, requestId, codec, model: options.model });
  const layout: SoundLayout | null =
    encoding === "container" ? null : { sampleRate: sample_rate, sampleBytes: sampleBytes[encoding] };
  try {
    const start: StartMessage = {
      ...{ request_id: requestId, account: caller.userId, language, model: options.model, encoding, sample_rate },
      ...{ channels: 1, interim_results: wish.interim_results, endpointing_ms: wish.endpointing_ms },
      revises: wish.revises,
    };
    const listener = { onEvent: session.hear, onDrained: session.drained, onLost: session.lost };
    session.connect(await connectWorker({ resources, slot, start, layout, ...listener }));
  } catch (error) {
    await failLiveSession(
      resources,
      requestId,
      error instanceof DomainError ? error : new DomainError("internal_error"),
    );
    session.stop(null);
    throw error;
  }
  sessions.add(session);
  return { attach: (socket) => session.attach(socket), abandon: () => session.stop(null) };
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
