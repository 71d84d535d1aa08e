import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { PcmFile, StyleProfile } from "#workers/speech/engine.ts";
import type { Description, VoiceFeatures } from "./analysis-requests.ts";
import { filterOf, gainsBetween } from "./equalizer.ts";
import { countWordErrors, countWords } from "./word-errors.ts";
import type { VoiceAnalyzer } from "./voice-analyzer.ts";
import { dot } from "./speaker-encoder.ts";
import { joinSamples, type SpeakStyle, styleRate, takeSamples } from "./style-voice.ts";

/** The engines that speak and judge a style. */
export interface TrialTools {
  readonly speak: SpeakStyle;
  readonly analyzer: VoiceAnalyzer;
  /** The words that a recogniser reads in 24 kHz speech; null where there is none. */
  readonly hear: (speech: PcmFile, signal: AbortSignal) => Promise<string | null>;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Those by which the equaliser is fitted, and those by which fits are judged: no sentence is for both. */
const fittingSentences = ["We saw the brown fox at nine.", "The children played a simple game in the park."] as const;
const testSentences = ["Her quiet dog likes the old garden.", "Please send five more boxes tomorrow."] as const;

/** Speaks the test sentences in a style, and judges them. */
export interface Trial {
  readonly profile: StyleProfile;
  readonly heard: Description;
  /** The least similarity of the sentences to each other: below about 0.8 the voice is not one voice. */
  readonly agreement: number;
  readonly wordErrors: number | null;
  /** In the sentences. */
  readonly words: number;
}

const speakAll = async (tools: TrialTools, profile: StyleProfile, texts: readonly string[]) => {
  const spoken: Int16Array[] = [];
  const { directory, signal } = tools;
  for (const text of texts) {
    spoken.push(await takeSamples(await tools.speak({ text, profile, speed: 1, directory, signal })));
  }
  return spoken;
};

const measureFeatures = ({ analyzer, signal }: TrialTools, samples: Int16Array): Promise<VoiceFeatures> =>
  analyzer.hear({ samples, sampleRate: styleRate }, signal);

/** The same voice with an equaliser that brings its long-term spectrum near this one. */
export async function withEqualizer(
  tools: TrialTools,
  profile: StyleProfile,
  levels: readonly number[],
): Promise<StyleProfile> {
  const spoken = await measureFeatures(tools, joinSamples(await speakAll(tools, profile, fittingSentences)));
  return { ...profile, equalizer: filterOf(gainsBetween(spoken.levels, levels), styleRate) };
}

/** Speaks the test sentences with a style and measures how they sound. */
export async function tryStyle(tools: TrialTools, profile: StyleProfile): Promise<Trial> {
  const spoken = await speakAll(tools, profile, testSentences);
  const whole = joinSamples(spoken);
  const heard = await tools.analyzer.describe({ samples: whole, sampleRate: styleRate, speech: false }, tools.signal);
  const each = await Promise.all(spoken.map((samples) => measureFeatures(tools, samples)));
  const agreements = each.flatMap(({ embedding }, at) =>
    each.slice(at + 1).map((other) => dot(embedding, other.embedding)),
  );
  const text = testSentences.join(" ");
  const wordErrors = await wordErrorsOf(tools, whole, text);
  return { profile, heard, agreement: Math.min(1, ...agreements), wordErrors, words: countWords(text) };
}

async function wordErrorsOf(
  { hear, directory, signal }: TrialTools,
  samples: Int16Array,
  text: string,
): Promise<number | null> {
  const path = join(directory, `${randomUUID()}.trial`);
  await writeFile(path, samples);
  try {
    const speech = { path, sampleRate: styleRate, durationSeconds: samples.length / styleRate };
    const words = await hear(speech, signal);
    return words === null ? null : countWordErrors(text, words);
  } finally {
    await rm(path, { force: true });
  }
}
