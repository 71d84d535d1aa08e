import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import sherpa from "sherpa-onnx-node";
import { z } from "zod";
import { languageOf } from "#workers/speech/recognition/whisper-codes.ts";
import type { HostModels, ReadText } from "#workers/speech/recognition/host-requests.ts";
import { type ModelKind, modelKind, type OfflineKind, type OnlineKind } from "./model-kinds.ts";
import { wordsOfTokens } from "#workers/speech/alignment/words-of-tokens.ts";

/** Reads samples, −1 to 1, in a language or `auto`; one call at a time. */
export type Reader = (samples: Float32Array, language: string) => Promise<ReadText>;

const sampleRate = 16_000;
const featConfig = { sampleRate, featureDim: 80 } as const;
const runtime = { numThreads: 1, provider: "cpu", debug: 0 } as const;
const tokensFile = "tokens.txt";
const usualLeastSamples = 0.5 * sampleRate;
/** A streaming model gives its last words when it has had some silence. */
const tailSeconds = 1;
/** Yields to the event loop after so many chunks of a streaming model. */
const chunksPerYield = 8;

/** The runtime's answer for a piece; the name of the probabilities differs. */
const result = z.object({
  text: z.string(),
  lang: z.string().default(""),
  tokens: z.array(z.string()).default([]),
  timestamps: z.array(z.number()).default([]),
  durations: z.array(z.number()).default([]),
  ys_log_probs: z.array(z.number()).default([]),
  ys_probs: z.array(z.number()).default([]),
});

/** The names of the files that a model of this kind consists of. */
export const filesOf = (kind: ModelKind): readonly string[] => [...kind.files, tokensFile];

/** @throws Error when it cannot be loaded. Some damaged models end the process instead. */
export async function loadModel({ loader, files }: HostModels): Promise<Reader> {
  const kind = modelKind(loader);
  if (kind === undefined) throw new Error(`there is no loader called ${loader}`);
  const pathOf = (file: string): string => files[file] ?? file;
  return kind.mode === "offline" ? openOffline(kind, pathOf) : openOnline(kind, pathOf);
}

type PathOf = (file: string) => string;

async function openOffline(kind: OfflineKind, pathOf: PathOf): Promise<Reader> {
  const configIn = (language: string) => ({
    featConfig,
    modelConfig: { ...kind.model(pathOf, language), tokens: pathOf(tokensFile), ...runtime },
  });
  let current = "auto";
  const recognizer = await sherpa.OfflineRecognizer.createAsync(configIn(current));
  return async (samples, language) => {
    if (kind.takesLanguage && language !== current) {
      recognizer.setConfig(configIn(language));
      current = language;
    }
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate, samples: filledUp(samples, kind.leastSamples ?? usualLeastSamples) });
    return textOf(await recognizer.decodeAsync(stream));
  };
}

function filledUp(samples: Float32Array, least: number): Float32Array {
  if (samples.length >= least) return samples;
  const filled = new Float32Array(least);
  filled.set(samples);
  return filled;
}

async function openOnline(kind: OnlineKind, pathOf: PathOf): Promise<Reader> {
  const modelConfig = { ...kind.model(pathOf), tokens: pathOf(tokensFile), ...runtime };
  const recognizer = new sherpa.OnlineRecognizer({
    ...{ featConfig, modelConfig },
    ...{ decodingMethod: "greedy_search", enableEndpoint: 0 },
  });
  const tail = new Float32Array(tailSeconds * sampleRate);
  return async (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate, samples });
    stream.acceptWaveform({ sampleRate, samples: tail });
    stream.inputFinished();
    for (let count = 1; recognizer.isReady(stream); count += 1) {
      recognizer.decode(stream);
      if (count % chunksPerYield === 0) await yieldToEventLoop();
    }
    return textOf(recognizer.getResult(stream));
  };
}

function textOf(answer: unknown): ReadText {
  const { text, lang, ys_log_probs, ys_probs, ...found } = result.parse(answer);
  const logProbs = ys_log_probs.length > 0 ? ys_log_probs : ys_probs;
  return { text, words: wordsOfTokens({ ...found, text, logProbs }), language: languageOf(lang) };
}
