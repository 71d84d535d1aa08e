import { type ContainerOptions, openContainerDecoder, type StreamDecoder } from "./container-decoder.ts";
import { openStreamResampler } from "./resample.ts";
import { telephoneTables } from "./telephone-codes.ts";

/** The codings of a stream without a container. */
export const rawEncodings = ["pcm_s16le", "pcm_f32le", "mulaw", "alaw"] as const;

export interface DecoderOptions extends ContainerOptions {
  readonly encoding: (typeof rawEncodings)[number] | "container";
  /** Hz; of no consequence in a container. */
  readonly sampleRate: number;
}

/** Decodes a stream of sound to mono while it comes. */
export const openDecoder = (options: DecoderOptions): StreamDecoder =>
  options.encoding === "container" ? openContainerDecoder(options) : openRaw(options, options.encoding);

const fullScale = 32_768;
const bytesOf = { pcm_s16le: 2, pcm_f32le: 4, mulaw: 1, alaw: 1 } as const;

type RawEncoding = (typeof rawEncodings)[number];

function openRaw({ sampleRate, outputRate, onSamples }: DecoderOptions, encoding: RawEncoding): StreamDecoder {
  const resample = openStreamResampler({ from: sampleRate, to: outputRate });
  const size = bytesOf[encoding];
  // A frame may end within a sample.
  let rest: Buffer = Buffer.alloc(0);
  return {
    write: (added) => {
      const bytes = rest.length === 0 ? added : Buffer.concat([rest, added]);
      const count = Math.floor(bytes.length / size);
      rest = bytes.subarray(count * size);
      const samples = toIntegers(resample(floatsOf(bytes, count, encoding)));
      if (samples.length > 0) onSamples(samples);
    },
    waiting: 0,
    end: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function floatsOf(bytes: Buffer, count: number, encoding: RawEncoding): Float32Array {
  const samples = new Float32Array(count);
  for (let index = 0; index < count; index += 1) samples[index] = sampleAt(bytes, index, encoding);
  return samples;
}

function sampleAt(bytes: Buffer, index: number, encoding: RawEncoding): number {
  if (encoding === "pcm_s16le") return bytes.readInt16LE(2 * index) / fullScale;
  if (encoding !== "pcm_f32le") return telephoneTables[encoding][bytes[index] ?? 0] ?? 0;
  const sample = bytes.readFloatLE(4 * index);
  return Number.isFinite(sample) ? sample : 0;
}

const toIntegers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale))));
