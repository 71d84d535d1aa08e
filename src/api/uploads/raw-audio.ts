import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { AudioLimit, Limits } from "#src/config.ts";
import type { BodyReader, BodyResult } from "#src/api/bodies/body-reader.ts";
import { unusableBodyRow } from "#src/api/validation/multipart-rows.ts";
import { type RawSamples, wavHeader, wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { describeAudio, audioIn, receiveUpload, type UploadedAudio } from "./uploaded-audio.ts";

/** A recording that was the body of a request. */
export interface RawAudio extends UploadedAudio {
  /** Of the body as it was sent, in hexadecimal digits. */
  readonly sha256: string;
}

interface RawAudioOptions {
  /** How the samples of a body without a header are written, by the query; null for a body that is a file. */
  readonly samplesOf?: (query: URLSearchParams) => BodyResult<RawSamples | null>;
}

/** What other readers take. */
const otherTypes = /^[ \t]*(?:multipart\/|application\/(?:json|[^\s/;]*\+json|x-www-form-urlencoded)[ \t]*(?:;|$))/i;
const otherBody = "The body must be the recording itself. Send its bytes, with Content-Type: application/octet-stream.";

/** A body that is an audio file by its bytes, whatever its type says but a form or JSON; or samples without a header. */
export const rawAudio = (
  { samplesOf }: RawAudioOptions,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<RawAudio> => ({
  read: async (ctx, reading) => {
    const limit = limitOf(reading.resources.config.limits);
    if (otherTypes.test(ctx.get("content-type"))) return { ok: false, rows: [unusableBodyRow(otherBody)] };
    const samples = samplesOf?.(new URLSearchParams(ctx.querystring)) ?? { ok: true, value: null };
    if (!samples.ok) return samples;
    const { maxBytes } = limit;
    const { sha256, ...file } = await receiveUpload(ctx, { reading, maxBytes, overheadBytes: 0 }, (body, folder) =>
      spool(body, join(folder, "recording"), samples.value),
    );
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
  async function* content(): AsyncGenerator<Buffer> {
    if (samples !== null) yield Buffer.alloc(wavHeaderBytes);
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await pipeline(content, createWriteStream(path, { flags: "wx" }));
  const sha256 = hash.digest("hex");
  if (samples === null || size === 0) return { path, size, sha256 };
  await using file = await open(path, "r+");
  await file.write(wavHeader(samples, size), 0, wavHeaderBytes, 0);
  return { path, size: size + wavHeaderBytes, sha256 };
}
