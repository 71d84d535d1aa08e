import { once } from "node:events";
import { DomainError } from "#src/errors.ts";
import { type AudioFormat, codecArguments, type Encoding } from "./codecs.ts";
import { pcmInput } from "./convert-pcm.ts";
import { speechRate } from "./join-pcm.ts";
import { pcmSeconds, wavHeader } from "./wav.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { grantFiles } from "#workers/speech/process/confinement.ts";
import { type StartedEngine, startEngine } from "#workers/speech/process/run-engine.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";
import { type EncodedPart, heldSeconds, openFrameReader } from "./encoded-frames.ts";

export interface EncoderOptions {
  readonly encoding: Encoding;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Takes what is encoded, in order, with the place of its sound. */
  readonly onPart: (part: EncodedPart) => void;
}

/** Encodes PCM at 24 kHz as it comes. */
export interface StreamEncoder extends AsyncDisposable {
  /** Resolves when the encoder has returned all but what it holds back until there is more. */
  write(pcm: Buffer): Promise<void>;
  /** Resolves when the encoder has returned the rest. */
  end(): Promise<void>;
}

/** More than the longest text needs. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 600, fileBytes: 0 } as const;
/** The stream goes on after this time even where an encoder of another version holds more back. */
const longestWaitMs = 10_000;
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
  const { encoding, onPart } = options;
  const { format, sampleRate } = encoding;
  if (format === "wav") onPart({ content: wavHeader(sampleRate, null), start: 0 });
  const isPcm = format === "wav" || format === "pcm";
  if (isPcm && sampleRate === speechRate) return passOn(onPart);
  return openFfmpeg({ ...options, encoding: isPcm ? { ...encoding, format: "pcm" } : encoding });
}

function passOn(onPart: EncoderOptions["onPart"]): StreamEncoder {
  let start = 0;
  return {
    write: (pcm) => {
      onPart({ content: pcm, start });
      start += pcmSeconds(pcm.length, speechRate);
      return Promise.resolve();
    },
    end: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

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
  { encoding, signal, onPart }: Omit<EncoderOptions, "directory">,
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
  const input = feed(child, { encoding, closed, onPart });
  return {
    write: async (pcm) => {
      await input.write(pcm);
      requireExitCode(null);
    },
    end: async () => {
      child.stdin.end();
      const deadline = setTimeout(kill, endTimeoutMs);
      await closed;
      clearTimeout(deadline);
      requireExitCode(0);
      input.rest();
    },
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener("abort", kill);
      kill();
      await closed;
    },
  };
}

interface Feed {
  /** Resolves when the encoder has returned what it makes of the PCM, or has ended. */
  write(pcm: Buffer): Promise<void>;
  /** Passes on what belongs to no complete frame. */
  rest(): void;
}

function feed(
  { stdin, stdout }: StartedEngine,
  { encoding, closed, onPart }: Pick<EncoderOptions, "encoding" | "onPart"> & { readonly closed: Promise<unknown> },
): Feed {
  const frames = openFrameReader(encoding.format, encoding.sampleRate);
  const held = heldSeconds(encoding);
  let written = 0;
  let advanced = Promise.withResolvers<void>();
  const advance = (): void => {
    advanced.resolve();
    advanced = Promise.withResolvers();
  };
  stdout.on("data", (bytes: Buffer) => {
    for (const part of frames.push(bytes)) onPart(part);
    advance();
  });
  // An encoder that ends early breaks the pipe; its exit code is what counts.
  stdin.on("error", () => undefined);
  return {
    write: async (pcm) => {
      written += pcmSeconds(pcm.length, speechRate);
      stdin.write(pcm);
      const waiting = new AbortController();
      const end = (): void => {
        waiting.abort();
        advance();
      };
      const timer = setTimeout(end, longestWaitMs);
      void closed.then(end);
      while (!waiting.signal.aborted && frames.end < written - held) await advanced.promise;
      clearTimeout(timer);
    },
    rest: () => frames.rest().forEach(onPart),
  };
}
