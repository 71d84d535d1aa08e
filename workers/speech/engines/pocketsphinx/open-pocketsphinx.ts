import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import { joinSegments } from "#workers/speech/alignment/join-segments.ts";
import {
  defaultModelDirectory,
  pocketsphinxProgram,
  runPocketsphinx,
} from "#workers/speech/alignment/run-pocketsphinx.ts";
import { clampTimes, type TimedTranscriptWord } from "#workers/speech/alignment/transcript-words.ts";
import type { Piece } from "#workers/speech/audio/piece.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "#workers/speech/engine.ts";
import { programStatus } from "#workers/speech/process/confinement.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/process/fair-slots.ts";
import { parallelMap } from "#workers/speech/process/parallel-map.ts";
import { cutPieces } from "#workers/speech/recognition/cut-pieces.ts";
import { type Detect, findSpeech } from "#workers/speech/recognition/find-speech.ts";
import { evened } from "#workers/speech/recognition/even-level.ts";
import { openPcmSource } from "#workers/speech/recognition/pcm-source.ts";
import type { VadHost } from "#workers/speech/recognition/vad-host.ts";
import { readWord } from "./read-word.ts";

export interface PocketsphinxOptions {
  /** Decoders that run side by side; one uses one core and about 100 MB. */
  readonly processes: number;
  /** Holds `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`; default: where Debian puts them. */
  readonly modelDirectory?: string;
  /** A folder that is emptied when the worker starts; private folders are made in it. Default: the system's. */
  readonly directory?: string;
  /** Finds speech, so that none is heard in noise and music; without it all that is no silence is decoded. */
  readonly speech?: VadHost;
  /** A decoder is killed this long after it began: a base, which covers the loading of its models, and a share of the audio. */
  readonly deadline?: { readonly baseMs: number; readonly perAudioSecondMs: number };
}

export const pocketsphinxManifest: EngineManifest = {
  name: "pocketsphinx",
  kind: "recognition",
  languages: ["en"],
  tier: "fallback",
  detectsLanguage: false,
  memoryMb: 100,
  requires: "The packages pocketsphinx and pocketsphinx-en-us.",
};

/** Hz. */
const sampleRate = 16_000;
const defaultDeadline = { baseMs: 20_000, perAudioSecondMs: 5000 };
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 600 } as const;
const modelFiles = { acoustic: "en-us", language: "en-us.lm.bin", dictionary: "cmudict-en-us.dict" } as const;

/** A sound that is nowhere louder than this, of 32,768, is a pause. */
const audible = 100;
/** Pauses are looked for in parts of this length. */
const partSamples = 0.5 * sampleRate;
const maxPieceSamples = 24 * sampleRate;

interface Reader extends Pick<PocketsphinxOptions, "speech"> {
  readonly slots: FairSlots;
  readonly directory: string;
  readonly modelDirectory: string;
  readonly deadline: NonNullable<PocketsphinxOptions["deadline"]>;
  /** Pieces of one file that are in work at a time. */
  readonly piecesAtOnce: number;
  readonly closing: AbortSignal;
}

/**
 * English recognition with CMU PocketSphinx and its US English model, for machines without better ones. A decoder runs for
 * each piece of at most 24 s; a fair queue over accounts starts them. What a file gives depends on that file alone.
 */
export function openPocketsphinx(options: PocketsphinxOptions): RecognitionEngine {
  const { processes, modelDirectory = defaultModelDirectory, deadline = defaultDeadline } = options;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const reader: Reader = {
    ...{ slots: openFairSlots(processes), directory: options.directory ?? tmpdir(), modelDirectory, deadline },
    ...{ piecesAtOnce: processes, closing: closing.signal, ...(options.speech && { speech: options.speech }) },
  };
  return {
    manifest: pocketsphinxManifest,
    status: () => statusOf(modelDirectory),
    transcribe: (audio, request) => {
      const transcription = transcribe(reader, audio, request);
      running.add(transcription);
      return transcription.finally(() => running.delete(transcription));
    },
    close: async () => {
      closing.abort(new DomainError("engine_unavailable"));
      await Promise.allSettled(running);
    },
  };
}

function statusOf(modelDirectory: string): EngineStatus {
  const absent = Object.values(modelFiles).find((file) => !existsSync(join(modelDirectory, file)));
  if (absent === undefined) return programStatus(pocketsphinxProgram);
  const advice = "Install it with: apt-get install -y pocketsphinx pocketsphinx-en-us";
  return { state: "unavailable", reason: `The speech model ${join(modelDirectory, absent)} is missing. ${advice}` };
}

async function transcribe(reader: Reader, audio: PcmFile, options: RecognizeOptions): Promise<Recognition> {
  if (!pocketsphinxManifest.languages.includes(options.language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The decoder takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  const { state, reason } = statusOf(reader.modelDirectory);
  if (state === "unavailable") throw new DomainError("engine_unavailable", reason);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, reader.closing, stop.signal]);
  signal.throwIfAborted();
  const owner = { account: options.account ?? randomUUID(), file: audio };
  await using source = await openPcmSource(audio.path);
  let readSamples = 0;
  const readPiece = async (piece: Piece): Promise<readonly TimedTranscriptWord[]> => {
    const { from, to } = piece;
    const samples = evened(await source.read(from, to), piece);
    const words = await reader.slots.run(owner, () => decode(reader, samples, signal), signal);
    readSamples += to - from;
    options.onProgress?.(Math.min(99, Math.floor((100 * readSamples) / source.length)));
    return words.map((word) => ({ ...word, start: word.start + from / sampleRate, end: word.end + from / sampleRate }));
  };
  const speech = await reader.speech?.find({ source, owner, signal });
  const pieces = cutPieces(source, speech ?? findSpeech(source, findSound), maxPieceSamples);
  const found = await parallelMap(pieces, { concurrency: reader.piecesAtOnce, stop, signal }, readPiece);
  options.onProgress?.(100);
  const timed = clampTimes(found.flat(), audio.durationSeconds);
  const words = timed.map(({ written: word, start, end, confidence }) => ({ word, start, end, confidence }));
  return {
    text: words.map(({ word }) => word).join(" "),
    segments: joinSegments(words),
    words,
    model: pocketsphinxManifest.name,
    confidenceSource: "model",
  };
}

/** The parts of some samples that are no pause. */
const findSound: Detect = (samples) => {
  const ranges: [number, number][] = [];
  for (let from = 0; from < samples.length; from += partSamples) {
    const part = samples.subarray(from, from + partSamples);
    if (part.some((sample) => Math.abs(sample) > audible)) ranges.push([from, from + part.length]);
  }
  return Promise.resolve({ ranges, isOpen: true });
};

/** The words of some samples, with times from their beginning in seconds. */
async function decode(
  { directory: parent, modelDirectory, deadline }: Reader,
  samples: Int16Array,
  signal: AbortSignal,
): Promise<readonly TimedTranscriptWord[]> {
  const directory = await mkdtemp(join(parent, "pocketsphinx-"));
  try {
    const result = await runPocketsphinx({
      ...{ samples, modelDirectory, directory, signal, result: "-ctm", limits: engineLimits },
      args: ["-lm", join(modelDirectory, modelFiles.language), "-dict", join(modelDirectory, modelFiles.dictionary)],
      timeoutMs: deadline.baseMs + (deadline.perAudioSecondMs * samples.length) / sampleRate,
    });
    return result.split("\n").flatMap((line) => readWord(line) ?? []);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
