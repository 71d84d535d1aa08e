import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#src/errors.ts";
import { type AudioFormat, codecArguments, type Encoding } from "#workers/speech/encode/codecs.ts";
import { pcmInput } from "#workers/speech/encode/convert-pcm.ts";
import { speechRate } from "#workers/speech/encode/join-pcm.ts";
import { pcmSeconds, wavHeader } from "#workers/speech/encode/wav.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { grantFiles } from "#workers/speech/process/confinement.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";
import { type StartedEngine, startEngine } from "#workers/speech/process/start-engine.ts";

export interface EncoderOptions {
  readonly encoding: Encoding;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Takes what is encoded, in order. */
  readonly onBytes: (bytes: Buffer) => void;
}

/** Encodes PCM at 24 kHz as it comes. */
export interface StreamEncoder extends AsyncDisposable {
  /** Resolves when the encoder has returned all that it can encode so far. */
  write(pcm: Buffer): Promise<void>;
  /** Resolves when the encoder has returned the rest. */
  end(): Promise<void>;
}

/** More than the longest text needs. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 600, fileBytes: 0 } as const;
/** An encoder that has returned nothing for this long waits for more input. */
const settledMs = 20;
/** An encoder buffers less audio than this: given more, it returns something. */
const keptSeconds = 0.4;
/** How long a busy machine may take to return it. */
const longestWaitMs = 2_000;
const endTimeoutMs = 30_000;

/** Options that write packets at once, and no header that would have to be corrected at the end. */
const streamed: Readonly<Partial<Record<AudioFormat, readonly string[]>>> = {
  mp3: ["-write_xing", "0", "-id3v2_version", "0"],
  // In microseconds; a second when absent.
  ogg: ["-page_duration", "100000"],
};

/**
 * One encoder for a whole stream; a WAV stream is PCM behind a header of unknown size.
 *
 * @throws DomainError `engine_unavailable`
 */
export async function openEncoder(options: EncoderOptions): Promise<StreamEncoder> {
  const { encoding, onBytes } = options;
  const { format, sampleRate } = encoding;
  if (format === "wav") onBytes(wavHeader(sampleRate, null));
  const isPcm = format === "wav" || format === "pcm";
  if (isPcm && sampleRate === speechRate) return passOn(onBytes);
  return openFfmpeg({ ...options, encoding: isPcm ? { ...encoding, format: "pcm" } : encoding });
}

const passOn = (onBytes: (bytes: Buffer) => void): StreamEncoder => ({
  write: (pcm) => Promise.resolve(onBytes(pcm)),
  end: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

async function openFfmpeg(options: EncoderOptions): Promise<StreamEncoder> {
  const { encoding, directory, signal } = options;
  const args = [
    ...["-probesize", "32", "-analyzeduration", "0", ...pcmInput(speechRate, "pipe:0")],
    ...[...codecArguments(encoding), ...(streamed[encoding.format] ?? []), "-flush_packets", "1", "pipe:1"],
  ];
  await grantFiles({ directory });
  signal.throwIfAborted();
  return encoderOf(startEngine({ program: "ffmpeg", args, directory, limits: engineLimits }), options);
}

function encoderOf(
  child: StartedEngine,
  { signal, onBytes }: Pick<EncoderOptions, "signal" | "onBytes">,
): StreamEncoder {
  const errors = collectErrors(child);
  const closed = once(child, "close").catch(() => undefined);
  const kill = (): void => killProcessGroup(child.pid);
  signal.addEventListener("abort", kill, { once: true });
  const requireExitCode = (exitCode: number | null): void => {
    signal.throwIfAborted();
    if (child.exitCode === exitCode && child.signalCode === null) return;
    throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${child.exitCode}. ${errors.text()}`);
  };
  const write = feed(child, onBytes);
  return {
    write: async (pcm) => {
      await write(pcm);
      requireExitCode(null);
    },
    end: async () => {
      child.stdin.end();
      const deadline = setTimeout(kill, endTimeoutMs);
      await closed;
      clearTimeout(deadline);
      requireExitCode(0);
    },
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener("abort", kill);
      kill();
      await closed;
    },
  };
}

/** Writes PCM, and waits until the encoder has returned what it makes of it. */
function feed({ stdin, stdout }: StartedEngine, onBytes: (bytes: Buffer) => void): (pcm: Buffer) => Promise<void> {
  let lastMs = Infinity;
  let waitingSeconds = 0;
  stdout.on("data", (bytes: Buffer) => {
    lastMs = performance.now();
    waitingSeconds = 0;
    onBytes(bytes);
  });
  // An encoder that ends early breaks the pipe; its exit code is what counts.
  stdin.on("error", () => undefined);
  return async (pcm) => {
    lastMs = Infinity;
    waitingSeconds += pcmSeconds(pcm.length, speechRate);
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    stdin.write(pcm, () => resolve());
    await taken;
    const deadline = performance.now() + (waitingSeconds < keptSeconds ? settledMs : longestWaitMs);
    while (performance.now() < Math.min(deadline, lastMs + settledMs)) await sleep(1);
  };
}
