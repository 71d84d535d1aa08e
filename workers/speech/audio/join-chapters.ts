import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "#src/errors.ts";
import { collectErrors } from "#workers/speech/process/collect-errors.ts";
import { grantFiles } from "#workers/speech/process/confinement.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";
import { startEngine } from "#workers/speech/process/run-engine.ts";
import { pcmInput } from "./convert-pcm.ts";
import { speechRate } from "./join-pcm.ts";

/** A chapter of a file that is being written. */
export interface AudioChapter {
  readonly title: string;
  /** Its length in seconds, with the pause behind it. */
  readonly seconds: number;
}

interface ChapteredFile {
  readonly title: string;
  /** Empty for none. */
  readonly author: string;
  readonly chapters: readonly AudioChapter[];
  readonly format: keyof typeof codecs;
}

interface JoinOptions {
  /** An existing private folder; the file stays in it. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** ffmpeg's arguments for one voice; `ipod` is MP4 as audiobooks have it, with chapters in both of its ways. */
const codecs = {
  m4b: ["-c:a", "aac", "-b:a", "64000", "-f", "ipod"],
  mp3: ["-c:a", "libmp3lame", "-b:a", "64000", "-id3v2_version", "3", "-f", "mp3"],
} as const;

/** More than a day of sound needs, which is encoded at more than fifty times its speed. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 3_600, fileBytes: 2 * 1024 * 1024 * 1024 } as const;

/** The signs that have a meaning in ffmpeg's file of metadata. */
const escaped = (text: string): string => text.replaceAll(/[=;#\\\n]/g, (sign) => `\\${sign}`);

/** The title and the chapters as ffmpeg reads them, in milliseconds. */
function metadataOf({ title, author, chapters }: ChapteredFile): string {
  const lines = [";FFMETADATA1", `title=${escaped(title)}`, `album=${escaped(title)}`, "genre=Audiobook"];
  if (author !== "") lines.push(`artist=${escaped(author)}`);
  let start = 0;
  for (const chapter of chapters) {
    const end = start + Math.round(chapter.seconds * 1_000);
    lines.push("[CHAPTER]", "TIMEBASE=1/1000", `START=${start}`, `END=${end}`, `title=${escaped(chapter.title)}`);
    start = end;
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Encodes PCM at 24 kHz as it comes to one file with chapters.
 * @returns its path
 * @throws DomainError `engine_unavailable`
 * @throws what reading the PCM throws, or the signal's reason when it is aborted
 */
export async function joinChapters(
  pcm: AsyncIterable<Buffer>,
  file: ChapteredFile,
  { directory, signal }: JoinOptions,
): Promise<string> {
  const [path, metadata] = [join(directory, `book.${file.format}`), join(directory, "chapters.txt")];
  await writeFile(metadata, metadataOf(file));
  await grantFiles({ directory, reads: [metadata], writes: [path] });
  signal.throwIfAborted();
  const args = [
    ...[...pcmInput(speechRate, "pipe:0"), "-f", "ffmetadata", "-i", "file:./chapters.txt"],
    ...["-map", "0:a", "-map_metadata", "1", "-map_chapters", "1", ...codecs[file.format]],
    ...["-y", `file:./book.${file.format}`],
  ];
  const child = startEngine({ program: "ffmpeg", args, directory, limits: engineLimits });
  const errors = collectErrors(child);
  const closed = once(child, "close").catch(() => undefined);
  const kill = (): void => killProcessGroup(child.pid);
  signal.addEventListener("abort", kill, { once: true });
  child.stdout.resume();
  // An encoder that ends early breaks the pipe; its exit code is what counts.
  const fed = await pipeline(Readable.from(pcm, { objectMode: false }), child.stdin).catch((error: unknown) => ({
    error,
  }));
  if (fed !== undefined && child.exitCode === null && !isBrokenPipe(fed.error)) kill();
  await closed;
  signal.removeEventListener("abort", kill);
  signal.throwIfAborted();
  if (fed !== undefined && !isBrokenPipe(fed.error)) throw fed.error;
  if (child.exitCode === 0 && fed === undefined) return path;
  throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${child.exitCode}. ${errors.text()}`);
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE");
