import { rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { nameIn } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import type { ProcessResult } from "#workers/speech/process/run-process.ts";
import {
  channelFacts,
  countArguments,
  decodeArguments,
  type OneChannel,
  type SoundFacts,
  soundFacts,
  type SourceContainer,
} from "./ffmpeg-arguments.ts";

export interface AudioSource {
  readonly path: string;
  /** As its bytes show it; ffmpeg is not asked for its opinion. */
  readonly container: SourceContainer;
}

export interface DecodeOptions {
  /** An existing private folder that holds the source; the result is written into it. */
  readonly directory: string;
  /** Longer audio is refused, or a longer part where one is chosen. */
  readonly maxSeconds: number;
  /** The part that is decoded, in seconds of the recording: from its beginning and to its end when absent. */
  readonly startSeconds?: number;
  readonly endSeconds?: number | null;
  readonly signal: AbortSignal;
  /** Hz, default 16,000. */
  readonly sampleRate?: number;
  /** A new file in the folder, for the same sound as FLAC, with silence before a part that begins later. Default: none. */
  readonly flac?: string | null;
  /** True evens out what is loud and quiet, for recognition; the FLAC stays as it was. Default: false. */
  readonly isLevelled?: boolean;
  /** The channel to decode alone, as `countChannels` has counted them; the FLAC gets all. Null, the default, mixes them. */
  readonly channel?: OneChannel | null;
  /** Wall time, default 120 s. */
  readonly timeoutMs?: number;
  /** Processor time, default 60 s. */
  readonly maxCpuSeconds?: number;
  /** Address space of the decoder, default 512 MiB. */
  readonly maxMemoryBytes?: number;
}

/** The decoded sound, and what may be wrong with the recording as it was sent. */
export type DecodedAudio = PcmFile & Omit<SoundFacts, "isCancelled">;

/** Hz, what recognisers and the analysis of voices want. */
const usualSampleRate = 16_000;
const bytesPerSample = 2;

/** So much of the audio beyond the limit is decoded, so that "longer" is seen and not guessed. */
const excessSeconds = 2;

/** Bytes of FLAC for a second of silence in a channel, at most. */
const silentBytes = 200;

/** Nothing that was recorded has fewer samples in a second; a header that says so makes gigabytes of a small file. */
const minSampleRate = 4000;

const unusable = (message: string): DomainError => new DomainError("audio_unusable", message);

/**
 * Decodes the first audio stream of a hostile file to mono in `directory`/`decoded.raw`; of two channels that would cancel each
 * other the second is turned over. What the headers say about
 * the length does not matter: the decoded length is the truth.
 *
 * @throws DomainError `audio_unusable` (with the reason in plain words), `audio_too_long` with `max_seconds`,
 * `engine_unavailable` without ffmpeg, `unavailable` when the disk is full or the decoder was killed from outside
 * @throws the signal's reason when it is aborted
 */
export async function decodeAudio(source: AudioSource, options: DecodeOptions): Promise<DecodedAudio> {
  const path = join(options.directory, "decoded.raw");
  const { sampleRate = usualSampleRate } = options;
  try {
    const printed = await decodeInto(path, source, { ...options, isInverted: false });
    const { isCancelled, ...facts } = soundFacts(printed);
    if (isCancelled) await decodeInto(path, source, { ...options, isInverted: true });
    const durationSeconds = (await decodedBytes(path)) / bytesPerSample / sampleRate;
    if (durationSeconds === 0) throw unusable(emptyText(options, "The file contains no audio that can be decoded."));
    if (durationSeconds > options.maxSeconds) {
      throw new DomainError("audio_too_long", undefined, { max_seconds: options.maxSeconds });
    }
    return { path, sampleRate, durationSeconds, ...facts };
  } catch (error) {
    await Promise.all([path, ...flacOf(options)].map((file) => rm(file, { force: true })));
    throw error;
  }
}

/** The reason why there is no sound: a part that begins behind the end, or that of a whole recording. */
const emptyText = ({ startSeconds = 0 }: DecodeOptions, whole: string): string =>
  startSeconds === 0 ? whole : `The recording has no sound after second ${startSeconds}, where the part of it begins.`;

/** The second at which reading ends. */
const stopOf = ({ startSeconds = 0, endSeconds, maxSeconds }: DecodeOptions): number =>
  Math.min(endSeconds ?? Infinity, startSeconds + maxSeconds + excessSeconds);

const flacOf = ({ flac = null }: DecodeOptions): readonly string[] => (flac === null ? [] : [flac]);

/** The facts about the channels of a recording. */
export interface CountedChannels extends Pick<DecodedAudio, "isQuiet" | "isClipped"> {
  readonly channels: number;
}

/**
 * Counts the channels of the first audio stream of a hostile file, and measures the loudest of them. Nothing is written.
 * @throws as `decodeAudio`
 */
export async function countChannels(source: AudioSource, options: DecodeOptions): Promise<CountedChannels> {
  const input = { input: nameIn(options.directory, source.path), container: source.container };
  const part = { startSeconds: options.startSeconds ?? 0, stopSeconds: stopOf(options) };
  const args = countArguments({ ...input, ...part });
  const { channels, ...facts } = channelFacts(await runDecoder(source, args, { ...options, writes: [], fileBytes: 0 }));
  if (channels === null) {
    throw unusable(emptyText(options, "The file contains no audio, or the number of its channels changes."));
  }
  return { channels, ...facts };
}

/** @returns what ffmpeg printed */
function decodeInto(
  output: string,
  source: AudioSource,
  options: DecodeOptions & { readonly isInverted: boolean },
): Promise<string> {
  const { directory, sampleRate = usualSampleRate, isLevelled = false, isInverted, channel = null } = options;
  const { startSeconds = 0 } = options;
  const stopSeconds = stopOf(options);
  const maxOutputBytes = Math.ceil((options.maxSeconds + excessSeconds) * bytesPerSample * sampleRate);
  const maxFlacBytes = maxOutputBytes + Math.ceil(startSeconds * silentBytes);
  const [flac = null] = flacOf(options).map((file) => nameIn(directory, file));
  const files = { input: nameIn(directory, source.path), output: nameIn(directory, output), flac };
  const mixing = { sampleRate, isLevelled, isInverted, channel };
  const bounds = { startSeconds, stopSeconds, maxOutputBytes, maxFlacBytes };
  const args = decodeArguments({ ...files, container: source.container, ...mixing, ...bounds });
  // A block of the output more than ffmpeg's own limit, which ends in a good file where this one ends in an error.
  const fileBytes = maxFlacBytes * (channel?.count ?? 1) + 65_536;
  return runDecoder(source, args, { ...options, writes: [output, ...flacOf(options)], fileBytes });
}

/** @returns what ffmpeg printed */
async function runDecoder(
  source: AudioSource,
  args: readonly string[],
  options: DecodeOptions & { readonly writes: readonly string[]; readonly fileBytes: number },
): Promise<string> {
  const { directory, signal, timeoutMs = 120_000, maxCpuSeconds = 60, maxMemoryBytes = 512 * 1024 * 1024 } = options;
  const limits = { memoryBytes: maxMemoryBytes, cpuSeconds: maxCpuSeconds, fileBytes: options.fileBytes };
  const grants = { directory, reads: [source.path], writes: options.writes, limits };
  const run = { ...grants, signal, timeoutMs, maxOutputBytes: 1024 };
  const started = performance.now();
  const result = await runEngine("ffmpeg", args, run).catch((error: unknown) => {
    const isTooSlow = error instanceof DomainError && error.code === "engine_timeout";
    throw isTooSlow ? unusable("The file takes too long to decode.") : error;
  });
  const cpuSecondsAtMost = ((performance.now() - started) / 1000) * availableParallelism();
  // The limit of processor time kills as well, and is the fault of the file. A kill before it came from outside.
  if (result.signal === "SIGKILL" && cpuSecondsAtMost < maxCpuSeconds) throw new DomainError("unavailable");
  judge(result);
  return result.stderr;
}

const unknownFormat = "The audio format in the file is not supported.";

/** The messages of ffmpeg, and what each means to the one who sent the file. */
const complaints: readonly (readonly [RegExp, string])[] = [
  [/max_streams/, "The file has too many streams."],
  [/matches no streams|does not contain any stream/, "The file contains no audio."],
  [/not on whitelist|no decoder/, unknownFormat],
  [/Decoder [^D\n]*not found/, unknownFormat],
  [
    /Invalid data found|Error opening input|End of file/,
    "The file is damaged, or its format is not the one that its first bytes announce.",
  ],
];

/** The faults of the machine, which say nothing about the file. */
const outage = /: (?:No space left on device|Disk quota exceeded|Input\/output error)$/m;

function judge({ exitCode, stderr }: ProcessResult): void {
  if (exitCode !== 0) {
    if (outage.test(stderr)) throw new DomainError("unavailable");
    const complaint = complaints.find(([pattern]) => pattern.test(stderr));
    throw unusable(complaint?.[1] ?? "The file cannot be decoded.");
  }
  const rate = /^\[graph_.{1,200} samplerate:(\d+)/m.exec(stderr)?.[1];
  if (rate !== undefined && Number(rate) < minSampleRate) {
    throw unusable(`The audio has ${rate} samples per second; at least ${minSampleRate} are required.`);
  }
}

async function decodedBytes(path: string): Promise<number> {
  const file = await stat(path).catch(() => null);
  return file?.size ?? 0;
}
