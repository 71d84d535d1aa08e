import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { TimeSpan } from "#workers/speech/engine.ts";
import { nameIn } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";

export interface MuteOptions {
  /** The folder of the file, in which the new one is made. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The times of words are estimates, so more is muted around each span, in seconds. */
const margin = 0.15;
/** ffmpeg mutes whole frames: so many samples, 10 ms at 16 kHz. */
const frameSamples = 160;
/** The spans of a command, whose length is limited; beyond it all between the first and the last is muted. */
const mostSpans = 2_000;

const limits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 600, fileBytes: 2 * 1024 * 1024 * 1024 } as const;
const timeoutMs = 600_000;

/** Spans with their margin, in order, those that touch joined. */
function joinedSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const [from, to] = [Math.max(0, start - margin), end + margin];
    const last = joined.at(-1);
    if (last !== undefined && from <= last.end) last.end = Math.max(last.end, to);
    else joined.push({ start: from, end: to });
  }
  const [first, last] = [joined[0], joined.at(-1)];
  return joined.length > mostSpans && first !== undefined && last !== undefined
    ? [{ start: first.start, end: last.end }]
    : joined;
}

/**
 * A FLAC file with silence in some of its parts, in a new file. All of its channels are muted.
 *
 * @throws DomainError `engine_unavailable` when ffmpeg fails, `engine_timeout` when it takes too long
 */
export async function muteFlac(
  path: string,
  spans: readonly TimeSpan[],
  { directory, signal }: MuteOptions,
): Promise<string> {
  const output = join(directory, `muted-${randomUUID()}.flac`);
  const times = joinedSpans(spans).map(({ start, end }) => `between(t,${start.toFixed(3)},${end.toFixed(3)})`);
  const filter = `asetnsamples=n=${frameSamples}:p=0,volume=volume=0:enable='${times.join("+")}'`;
  const command = [
    ...["-nostdin", "-hide_banner", "-loglevel", "error", "-filter_threads", "1", "-threads", "1", "-f", "flac"],
    ...["-i", `file:${nameIn(directory, path)}`, "-af", filter, "-map_metadata", "-1", "-fflags", "+bitexact"],
    ...["-frame_size", "4096", "-c:a", "flac", "-f", "flac", "-y", `file:${nameIn(directory, output)}`],
  ];
  const { exitCode } = await runEngine("ffmpeg", command, {
    ...{ directory, reads: [path], writes: [output], limits, yields: true },
    ...{ signal, timeoutMs, maxOutputBytes: 65_536 },
  });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${exitCode}.`);
  return output;
}
