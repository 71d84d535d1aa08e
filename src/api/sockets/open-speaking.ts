import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "#src/api/callers/caller.ts";
import { checkSpeech, type Spoken, submitSpeech } from "#src/api/dialects/speech-input.ts";
import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import { awaitStream, type SpeechStream } from "#src/api/results/stream-synthesis.ts";
import { cancelStream } from "#src/domain/speech/cancel-stream.ts";
import { DomainError } from "#src/errors.ts";
import type { SpeakingCodec } from "./speaking-codec.ts";
import { createSpeakingSession, type SpeakingOptions } from "./speaking-session.ts";
import type { OpenedSocket, SocketContext } from "./socket-route.ts";

/** The voice and the form in which a caller wishes its texts spoken, and the protocol of the messages. */
export interface SpeakingWish extends Pick<SpeakingOptions, "codec" | "longest" | "idleMs"> {
  readonly codec: SpeakingCodec;
  /** The most texts at the same time; one when absent. */
  readonly textsMax?: number;
  /** Read anew for each part, since a client may change the speed. */
  readonly spoken: (speed: number) => Omit<Spoken, "text" | "isStreamed">;
  /** Milliseconds to wait for the first sound of a part. */
  readonly waitMs: number;
}

const retryAfterSeconds = 5;
/** An outage of the database may last for a minute. */
const [abandonAttempts, abandonAgainMs] = [120, 500] as const;
/** Milliseconds, beyond all that is waited for. */
const unlimitedMs = 2 ** 31 - 1;

/**
 * Opens a session that speaks, up to its handshake. Its first request has the id of the call.
 * @throws DomainError `concurrency_limited`, and those of `checkSpeech`
 */
export async function openSpeaking(context: SocketContext, caller: Caller, wish: SpeakingWish): Promise<OpenedSocket> {
  const { resources, requestId, sessions } = context;
  await checkSpeech(context, caller, wish.spoken(1));
  const { concurrency: max } = resources.config.live;
  if (sessions.speakingFor(caller.userId) >= max) {
    const text = "The account has too many open live sessions. Retry when one of them has ended.";
    throw new DomainError("concurrency_limited", text, { max_unfinished: max, retry_after: retryAfterSeconds });
  }
  const { codec, textsMax = 1, longest, idleMs } = wish;
  const speak = createSpeaker(context, caller, wish);
  const session = createSpeakingSession({
    ...{ resources, requestId, apiKeyId: caller.apiKeyId, codec, textsMax, longest, idleMs, speak },
  });
  sessions.add(session, caller.userId);
  return { attach: (socket) => session.attach(socket), abandon: () => session.stop(null) };
}

/** @returns a function that makes a streamed synthesis of a text; a part without sound in time is given up, uncharged */
function createSpeaker(context: SocketContext, caller: Caller, wish: SpeakingWish): SpeakingOptions["speak"] {
  let id = context.requestId;
  return async (text, speed, ended): Promise<SpeechStream> => {
    const late = new AbortController();
    const signal = AbortSignal.any([ended, late.signal]);
    // A socket is not opened again to hear the rest, so the work ends with it.
    const request = { ...context, requestId: id, signal, isDraining: () => false };
    id = randomUUID();
    const timer = setTimeout(() => late.abort(new DomainError("wait_timeout")), wish.waitMs);
    try {
      const { options, ...spoken } = wish.spoken(speed);
      await submitSpeech(request, caller, {
        ...spoken,
        options: { ...options, continues: true },
        text,
        isStreamed: true,
      });
      const stream = await awaitStream(request, request.requestId, unlimitedMs);
      const failed = (): void => void abandon(context.resources, request.requestId);
      return { ...stream, chunks: whole(stream.chunks, signal, failed) };
    } catch (error) {
      // Work that has failed or was refused costs nothing by itself.
      if (!signal.aborted && !(error instanceof DomainError)) void abandon(context.resources, request.requestId);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Passes the sound of a part on. @param failed called where it breaks off, though no one has asked for that by the signal */
async function* whole(
  chunks: SpeechStream["chunks"],
  signal: AbortSignal,
  failed: () => void,
): AsyncGenerator<StreamedChunk> {
  let isWhole = false;
  try {
    yield* chunks;
    isWhole = true;
  } finally {
    if (!isWhole && !signal.aborted) failed();
  }
}

/** Ends the work on a part that is not going to be heard to its end, as soon as the database can be reached. What was sent is charged. */
async function abandon(resources: SocketContext["resources"], requestId: string): Promise<void> {
  for (let attempt = 1; attempt <= abandonAttempts; attempt += 1) {
    try {
      return await cancelStream(resources, { requestId, characters: 0 });
    } catch (error) {
      resources.log.warn({ request_id: requestId, attempt, error: String(error) }, "a part that failed goes on");
      await sleep(abandonAgainMs);
    }
  }
}
