import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineVoice,
  FormantProfile,
  PcmFile,
  SynthesisEngine,
  SynthesisOptions,
} from "#workers/speech/engine.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { pcmFromWav } from "#workers/speech/audio/wav.ts";
import { nameIn, programStatus } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import {
  espeakLanguages,
  espeakPronounces,
  espeakVoiceName,
} from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { espeakText } from "#workers/speech/synthesis/phonemes/espeak-text.ts";
import { profileVariant, writeProfileData } from "./profile-data.ts";

/** Its name is the engine of its voices in the catalogue. */
const espeakManifest: EngineManifest = {
  ...{ name: "espeak-ng", kind: "synthesis", languages: espeakLanguages, tier: "fallback", detectsLanguage: false },
  ...{ memoryMb: 8, requires: "The package espeak-ng of the operating system." },
};

export interface EspeakOptions {
  /** The folder of `phontab` and the dictionaries; default: the one that `espeak-ng --version` names. */
  readonly dataDirectory?: string;
  readonly timeoutMs?: number;
  /** Speech longer than this is `audio_too_long`. */
  readonly maxSeconds?: number;
}

/** Words per minute: of a voice without a profile, and the slowest espeak-ng has. Upwards its rate scales far enough. */
const usualWordsPerMinute = 175;
const slowestWordsPerMinute = 80;

/** 22,050 samples of 16 bits. */
const bytesPerSecond = 44_100;

/** It speaks into a pipe, but lays out 64 MiB of shared memory for a sound card that is not there. */
const engineLimits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 60, fileBytes: 64 * 1024 * 1024 } as const;

const findDataDirectory = async ({ directory: folder, signal }: SynthesisOptions): Promise<string> => {
  const run = { directory: folder, limits: engineLimits, signal, timeoutMs: 5_000, maxOutputBytes: 4_096 };
  const { stdout } = await runEngine("espeak-ng", ["--version"], run);
  const directory = /Data at: (.+)$/m.exec(stdout.toString("utf8"))?.[1]?.trim();
  if (directory === undefined)
    throw new DomainError("engine_unavailable", "espeak-ng does not say where its data lies.");
  return directory;
};

/** Null for a voice without one, and for one of another engine. */
const formantProfile = ({ profile }: EngineVoice): FormantProfile | null =>
  profile === null || profile.kind === "style" ? null : profile;

/** A voice keeps its accent in its own language (`en-gb`); in another one it keeps its variant only (`+f2`). */
const voiceArgument = (voice: EngineVoice, language: string): string => {
  const [base = "", variant] = voice.name.split("+");
  const accent = base.split("-")[0] === language ? base : espeakVoiceName(language);
  const timbre = formantProfile(voice) === null ? variant : profileVariant;
  return timbre === undefined ? accent : `${accent}+${timbre}`;
};

/** The arguments that choose voice and rate, and how much slower than espeak-ng's slowest the caller wants it. */
const speakingArguments = ({ voice, language, speed }: SynthesisOptions) => {
  const wordsPerMinute = (formantProfile(voice)?.wordsPerMinute ?? usualWordsPerMinute) * speed;
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

const run = async (args: readonly string[], synthesis: SynthesisOptions, limits: Limits): Promise<PcmFile> => {
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

/**
 * espeak-ng as a command: one process a text, which arrives by standard input. A voice's profile is spoken by a private
 * copy of the data directory, made of links and gone with the call.
 */
export const openEspeak = (options: EspeakOptions = {}): SynthesisEngine => {
  const limits = { timeoutMs: options.timeoutMs ?? 60_000, maxSeconds: options.maxSeconds ?? 3_600 };

  const runWithProfile = async (args: readonly string[], profile: FormantProfile, synthesis: SynthesisOptions) => {
    const root = join(synthesis.directory, `espeak-data-${randomUUID()}`);
    try {
      await writeProfileData(root, options.dataDirectory ?? (await findDataDirectory(synthesis)), profile);
      return await run([`--path=${nameIn(synthesis.directory, root)}`, ...args], synthesis, limits);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  };

  return {
    manifest: espeakManifest,
    segmentLetters: 1_500,
    canSpeak: espeakPronounces,
    async synthesize(synthesis) {
      const { voice, language, signal } = synthesis;
      if (!espeakLanguages.includes(language)) throw new DomainError("language_unsupported");
      const { args, tempo } = speakingArguments(synthesis);
      const profile = formantProfile(voice);
      const spoken = profile ? await runWithProfile(args, profile, synthesis) : await run(args, synthesis, limits);
      if (tempo === 1) return spoken;
      return convertPcm(spoken, { path: `${spoken.path}.slow`, sampleRate: spoken.sampleRate, tempo, signal });
    },
    status: () => programStatus("espeak-ng"),
    close: () => Promise.resolve(),
  };
};
