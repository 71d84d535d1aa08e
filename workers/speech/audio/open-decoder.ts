import { once } from "node:events";
import { DomainError } from "#src/errors.ts";
import { streamArguments, type StreamedContainer } from "./ffmpeg-arguments.ts";
import { openStreamResampler } from "./resample.ts";
import { telephoneTables } from "./telephone-codes.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { grantFiles } from "#workers/speech/process/confinement.ts";
import { type StartedEngine, startEngine } from "#workers/speech/process/run-engine.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";

/** The codings of a stream without a container. */
export const rawEncodings = ["pcm_s16le", "pcm_f32le", "mulaw", "alaw"] as const;

export interface DecoderOptions {
  readonly encoding: (typeof rawEncodings)[number] | "container";
  /** Hz; of no consequence in a container. */
  readonly sampleRate: number;
  /** Hz. */
  readonly outputRate: number;
  /** An existing private folder, for the decoder of a container. */
  readonly directory: string;
  /** Takes the samples as they are decoded. */
  readonly onSamples: (samples: Int16Array) => void;
  /** Called once when the stream cannot be decoded. */
  readonly onError: (error: DomainError) => void;
}

/** Decodes a stream of sound to mono while it comes. */
export interface StreamDecoder extends AsyncDisposable {
  write(bytes: Buffer): void;
  /** Bytes that were written and not taken yet. */
  readonly waiting: number;
  /** Resolves when all that was written is decoded. */
  end(): Promise<void>;
}

export const openDecoder = (options: DecoderOptions): StreamDecoder =>
  options.encoding === "container" ? openContainer(options) : openRaw(options, options.encoding);

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

/** So much is needed to tell a container. */
const headBytes = 12;
/** Hours of sound take seconds. */
const engineLimits = { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 600, fileBytes: 0 } as const;
const endTimeoutMs = 10_000;
const unknown = "The sound is in no container that can be read while it comes: WebM, Ogg, MP3, FLAC, WAV or ADTS.";

/** The container that the first bytes announce; null where it is none of those that can be read while they come. */
export function containerOf(head: Buffer): StreamedContainer | null {
  const text = head.toString("latin1");
  if (text.startsWith("\x1A\x45\xDF\xA3")) return "webm";
  if (text.startsWith("OggS")) return "ogg";
  if (text.startsWith("fLaC")) return "flac";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WAVE") return "wav";
  if (text.startsWith("ID3")) return "mp3";
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  return (second & 0xf6) === 0xf0 ? "adts" : "mp3";
}

function openContainer(options: DecoderOptions): StreamDecoder {
  let head: Buffer = Buffer.alloc(0);
  let waiting = 0;
  let child: Promise<StartedEngine> | null = null;
  let isOver = false;
  const fail = (message: string): void => {
    if (!isOver) options.onError(new DomainError("audio_unusable", message));
    isOver = true;
  };
  const begin = (): void => {
    const container = containerOf(head);
    if (container === null) return fail(unknown);
    child = start(container, options, fail);
    void child.catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
    pass(head);
  };
  const pass = (bytes: Buffer): void => {
    waiting += bytes.length;
    void child?.then(
      ({ stdin }) => stdin.write(bytes, () => (waiting -= bytes.length)),
      () => undefined,
    );
  };
  return {
    write: (bytes) => {
      if (isOver) return;
      if (child !== null) return pass(bytes);
      head = Buffer.concat([head, bytes]);
      if (head.length >= headBytes) begin();
    },
    get waiting() {
      return waiting;
    },
    end: async () => {
      if (child === null && head.length > 0) fail(unknown);
      const running = await child?.catch(() => null);
      if (running === null || running === undefined || isOver) return;
      const closed = once(running, "close").catch(() => undefined);
      const deadline = setTimeout(() => killProcessGroup(running.pid), endTimeoutMs);
      running.stdin.end();
      await closed;
      clearTimeout(deadline);
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      const running = await child?.catch(() => null);
      if (running === null || running === undefined || running.exitCode !== null) return;
      const closed = once(running, "close").catch(() => undefined);
      killProcessGroup(running.pid);
      await closed;
    },
  };
}

async function start(
  container: StreamedContainer,
  { outputRate, directory, onSamples }: DecoderOptions,
  fail: (message: string) => void,
): Promise<StartedEngine> {
  await grantFiles({ directory });
  const args = streamArguments(container, outputRate);
  const child = startEngine({ program: "ffmpeg", args, directory, limits: engineLimits });
  const errors = collectErrors(child);
  let odd: Buffer = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    const bytes = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
    const even = bytes.length - (bytes.length % 2);
    odd = bytes.subarray(even);
    // Copied, since an Int16Array begins at an even address.
    if (even > 0) onSamples(new Int16Array(Uint8Array.from(bytes.subarray(0, even)).buffer));
  });
  // A decoder that ends early breaks the pipe; its exit code is what counts.
  child.stdin.on("error", () => undefined);
  child.on("close", (exitCode) => {
    if (exitCode !== 0) fail(`The sound cannot be decoded. ${errors.text()}`.trim());
  });
  return child;
}
