import type { Readable } from "node:stream";
import type { SpokenWordsJson } from "#db/engine-schema.ts";
import type { RequestContext } from "#src/api/route.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import type { ChunkCursor, SpeechChunk } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import { failureOf } from "./wait-for-result.ts";

/** The next part of a stream. */
export interface StreamedChunk {
  /** Empty where there are only words. */
  readonly content: Buffer;
  /** The number of its sentence, from 0. */
  readonly sentence: number;
  /** The number of characters of the text that are spoken with the end of its sentence. */
  readonly characters: number;
  /** The times of the words of its sentence, after its sound; null for other chunks, and where they were not asked for. */
  readonly words: SpokenWordsJson | null;
}

/** The part of a stream that was sent. */
interface Sent {
  bytes: number;
  /** The last sentence whose words were sent. */
  lastSentenceWithWords: number;
  /** The number of words that were sent. */
  words: number;
}

/**
 * The audio of a streamed synthesis from its beginning: while the work goes on what its runs have made, and then the rest of what
 * is stored, which is all of it where there was nothing to stream. A later run makes the same bytes once more.
 *
 * @throws DomainError what made the work fail; the signal's reason
 */
export async function* readStream(
  { resources, chunks: reader }: Pick<RequestContext, "resources" | "chunks">,
  requestId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamedChunk> {
  const sent: Sent = { bytes: 0, lastSentenceWithWords: -1, words: 0 };
  let run: ReadState = { cursor: { requestId, run: 0, position: -1 }, bytes: 0, isBroken: false };
  for (;;) {
    const { chunks, isEnded } = await reader.next(run.cursor, signal);
    for (const chunk of chunks) {
      const before = run;
      run = advance(before, chunk);
      const fresh = run.isBroken ? null : unsent(chunk, chunk.run === before.cursor.run ? before.bytes : 0, sent);
      if (fresh !== null) yield fresh;
    }
    if (isEnded && chunks.length === 0) break;
  }
  yield* readStored(resources, await requireResult(resources, requestId), sent);
}

/** The position up to which a run was read. */
interface ReadState {
  readonly cursor: ChunkCursor;
  readonly bytes: number;
  /** True when a crash of the database has lost a chunk: the rest is then sent when it is stored. */
  readonly isBroken: boolean;
}

function advance({ cursor, bytes, isBroken }: ReadState, { run, position, content }: SpeechChunk): ReadState {
  const isSameRun = run === cursor.run;
  return {
    cursor: { requestId: cursor.requestId, run, position },
    bytes: (isSameRun ? bytes : 0) + content.length,
    isBroken: (isSameRun && isBroken) || position !== (isSameRun ? cursor.position + 1 : 0),
  };
}

/** The part of a chunk that was not sent yet; null for nothing. */
function unsent(chunk: SpeechChunk, begin: number, sent: Sent): StreamedChunk | null {
  const { sentence, characters } = chunk;
  const content = chunk.content.subarray(Math.max(0, sent.bytes - begin));
  const words = sentence > sent.lastSentenceWithWords ? chunk.words : null;
  if (content.length === 0 && words === null) return null;
  sent.bytes += content.length;
  if (words !== null) {
    sent.lastSentenceWithWords = sentence;
    sent.words += words.words.length;
  }
  return { content, sentence, characters, words };
}

/** A request that has a result, or may get one. @throws DomainError why it has none */
export async function requireResult({ db }: RequestContext["resources"], id: string): Promise<SpeechRequest> {
  const request = await findRequest(db, id);
  if (request === null) throw new DomainError("request_not_found");
  if (request.status === "failed") throw failureOf(request);
  return request;
}

/** @throws DomainError `not_found` when the audio is not stored (any more): whether all of it was sent is then unknown */
async function* readStored(
  { store }: RequestContext["resources"],
  { result_key: key, characters, spoken_words: allWords }: SpeechRequest,
  sent: Sent,
): AsyncGenerator<StreamedChunk> {
  const place = { sentence: sent.lastSentenceWithWords + 1, characters: characters ?? 0 };
  const size = key === null ? null : await store.size(key);
  if (key === null || size === null) throw noAudio();
  if (sent.bytes < size) {
    const content = await store.read(key, { start: sent.bytes, end: size - 1 });
    if (content === null) throw noAudio();
    for await (const part of bytesOf(content)) yield { ...place, content: part, words: null };
  }
  const words = allWords?.words.slice(sent.words) ?? [];
  if (allWords !== null && words.length > 0)
    yield { ...place, content: Buffer.alloc(0), words: { ...allWords, words } };
}

/** Says that a request has no audio, or none any more. */
export const noAudio = (): DomainError => new DomainError("not_found", "This request has no stored audio.");

const bytesOf = (content: Readable): AsyncIterable<Buffer> => content;
