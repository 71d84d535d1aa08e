import { open, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SpokenWordsJson, wordsSources } from "#db/engine-schema.ts";
import { findChunkWords, findWholeRun, readChunks } from "#src/domain/speech-chunks/queries.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type AudioEncoding, audioFormatFacts, resolveEncoding } from "./audio-formats.ts";
import { writeDelivered } from "./ending-queries.ts";
import { findRequest } from "./queries.ts";
import { synthesisOptions } from "./synthesis-options.ts";
import { wavHeader, wavHeaderBytes } from "./wav-header.ts";

/** A stream that was cancelled, and how many characters of its text were charged. */
interface DeliveredStream {
  readonly requestId: string;
  readonly characters: number;
}

/**
 * Stores the sound of the sentences of a cancelled stream that were sent, with the times of its words, so that it can be played, as
 * far as it was made. Does nothing where the database has lost a part of it.
 * @throws LeaseLostError when the request has been removed meanwhile
 */
export async function keepDelivered(
  { db, store, workspace }: Pick<Resources, "db" | "store" | "workspace">,
  { requestId, characters }: DeliveredStream,
): Promise<void> {
  const [request, run] = await Promise.all([findRequest(db, requestId), findWholeRun(db, requestId, characters)]);
  if (request === null || run === null) return;
  const encoding = resolveEncoding(synthesisOptions.parse(request.options));
  await using folder = await workspace.folder();
  const path = join(folder.path, "audio");
  const beginning = { requestId, run, characters };
  await writeFile(path, readChunks(db, beginning));
  const words = joinWords(await findChunkWords(db, beginning));
  const durationSeconds = await finish(path, encoding);
  const { contentType } = audioFormatFacts[encoding.format];
  const key = `results/${requestId}-delivered`;
  await uploadThenCommit({ db, store, key, path }, (claimObject) =>
    db.transaction().execute(async (trx) => {
      const audio = { resultKey: key, contentType, sampleRate: encoding.sampleRate, durationSeconds, words };
      await claimObject(trx, await writeDelivered(trx, requestId, audio));
    }),
  );
}

/** From the least exact source of times to the most exact one. */
const sources = wordsSources.toReversed();

/** The words of several sentences, with the least exact of their sources; null where there are none. */
function joinWords(sentences: readonly SpokenWordsJson[]): SpokenWordsJson | null {
  const words = sentences.flatMap((sentence) => sentence.words);
  const source = sources.find((one) => sentences.some((sentence) => sentence.source === one));
  return source === undefined || words.length === 0 ? null : { source, words };
}

/** Writes the sizes into the header of a WAV file. @returns how long the audio is, in seconds; null where the size does not tell */
async function finish(path: string, { format, sampleRate, bitRate }: AudioEncoding): Promise<number | null> {
  const { size } = await stat(path);
  if (format === "mp3") return bitRate === null ? null : (8 * size) / bitRate;
  if (format === "mulaw" || format === "alaw") return size / sampleRate;
  if (format === "pcm") return size / (2 * sampleRate);
  if (format !== "wav") return null;
  const bytes = Math.max(0, size - wavHeaderBytes);
  await using file = await open(path, "r+");
  await file.write(wavHeader({ encoding: "linear16", sampleRate, channels: 1 }, bytes), 0, wavHeaderBytes, 0);
  return bytes / (2 * sampleRate);
}
