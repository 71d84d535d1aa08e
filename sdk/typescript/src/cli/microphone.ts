import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import type { Context } from "./context.ts";
import { firstInstalled, type Invocation } from "./installed.ts";
import { numberOf, UsageError } from "./usage-error.ts";

const sampleRate = 16_000;
const bytesPerSample = 2;
const headerBytes = 44;

const ffmpeg = (system: string, device: string): Invocation => [
  ...(["ffmpeg", "-loglevel", "error", "-nostdin", "-f", system, "-i", device] as const),
  ...["-ac", "1", "-ar", `${sampleRate}`, "-f", "s16le", "-"],
];
const sox: Invocation = [
  ...(["rec", "-q", "-t", "raw", "-b", "16", "-e", "signed", "-r", `${sampleRate}`, "-c", "1", "-"] as const),
];

/** Programs that write samples to their standard output: 16 bits, one channel. The best first. */
const recorders: readonly Invocation[] =
  process.platform === "darwin"
    ? [ffmpeg("avfoundation", ":default"), sox]
    : [
        ["arecord", "-q", "-t", "raw", "-f", "S16_LE", "-r", `${sampleRate}`, "-c", "1"],
        ffmpeg("pulse", "default"),
        sox,
      ];

/** Samples with the header of a WAV file. */
function wavOf(samples: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(headerBytes - 8 + samples.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const dayInSeconds = 86_400;

/** The value of `--seconds`. @throws UsageError */
export function secondsOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const count = numberOf("--seconds", seconds);
  if (count > 0 && count <= dayInSeconds) return count;
  throw new UsageError(`--seconds must be more than 0 and at most ${dayInSeconds}.`);
}

interface HearOptions {
  /** Without it, Enter ends the recording. */
  readonly seconds: number | undefined;
  /** Ends the recording, too. */
  readonly signal?: AbortSignal;
}

/**
 * Gives what the microphone of this machine hears, 16 kHz, to `listen`, until Enter is pressed or for so many seconds.
 * @throws UsageError where no recorder is installed, or it records nothing
 */
export async function hear(
  context: Context,
  { seconds, signal }: HearOptions,
  listen: (samples: Buffer) => void,
): Promise<void> {
  const recorder = await firstInstalled(context, recorders);
  if (recorder === undefined) {
    throw new UsageError("No recorder is installed. Install arecord, ffmpeg or SoX (rec).");
  }
  const [program, ...args] = recorder;
  const recording = spawn(program, args, { env: context.env, stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => void recording.kill("SIGINT");
  const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000);
  context.stderr.write(seconds === undefined ? "Recording. Press Enter to stop.\n" : `Recording ${seconds} seconds.\n`);
  if (seconds === undefined) context.stdin.once("data", stop).once("end", stop);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted === true) stop();
  let isSilent = true;
  recording.stdout.on("data", (samples: Buffer) => {
    isSilent = false;
    listen(samples);
  });
  try {
    const [complaint] = await Promise.all([buffer(recording.stderr), once(recording, "close")]);
    if (isSilent) throw new UsageError(`${program} recorded nothing. ${complaint.toString().trim()}`.trim());
  } finally {
    clearTimeout(timer);
    context.stdin.off("data", stop).off("end", stop).pause();
  }
}

/** Records as `hear` does. @throws UsageError */
export async function record(context: Context, seconds: number | undefined): Promise<File> {
  const samples: Buffer[] = [];
  await hear(context, { seconds }, (part) => samples.push(part));
  return new File([new Uint8Array(wavOf(Buffer.concat(samples)))], "microphone.wav");
}
