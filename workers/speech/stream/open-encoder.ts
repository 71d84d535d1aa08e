import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#src/errors.ts";
import { type AudioFormat, codecArguments, type Encoding } from "#workers/speech/encode/codecs.ts";
import { speechRate } from "#workers/speech/encode/join-pcm.ts";
import { pcmSeconds, wavHeader } from "#workers/speech/encode/wav.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { confine, grantFiles } from "#workers/speech/process/confinement.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";

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
  /** Resolves when what can be encoded of it was passed on. */
  write(pcm: Buffer): Promise<void>;
  /** Passes on the rest. */
  end(): Promise<void>;
}

/** So many hours of speech that none are left. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 600, fileBytes: 0 } as const;
/** When nothing more has come from the encoder for so long, it waits for more itself. */
const settledMs = 20;
/** It keeps less than so much, in seconds of sound: of more, something comes. */
const keptSeconds = 0.4;
/** On a busy machine. */
const longestWaitMs = 2_000;
const endTimeoutMs = 30_000;

/** Each packet is passed on at once, without a header that would have to be corrected at the end. */
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
    ...["-hide_banner", "-loglevel", "error", "-filter_threads", "1", "-probesize", "32", "-analyzeduration", "0"],
    ...["-f", "s16le", "-ar", String(speechRate), "-ac", "1", "-i", "pipe:0", "-threads", "1"],
    ...[...codecArguments(encoding), ...(streamed[encoding.format] ?? []), "-flush_packets", "1", "pipe:1"],
  ];
  const command = confine({ program: "ffmpeg", args, directory, limits: engineLimits });
  await grantFiles({ directory });
  signal.throwIfAborted();
  const { file, cwd, env } = command;
  return encoderOf(spawn(file, command.args, { detached: true, cwd, env, stdio: "pipe" }), options);
}

function encoderOf(
  child: ChildProcessWithoutNullStreams,
  { signal, onBytes }: Pick<EncoderOptions, "signal" | "onBytes">,
): StreamEncoder {
  const errors = collectErrors(child);
  const closed = once(child, "close").catch(() => undefined);
  const kill = (): void => killProcessGroup(child.pid);
  signal.addEventListener("abort", kill, { once: true });
  const requireSound = (exitCode: number | null): void => {
    signal.throwIfAborted();
    if (child.exitCode === exitCode && child.signalCode === null) return;
    throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${child.exitCode}. ${errors.text()}`);
  };
  const write = feed(child, onBytes);
  return {
    write: async (pcm) => {
      await write(pcm);
      requireSound(null);
    },
    end: async () => {
      child.stdin.end();
      const deadline = setTimeout(kill, endTimeoutMs);
      await closed;
      clearTimeout(deadline);
      requireSound(0);
    },
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener("abort", kill);
      kill();
      await closed;
    },
  };
}

/** Writes PCM, and waits until what comes of it has come. */
function feed(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  onBytes: (bytes: Buffer) => void,
): (pcm: Buffer) => Promise<void> {
  let lastMs = Infinity;
  let waitingSeconds = 0;
  stdout.on("data", (bytes: Buffer) => {
    lastMs = performance.now();
    waitingSeconds = 0;
    onBytes(bytes);
  });
  // How it has ended is told by its exit code.
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
