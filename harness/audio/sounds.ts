import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const headerBytes = 44;

type Bytes = Uint8Array<ArrayBuffer>;

/** The format that ffprobe finds in a file. */
export interface Probed {
  readonly formatName: string;
  readonly codec: string;
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

const probeAnswer = z.object({
  streams: z.array(z.object({ codec_name: z.string(), sample_rate: z.coerce.number() })).min(1),
  format: z.object({ format_name: z.string(), duration: z.coerce.number() }),
});

/** A WAV of 16-bit mono samples, each −1 to 1, `sampleAt` by its time in seconds. */
export function wav(seconds: number, sampleAt: (second: number) => number = () => 0, sampleRate = 16_000): Bytes {
  const samples = Math.round(seconds * sampleRate);
  const file = Buffer.alloc(headerBytes + 2 * samples);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(2 * sampleRate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(2 * samples, 40);
  for (let index = 0; index < samples; index += 1) {
    file.writeInt16LE(Math.round(32_767 * sampleAt(index / sampleRate)), headerBytes + 2 * index);
  }
  return Uint8Array.from(file);
}

/** A soft tone, in which there is nothing to recognise. */
export const tone = (seconds: number, hertz = 440): Bytes =>
  wav(seconds, (second) => 0.2 * Math.sin(2 * Math.PI * hertz * second));

/** An English sentence, spoken by one of flite's voices. */
export const speech = (text: string, voice = "rms"): Promise<Bytes> =>
  inFolder(async (folder) => {
    const path = join(folder, "speech.wav");
    await run("flite", ["-voice", voice, "-t", text, "-o", path]);
    return Uint8Array.from(await readFile(path));
  });

/** The sound in another container; ffmpeg takes it from the extension. `options` come before the output. */
export const encoded = (sound: Bytes, extension: string, options: readonly string[] = []): Promise<Bytes> =>
  inFolder(async (folder) => {
    const input = join(folder, "input");
    const output = join(folder, `output.${extension}`);
    await writeFile(input, sound);
    await run("ffmpeg", ["-v", "error", "-i", input, ...options, output]);
    return Uint8Array.from(await readFile(output));
  });

/** The sound as FLAC whose header says that it is one second long, at 16 kHz. */
export async function flacClaimingOneSecond(sound: Bytes): Promise<Bytes> {
  const file = Buffer.from(await encoded(sound, "flac"));
  // STREAMINFO is the first block: the number of samples is the 36 bits before the checksum (RFC 9639, section 8.2).
  file.writeUInt8(file.readUInt8(21) & 0xf0, 21);
  file.writeUInt32BE(16_000, 22);
  return Uint8Array.from(file);
}

/** Decodes the whole file, which fails when it is broken, and tells what it holds. */
export const probe = (sound: Uint8Array): Promise<Probed> =>
  inFolder(async (folder) => {
    const path = join(folder, "sound");
    await writeFile(path, sound);
    await run("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"]);
    const { stdout } = await run("ffprobe", ["-v", "error", "-show_streams", "-show_format", "-of", "json", path]);
    const { streams, format } = probeAnswer.parse(JSON.parse(stdout));
    const [stream] = streams;
    return {
      formatName: format.format_name,
      codec: stream?.codec_name ?? "",
      sampleRate: stream?.sample_rate ?? 0,
      durationSeconds: format.duration,
    };
  });

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "speech-sound-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
