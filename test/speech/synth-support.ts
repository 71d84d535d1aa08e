import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExecutionContext } from "ava";
import type { EngineVoice, PcmFile, SynthesizeOptions } from "#workers/speech/engine.ts";

const run = promisify(execFile);

/** A private folder that is gone when the test is over. */
export const privateFolder = async (t: ExecutionContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "speech-test-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** A signal that is never aborted. */
export const calm = (): AbortSignal => new AbortController().signal;

export const fliteVoice: EngineVoice = { engine: "flite", name: "rms", profile: null };

export const espeakVoice: EngineVoice = { engine: "espeak-ng", name: "en-us", profile: null };

/** English at its usual speed, but for what is said otherwise. */
export const saying = (
  text: string,
  options: Partial<SynthesizeOptions> & { readonly directory: string },
): SynthesizeOptions => ({ text, voice: fliteVoice, language: "en", speed: 1, signal: calm(), ...options });

/** The samples of PCM, −1 to 1. */
export const readSamples = async (pcm: PcmFile): Promise<Float32Array> => {
  const bytes = await readFile(pcm.path);
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);
};

/** The loudest sample, 0 to 1. */
export const peakOf = async (pcm: PcmFile): Promise<number> =>
  (await readSamples(pcm)).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

/** The integrated loudness and the true peak as ffmpeg measures them. */
export async function measuredByFfmpeg(path: string): Promise<{ readonly lufs: number; readonly truePeakDb: number }> {
  const args = ["-hide_banner", "-nostats", "-i", path, "-filter:a", "ebur128=peak=true", "-f", "null", "-"];
  const { stderr } = await run("ffmpeg", args);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const numberAfter = (found: RegExpExecArray | null): number => Number(found?.[1] ?? Number.NaN);
  return {
    lufs: numberAfter(/I: +(-[\d.]+) LUFS/.exec(summary)),
    truePeakDb: numberAfter(/Peak: +(-?[\d.]+) dBFS/.exec(summary)),
  };
}
