import { randomUUID } from "node:crypto";
import type { Caller } from "#src/api/callers/caller.ts";
import { checkSpeech, type Spoken, submitSpeech } from "#src/api/dialects/speech-input.ts";
import { awaitStream, type SpeechStream } from "#src/api/results/stream-synthesis.ts";
import { DomainError } from "#src/errors.ts";
import type { SpeakingCodec } from "./speaking-codec.ts";
import { createSpeakingSession, type SpeakingOptions } from "./speaking-session.ts";
import type { OpenedSocket, SocketContext } from "./socket-route.ts";

/** The voice and the form in which a caller wishes its texts spoken, and the protocol of the messages. */
export interface SpeakingWish extends Pick<SpeakingOptions, "codec" | "longest" | "idleMs"> {
  readonly codec: SpeakingCodec;
  /** Read anew for each part of the text, since a client may change it. */
  readonly spoken: () => Omit<Spoken, "text" | "isStreamed">;
  /** Milliseconds to wait for the first sound of a part. */
  readonly waitMs: number;
}

const retryAfterSeconds = 5;
/** Milliseconds, beyond all that is waited for. */
const unlimitedMs = 2 ** 31 - 1;

/**
 * Opens a session that speaks, up to its handshake. Its first request has the id of the call.
 * @throws DomainError `concurrency_limited`, and those of `checkSpeech`
 */
export async function openSpeaking(context: SocketContext, caller: Caller, wish: SpeakingWish): Promise<OpenedSocket> {
  const { resources, requestId, sessions } = context;
  await checkSpeech(context, caller, wish.spoken());
  const { concurrency: max } = resources.config.live;
  if (sessions.speakingFor(caller.userId) >= max) {
    const text = "The account has too many open live sessions. Retry when one of them has ended.";
    throw new DomainError("concurrency_limited", text, { max_unfinished: max, retry_after: retryAfterSeconds });
  }
  const { codec, longest, idleMs } = wish;
  const speak = createSpeaker(context, caller, wish);
  const session = createSpeakingSession({
    ...{ resources, requestId, apiKeyId: caller.apiKeyId, codec, longest, idleMs, speak },
  });
  sessions.add(session, caller.userId);
  return { attach: (socket) => session.attach(socket), abandon: () => session.stop(null) };
}

/** @returns a function that makes a streamed synthesis of a text; a part without sound in time is given up, uncharged */
function createSpeaker(context: SocketContext, caller: Caller, wish: SpeakingWish): SpeakingOptions["speak"] {
  let id = context.requestId;
  return async (text: string, ended: AbortSignal): Promise<SpeechStream> => {
    const late = new AbortController();
    const signal = AbortSignal.any([ended, late.signal]);
    // A socket is not opened again to hear the rest, so the work ends with it.
    const request = { ...context, requestId: id, signal, isDraining: () => false };
    id = randomUUID();
    const timer = setTimeout(() => late.abort(new DomainError("wait_timeout")), wish.waitMs);
    try {
      const { options, ...spoken } = wish.spoken();
      await submitSpeech(request, caller, {
        ...spoken,
        options: { ...options, continues: true },
        text,
        isStreamed: true,
      });
      return await awaitStream(request, request.requestId, unlimitedMs);
    } finally {
      clearTimeout(timer);
    }
  };
}
