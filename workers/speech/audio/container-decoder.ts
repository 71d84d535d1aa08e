import { once } from "node:events";
import { availableParallelism } from "node:os";
import { DomainError } from "#src/errors.ts";
import { streamArguments, type StreamedContainer } from "./ffmpeg-arguments.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { failedToConfine, grantFiles } from "#workers/speech/process/confinement.ts";
import { type StartedEngine, startEngine } from "#workers/speech/process/run-engine.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";

/** Decodes a stream of sound to mono while it comes. */
export interface StreamDecoder extends AsyncDisposable {
  write(bytes: Buffer): void;
  /** Bytes that were written and not taken yet. */
  readonly waiting: number;
  /** Resolves when all that was written is decoded. */
  end(): Promise<void>;
}

export interface ContainerOptions {
  /** Hz. */
  readonly outputRate: number;
  /** An existing private folder. */
  readonly directory: string;
  /** Takes the samples as they are decoded. */
  readonly onSamples: (samples: Int16Array) => void;
  /** Called once when the stream cannot be decoded: with `audio_unusable` where the sound is at fault, and with another error of this machine. */
  readonly onError: (error: unknown) => void;
}

/** So much is needed to tell a container. */
const headBytes = 12;
/** Hours of sound take seconds. */
const engineLimits = { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 600, fileBytes: 0 } as const;
const endTimeoutMs = 10_000;
const unknown = "The sound is in no container that can be read while it comes: WebM, Ogg, MP3, FLAC, WAV or ADTS.";
const unusable = (message: string): DomainError => new DomainError("audio_unusable", message);

/** The container that the first bytes announce; null where it is none of those that can be read while they come. */
function containerOf(head: Buffer): StreamedContainer | null {
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

interface Decoder {
  readonly options: ContainerOptions;
  /** The bytes that came before the container was known. */
  head: Buffer;
  waiting: number;
  child: Promise<StartedEngine> | null;
  isOver: boolean;
}

/** One confined ffmpeg for a stream, whose container its first bytes announce. */
export function openContainerDecoder(options: ContainerOptions): StreamDecoder {
  const decoder: Decoder = { options, head: Buffer.alloc(0), waiting: 0, child: null, isOver: false };
  return {
    write: (bytes) => {
      if (decoder.isOver) return;
      if (decoder.child !== null) return pass(decoder, bytes);
      decoder.head = Buffer.concat([decoder.head, bytes]);
      if (decoder.head.length >= headBytes) begin(decoder);
    },
    get waiting() {
      return decoder.waiting;
    },
    end: async () => {
      if (decoder.child === null && decoder.head.length > 0) fail(decoder, unusable(unknown));
      const running = await runningIn(decoder);
      if (running === null || decoder.isOver) return;
      const closed = once(running, "close").catch(() => undefined);
      const deadline = setTimeout(() => killProcessGroup(running.pid), endTimeoutMs);
      running.stdin.end();
      await closed;
      clearTimeout(deadline);
    },
    [Symbol.asyncDispose]: async () => {
      decoder.isOver = true;
      const running = await runningIn(decoder);
      if (running === null) return;
      const closed = once(running, "close").catch(() => undefined);
      killProcessGroup(running.pid);
      await closed;
    },
  };
}

/** Null where it was not started, or has ended. */
async function runningIn({ child }: Decoder): Promise<StartedEngine | null> {
  const running = await child?.catch(() => null);
  const isRunning = running?.exitCode === null && running.signalCode === null;
  return running !== undefined && isRunning ? running : null;
}

function fail(decoder: Decoder, error: unknown): void {
  if (!decoder.isOver) decoder.options.onError(error);
  decoder.isOver = true;
}

function begin(decoder: Decoder): void {
  const container = containerOf(decoder.head);
  if (container === null) return fail(decoder, unusable(unknown));
  decoder.child = start(container, decoder);
  decoder.child.catch((error: unknown) => fail(decoder, error));
  pass(decoder, decoder.head);
}

function pass(decoder: Decoder, bytes: Buffer): void {
  decoder.waiting += bytes.length;
  void decoder.child?.then(
    ({ stdin }) =>
      stdin.write(bytes, () => {
        decoder.waiting -= bytes.length;
      }),
    () => undefined,
  );
}

async function start(container: StreamedContainer, decoder: Decoder): Promise<StartedEngine> {
  const { outputRate, directory, onSamples } = decoder.options;
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
  const startedMs = performance.now();
  child.on("close", (exitCode, signal) => {
    if (exitCode === 0) return;
    const said = errors.text();
    // The limit of processor time kills as well, and is the fault of the sound. A kill before it came from outside.
    const cpuSecondsAtMost = ((performance.now() - startedMs) / 1000) * availableParallelism();
    const isKilled = signal !== null && cpuSecondsAtMost < engineLimits.cpuSeconds;
    // A program that cannot be started has a negative code.
    const isOurs = isKilled || Number(exitCode) < 0 || failedToConfine(said);
    const reason = `ffmpeg ended with ${signal ?? exitCode}. ${said}`;
    fail(
      decoder,
      isOurs ? new DomainError("engine_unavailable", reason) : unusable(`The sound cannot be decoded. ${said}`),
    );
  });
  return child;
}
