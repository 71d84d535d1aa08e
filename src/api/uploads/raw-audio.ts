import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { AudioLimit, Limits } from "#src/config.ts";
import type { BodyReader, BodyResult } from "#src/api/bodies/body-reader.ts";
import { unusableBodyRow } from "#src/api/validation/multipart-rows.ts";
import { announcesAudio } from "#src/domain/speech/audio-container.ts";
import { type RawSamples, wavHeader, wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { headBytes } from "#src/domain/uploads/read-container.ts";
import { describeAudio, audioIn, receiveUpload, type UploadedAudio } from "./uploaded-audio.ts";

/** A recording that was the body of a request. */
export interface RawAudio extends UploadedAudio {
  /** The SHA-256 of the body as it was sent, in hexadecimal digits. */
  readonly sha256: string;
}

interface RawAudioOptions {
  /** The encoding of the samples of a body that is not a file, by the query; null when it says that the body is one. */
  readonly samplesOf?: (query: URLSearchParams) => BodyResult<RawSamples | null>;
}

/** Media types that other readers take. curl sends a file as `application/x-www-form-urlencoded` unless it is told another type. */
const otherTypes = /^[ \t]*(?:multipart\/|application\/(?:json|[^\s/;]*\+json)[ \t]*(?:;|$))/i;
const otherBody = "The body must be the recording itself. Send its bytes, with Content-Type: application/octet-stream.";

/** A body that is an audio file by its bytes, whatever its type says but a form with parts or JSON; or samples without a header. */
export const rawAudio = (
  { samplesOf }: RawAudioOptions,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<RawAudio> => ({
  read: async (ctx, reading) => {
    const limit = limitOf(reading.resources.config.limits);
    if (otherTypes.test(ctx.get("content-type"))) return { ok: false, rows: [unusableBodyRow(otherBody)] };
    const samples = samplesOf?.(new URLSearchParams(ctx.querystring)) ?? { ok: true, value: null };
    const { maxBytes } = limit;
    const { sha256, isFile, ...file } = await receiveUpload(
      ctx,
      { reading, maxBytes, overheadBytes: 0 },
      (body, folder) => spool(body, join(folder, "recording"), samples.ok ? samples.value : null),
    );
    if (!isFile && !samples.ok) return samples;
    const audio = await audioIn(file, limit, unusableBodyRow);
    return audio.ok ? { ok: true, value: { ...audio.value, sha256 } } : audio;
  },
  identityOf: ({ sha256 }) => Promise.resolve({ audio: sha256 }),
  document: {
    contentType: "application/octet-stream",
    schema: (limits) => {
      const description = describeAudio(limitOf(limits));
      return z.string().meta({ format: "binary", description });
    },
  },
});

/** Writes a body to a file; samples get the header of a WAV file, with its true sizes. */
async function spool(body: AsyncIterable<Buffer>, path: string, samples: RawSamples | null) {
  const hash = createHash("sha256");
  let size = 0;
  let isFile = false;
  async function* content(): AsyncGenerator<Buffer> {
    let isBegun = false;
    for await (const chunk of withHead(body)) {
      if (!isBegun) {
        isFile = await announcesAudio(chunk);
        if (!isFile && samples !== null) yield Buffer.alloc(wavHeaderBytes);
        isBegun = true;
      }
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await pipeline(content, createWriteStream(path, { flags: "wx" }));
  const sha256 = hash.digest("hex");
  if (samples === null || isFile || size === 0) return { path, size, sha256, isFile };
  await using file = await open(path, "r+");
  await file.write(wavHeader(samples, size), 0, wavHeaderBytes, 0);
  return { path, size: size + wavHeaderBytes, sha256, isFile };
}

/** The body with its first chunks joined, so that the first one tells what the body is. */
async function* withHead(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head.length >= headBytes) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length >= headBytes) yield head;
  }
  if (head.length > 0 && head.length < headBytes) yield head;
}
