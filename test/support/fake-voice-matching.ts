import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import type { Description } from "#workers/speech/voices/matching/analysis-requests.ts";
import type { VoiceAnalyzer } from "#workers/speech/voices/matching/voice-analyzer.ts";
import { embeddingSize } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { floatsOf, secondsOf } from "#workers/speech/voices/matching/sound.ts";
import { analysisRate } from "#workers/speech/audio/spectra.ts";
import { styleSize } from "#workers/speech/voices/matching/style-space.ts";
import { plainProfile, type SpeakStyle, styleRate } from "#workers/speech/voices/matching/style-voice.ts";
import { medianPitch } from "#workers/speech/voices/voiced-frames.ts";
import type { VoiceComparing } from "#workers/training/compare-voice.ts";
import type { VoiceMatching } from "#workers/speech/voices/matching/train-style-voice.ts";

const unit = (angle: number): Float32Array => {
  const embedding = new Float32Array(embeddingSize);
  [embedding[0], embedding[1]] = [Math.cos(angle), Math.sin(angle)];
  return embedding;
};

const fakeClarity = { signal: 4, background: 4, overall: 3.5 };

/** The description of the sound of a voice that lies at this angle from the sample. */
export const heardAt = (angle: number): Description => ({
  ...{ windows: [], embedding: unit(angle), levels: [], pitchHz: 0, clarity: fakeClarity },
  ...{ seconds: 20, peak: 0.5, clipped: 0 },
});

/** The angle between the sample and a built-in voice. */
const builtinAngle = 0.7;
/** By how much a fitted one is nearer. */
const fittedOffset = 0.1;

/** A step in the first direction turns a voice towards the sample, others turn it away. */
const turnedBy = ([first = 0, second = 0, third = 0]: readonly number[]): Description =>
  heardAt(builtinAngle - first + 0.3 * Math.hypot(second, third));

const scale = 10_000;
const offsetOf = (samples: Int16Array): readonly number[] => Array.from(samples.subarray(0, 3), (one) => one / scale);
const stepIn = (direction: number, length: number): Float32Array =>
  new Float32Array(styleSize).fill(length, direction, direction + 1);

/** The sample lies at 0; where there is voice in it, half of the speech that a voice needs is enough. */
function describeSample(samples: Int16Array): Description {
  const floats = floatsOf(samples);
  const pitchHz = medianPitch(floats, analysisRate);
  const peak = floats.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { ...heardAt(0), pitchHz, peak, seconds: pitchHz > 0 ? 2 * secondsOf(floats) : 0 };
}

/** Knows voices by what is added to their styles, which is what `speakOffset` writes; the sample has 16 kHz. */
export const fakeAnalyzer = (hear = turnedBy): VoiceAnalyzer => ({
  points: async ({ count }) => Array.from({ length: count }, (_, base) => ({ base, offset: stepIn(0, 0) })),
  hear: async ({ samples }) => hear(offsetOf(samples)),
  describe: async ({ samples, sampleRate }) =>
    sampleRate === styleRate ? hear(offsetOf(samples)) : describeSample(samples),
  embed: async ({ clips }) => clips.map(() => unit(builtinAngle)),
  fit: async ({ wanted }) => wanted.map(() => stepIn(0, fittedOffset)),
  close: async () => undefined,
});

/** A second that begins with what is added to the style. */
export const speakOffset: SpeakStyle = async ({ profile, directory }) => {
  const samples = new Int16Array(styleRate);
  samples.set(profile.styleOffset.slice(0, 3).map((value) => Math.round(scale * value)));
  const path = join(directory, randomUUID());
  await writeFile(path, samples);
  return { path, sampleRate: styleRate, durationSeconds: 1 };
};

/** Voice matching without models. */
export const fakeMatching = (referenceFolder: string, speak = speakOffset): VoiceMatching & VoiceComparing => ({
  readSample: async () => null,
  speakText: ({ text, directory, signal }) =>
    speakOffset({ text, profile: plainProfile("af_heart"), speed: 1, directory, signal }),
  ...{ speak, analyzer: fakeAnalyzer(), hear: async () => null },
  ...{ engine: "kokoro", voiceNames: kokoroVoices, referenceFolder },
});
