import type { Reply, RequestContext } from "#src/api/route.ts";
import { noteDelivered } from "#src/domain/credits/queries.ts";
import { cancelStream } from "#src/domain/speech/cancel-stream.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { DomainError, isOutage } from "#src/errors.ts";
import { preferredWaitSeconds } from "./prefer.ts";
import { readStream, requireResult, type StreamedChunk } from "./read-stream.ts";
import type { StreamReader } from "./stream-readers.ts";
import { acceptedReply } from "./wait-for-result.ts";

/** A synthesis that is sent while it is being made. */
export interface SpeechStream {
  /** As it was when its stream was first asked for. */
  readonly request: SpeechRequest;
  /** One counts as sent as soon as it is asked for: ask when the one before has been written to the caller's connection. */
  readonly chunks: AsyncGenerator<StreamedChunk>;
}

/** The facts of a call, or of a session, that decide how long a stream is read. */
type StreamContext = Pick<RequestContext, "resources" | "chunks" | "requestId" | "signal" | "isDraining">;

/** The stream, its first chunk at hand; the 202 answer when that did not come in time. */
export type StreamResult = SpeechStream | { readonly accepted: Reply };

/**
 * Waits for the first chunk of a streamed synthesis as long as the caller wishes: of the one that this call has submitted, or of
 * that of an earlier call, which is heard from its beginning, while the work goes on and after that. When the caller hangs up,
 * and so have those who repeat the call in this process, the work ends, and what was sent is charged, in whole sentences.
 * @throws DomainError `request_not_found` when the request has been removed, or what made its work fail before there was
 * anything to hear
 */
export async function waitForStream(context: RequestContext, requestId: string): Promise<StreamResult> {
  const { config } = context.resources;
  const seconds = preferredWaitSeconds(context.header("prefer"), config.limits.waitMaxSeconds);
  const stream = await streamWithin(context, requestId, seconds * 1000);
  return stream ?? { accepted: await acceptedReply(context, requestId, "processing") };
}

/**
 * The stream of this call or of an earlier one for a dialect, which has no 202.
 * @throws DomainError `wait_timeout`, or what the others throw
 */
export async function awaitStream(context: StreamContext, requestId: string, timeoutMs: number): Promise<SpeechStream> {
  const stream = await streamWithin(context, requestId, timeoutMs);
  if (stream === null) throw new DomainError("wait_timeout");
  return stream;
}

/** Null when its first chunk did not come in time. */
async function streamWithin(
  context: StreamContext,
  requestId: string,
  timeoutMs: number,
): Promise<SpeechStream | null> {
  const reader = await context.chunks.join(requestId, requestId === context.requestId ? "maker" : "repeat");
  const late = new AbortController();
  const firstByteTimer = setTimeout(() => late.abort(new TooLateError()), timeoutMs);
  const signal = AbortSignal.any([context.signal, late.signal]);
  const known = requireKnown(context, requestId);
  const chunks = untilHangUp(context, { requestId, reader, known }, signal);
  try {
    const [first, request] = await Promise.all([chunks.next(), known]);
    return { request, chunks: withFirst(first, chunks) };
  } catch (error) {
    late.abort(error);
    await chunks.return(undefined).catch(() => undefined);
    if (error instanceof TooLateError) return null;
    throw error;
  } finally {
    clearTimeout(firstByteTimer);
  }
}

/** @throws DomainError `request_not_found` */
async function requireKnown({ resources }: StreamContext, requestId: string): Promise<SpeechRequest> {
  const request = await findRequest(resources.db, requestId);
  if (request === null) throw new DomainError("request_not_found");
  return request;
}

/** Nothing is there to be heard within the time that the caller waits. */
class TooLateError extends Error {
  override readonly name = "TooLateError";
}

async function* withFirst(
  first: IteratorResult<StreamedChunk>,
  rest: AsyncGenerator<StreamedChunk>,
): AsyncGenerator<StreamedChunk> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Notes for all processes what a caller is about to be sent, so that the process which ends the stream charges it.
 * @returns the most that any caller was sent; `Infinity` when nothing is to be charged any more
 * @throws DomainError why the work has ended without a result: nothing more is to be sent then
 */
async function noteSent(resources: RequestContext["resources"], requestId: string, characters: number) {
  const noted = await noteDelivered(resources.db, requestId, characters).catch(nothingInOutage);
  if (noted !== null) return noted;
  await requireResult(resources, requestId);
  return Infinity;
}

/** A stream goes on in an outage; the next note counts what this one would have. */
function nothingInOutage(error: unknown): number {
  if (isOutage(error)) return 0;
  throw error;
}

interface ReadStream {
  readonly requestId: string;
  readonly reader: StreamReader;
  /** The request: before it is known nothing is sent, and so nothing noted as sent. */
  readonly known: Promise<SpeechRequest>;
}

async function* untilHangUp(
  context: StreamContext,
  { requestId, reader, known }: ReadStream,
  signal: AbortSignal,
): AsyncGenerator<StreamedChunk> {
  const { resources } = context;
  try {
    for await (const chunk of readStream(context, requestId, signal)) {
      await known;
      await reader.announce(chunk.characters, (characters) => noteSent(resources, requestId, characters));
      yield chunk;
    }
  } finally {
    // A process that ends cuts its callers off, who did not hang up: the work goes on for their repeated call.
    await reader.leave(context.signal.aborted && !context.isDraining(), (characters) =>
      cancelStream(resources, { requestId, characters }).catch((error: unknown) =>
        resources.log.warn({ request_id: requestId, error: String(error) }, "an abandoned stream goes on"),
      ),
    );
  }
}
