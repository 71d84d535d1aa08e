import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineVoice,
  PcmFile,
  SynthesisEngine,
  SynthesizeOptions,
} from "#workers/speech/engine.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { pcmFromWav } from "#workers/speech/audio/wav.ts";
import { programStatus } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import {
  espeakLanguages,
  espeakPronounces,
  espeakVoiceName,
} from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { espeakText } from "#workers/speech/synthesis/phonemes/espeak-text.ts";

/** Its name is the engine of its voices in the catalogue. */
const espeakManifest: EngineManifest = {
  ...{ name: "espeak-ng", kind: "synthesis", languages: espeakLanguages, tier: "fallback", detectsLanguage: false },
  ...{ memoryMb: 8, requires: "The package espeak-ng of the operating system." },
};

export interface EspeakOptions {
  readonly timeoutMs?: number;
  /** Speech longer than this is `audio_too_long`. */
  readonly maxSeconds?: number;
}

/** Words per minute: the usual rate, and the slowest that espeak-ng has. Upwards its rate scales far enough. */
const usualWordsPerMinute = 175;
const slowestWordsPerMinute = 80;

/** 22,050 samples of 16 bits. */
const bytesPerSecond = 44_100;

/** It speaks into a pipe, but lays out 64 MiB of shared memory for a sound card that is not there. */
const engineLimits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 60, fileBytes: 64 * 1024 * 1024 } as const;

/** A voice keeps its accent in its own language (`en-gb`); in another one it keeps its variant only (`+f2`). */
const voiceArgument = (voice: EngineVoice, language: string): string => {
  const [base = "", variant] = voice.name.split("+");
  const accent = base.split("-")[0] === language ? base : espeakVoiceName(language);
  return variant === undefined ? accent : `${accent}+${variant}`;
};

/** The arguments that choose voice and rate, and how much slower than espeak-ng's slowest the caller wants it. */
const speakingArguments = ({ voice, language, speed }: SynthesizeOptions) => {
  const wordsPerMinute = usualWordsPerMinute * speed;
  const spoken = Math.round(Math.max(wordsPerMinute, slowestWordsPerMinute));
  return {
    args: ["-v", voiceArgument(voice, language), "-s", String(spoken)],
    tempo: Math.max(0.5, Math.min(1, wordsPerMinute / slowestWordsPerMinute)),
  };
};

interface Limits {
  readonly timeoutMs: number;
  readonly maxSeconds: number;
}

const run = async (args: readonly string[], synthesis: SynthesizeOptions, limits: Limits): Promise<PcmFile> => {
  const { text, directory, signal } = synthesis;
  const { timeoutMs, maxSeconds } = limits;
  const wavPath = join(directory, `espeak-${randomUUID()}.wav`);
  const { exitCode } = await runEngine("espeak-ng", [...args, "-b", "1", "--stdin", "--stdout"], {
    directory,
    limits: engineLimits,
    stdin: espeakText(text),
    signal,
    timeoutMs,
    maxOutputBytes: maxSeconds * bytesPerSecond,
    overflow: new DomainError("audio_too_long", undefined, { max_seconds: maxSeconds }),
    outputPath: wavPath,
  });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `espeak-ng ended with exit code ${exitCode}.`);
  const pcm = await pcmFromWav(wavPath, `${wavPath}.pcm`);
  await rm(wavPath);
  return pcm;
};

/** espeak-ng as a command: one process a text, which arrives by standard input. */
export const openEspeak = (options: EspeakOptions = {}): SynthesisEngine => {
  const limits = { timeoutMs: options.timeoutMs ?? 60_000, maxSeconds: options.maxSeconds ?? 3_600 };
  return {
    manifest: espeakManifest,
    segmentLetters: 1_500,
    canSpeak: espeakPronounces,
    async synthesize(synthesis) {
      const { language, signal } = synthesis;
      if (!espeakLanguages.includes(language)) throw new DomainError("language_unsupported");
      const { args, tempo } = speakingArguments(synthesis);
      const spoken = await run(args, synthesis, limits);
      if (tempo === 1) return spoken;
      return convertPcm(spoken, { path: `${spoken.path}.slow`, sampleRate: spoken.sampleRate, tempo, signal });
    },
    status: () => programStatus("espeak-ng"),
    close: () => Promise.resolve(),
  };
};
