import type { StyleProfile } from "#workers/speech/engine.ts";
import type { Description } from "./analysis-requests.ts";
import { similarityTo, excessErrors, thresholds, octaves, passes } from "./quality-thresholds.ts";
import { type MatchReport, reportOf } from "./match-report.ts";
import type { ReferenceVoices } from "./reference-voices.ts";
import { dot } from "./speaker-encoder.ts";
import { styleSize } from "./style-space.ts";
import { plainProfile, voicesOf } from "./style-voice.ts";
import { type Trial, type TrialTools, tryStyle, withEqualizer } from "./trial-speech.ts";

export interface MatchOptions {
  readonly tools: TrialTools;
  readonly reference: ReferenceVoices;
  /** The names of Kokoro's voices, in their order. */
  readonly voiceNames: readonly string[];
  /** Primary tag of the language that the voice will speak. */
  readonly language: string;
  /** Hz; 0 where it was not found. */
  readonly pitchHz: number;
  readonly warnings: readonly string[];
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface MatchedVoice {
  readonly profile: StyleProfile;
  readonly report: MatchReport;
}

/** Pitch and formants are moved by one of these factors that leads near the sample's pitch, and the recording's sound is taken on or not. */
const resamplings = [0.94, 1, 1.06] as const;
/** Tried on so many of the nearest voices, and judged by the best of these. */
const [nearVoices, bestVoices] = [8, 3] as const;
/** By how much similarity counts beside octaves of pitch in the choice of the voice whose prosody is taken. */
const similarityWeight = 0.15;

/** So many are tried in any case, and the one that is most like the sample is taken. */
const triedAlways = 3;

/** The attempts, in turn until one has passed: how far the timbre goes, the rank of the voice it is added to, and the equaliser. */
const attempts = [
  { strength: 0.9, rank: 0, isEqualized: true },
  { strength: 0.9, rank: 1, isEqualized: true },
  { strength: 0.9, rank: 2, isEqualized: true },
  { strength: 0.6, rank: 0, isEqualized: true },
  { strength: 0.6, rank: 1, isEqualized: false },
] as const;

/**
 * A style of Kokoro whose speech sounds like the sample: by regression from what the speaker encoder hears to styles. When none
 * passes the thresholds it is the built-in voice that is nearest, with its pitch and sound brought nearer.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function matchVoice(sample: Description, options: MatchOptions): Promise<MatchedVoice> {
  const { tools, pitchHz, warnings, onProgress = () => undefined } = options;
  const treatment = await chooseTreatment(sample, options);
  onProgress(0.15);
  const embeddings = await embedAll(sample, options, treatment);
  onProgress(0.3);
  const spoken = voicesOf(options.language, options.voiceNames);
  const builtin = await tryStyle(tools, plainStyle(options, mostAlike(plainEmbeddings(options), sample, spoken)));
  onProgress(0.45);
  const ranked = rankBases(sample, { ...options, treatment, embeddings, spoken });
  const wanted = attempts.map(({ strength, rank }) => ({ strength, base: ranked[rank] ?? ranked[0] ?? 0 }));
  const fitting = { points: options.reference.points, embeddings, target: sample.embedding, wanted };
  const offsets = await tools.analyzer.fit(fitting, tools.signal);
  let [best, spare]: [Trial | null, Trial | null] = [null, null];
  for (const [at, attempt] of attempts.entries()) {
    const [base, offset] = [wanted[at]?.base ?? 0, offsets[at] ?? new Float32Array(styleSize)];
    const style = { ...plainStyle(options, base), styleOffset: [...offset], resampling: treatment.resampling };
    const isEqualized = treatment.isEqualized && attempt.isEqualized;
    const profile = isEqualized ? await withEqualizer(tools, style, sample.levels) : style;
    const trial = await tryStyle(tools, profile);
    onProgress(0.55 + 0.08 * at);
    const judged = { builtin, sample, pitchHz };
    const excess = passes(trial, judged) ? excessErrors(trial, builtin) : Infinity;
    if (excess <= 0) best = moreAlike(best, trial, sample);
    else if (excess <= thresholds.excessErrors) spare = moreAlike(spare, trial, sample);
    if (best !== null && at + 1 >= triedAlways) break;
  }
  const chosen = best ?? spare;
  if (chosen !== null) {
    return {
      profile: chosen.profile,
      report: reportOf("matched", { trial: chosen, builtin, sample, pitchHz, warnings }),
    };
  }
  const base = mostAlike(embeddings, sample, spoken);
  const style = { ...plainStyle(options, base), resampling: treatment.resampling };
  const profile = treatment.isEqualized ? await withEqualizer(tools, style, sample.levels) : style;
  const trial = await tryStyle(tools, profile);
  return { profile, report: reportOf("nearest", { trial, builtin, sample, pitchHz, warnings }) };
}

interface Treatment {
  readonly resampling: number;
  readonly isEqualized: boolean;
}

const levelsFor = (sample: Description, { isEqualized }: Treatment): readonly number[] | null =>
  isEqualized ? sample.levels : null;

const plainEmbeddings = ({ reference }: MatchOptions): readonly Float32Array[] =>
  reference.heard.map(({ embedding }) => embedding);

async function chooseTreatment(sample: Description, options: MatchOptions): Promise<Treatment> {
  const { reference, voiceNames, tools } = options;
  const plain = plainEmbeddings(options);
  const near = voiceNames
    .map((_, index) => index)
    .toSorted((a, b) => alike(plain, sample, b) - alike(plain, sample, a))
    .slice(0, nearVoices);
  const clips = await Promise.all(near.map((index) => reference.clip(index)));
  let [best, most]: [Treatment, number] = [{ resampling: 1, isEqualized: false }, -Infinity];
  for (const resampling of usableResamplings(options)) {
    for (const isEqualized of [false, true]) {
      const treatment = { resampling, isEqualized };
      const levels = levelsFor(sample, treatment);
      const embeddings = await tools.analyzer.embed({ clips, resampling, levels }, tools.signal);
      const score = embeddings
        .map((embedding) => dot(embedding, sample.embedding))
        .toSorted((a, b) => b - a)
        .slice(0, bestVoices)
        .reduce((sum, similarity) => sum + similarity, 0);
      if (score > most) [best, most] = [treatment, score];
    }
  }
  return best;
}

/** Those with which a voice of the language is about as high as the sample; where there is none, the nearest. */
function usableResamplings({ reference, voiceNames, language, pitchHz }: MatchOptions): readonly number[] {
  const pitches = voicesOf(language, voiceNames).map((index) => reference.heard[index]?.pitchHz ?? 0);
  const semitones = (factor: number): number => 12 * Math.min(...pitches.map((own) => octaves(own * factor, pitchHz)));
  const usable = resamplings.filter((factor) => semitones(factor) <= thresholds.pitchSemitones / 2);
  return usable.length > 0 ? usable : resamplings.toSorted((a, b) => semitones(a) - semitones(b)).slice(0, 1);
}

/** Some at a time, so that an abort is noticed. */
const embedAtOnce = 20;

async function embedAll(sample: Description, { reference, tools }: MatchOptions, treatment: Treatment) {
  const embeddings: Float32Array[] = [];
  const { resampling } = treatment;
  for (let from = 0; from < reference.points.length; from += embedAtOnce) {
    const indices = reference.points.map((_, index) => index).slice(from, from + embedAtOnce);
    const clips = await Promise.all(indices.map((index) => reference.clip(index)));
    embeddings.push(
      ...(await tools.analyzer.embed({ clips, resampling, levels: levelsFor(sample, treatment) }, tools.signal)),
    );
  }
  return embeddings;
}

const alike = (embeddings: readonly Float32Array[], sample: Description, index: number): number => {
  const embedding = embeddings[index];
  return embedding === undefined ? -1 : dot(embedding, sample.embedding);
};

const mostAlike = (embeddings: readonly Float32Array[], sample: Description, indices: readonly number[]): number =>
  indices.reduce((best, index) => (alike(embeddings, sample, index) > alike(embeddings, sample, best) ? index : best));

interface Ranking extends MatchOptions {
  readonly treatment: Treatment;
  readonly embeddings: readonly Float32Array[];
  /** The indices of the voices that may be the base. */
  readonly spoken: readonly number[];
}

/** The voices by how near their pitch is to the sample's. */
function rankBases(sample: Description, ranking: Ranking): readonly number[] {
  const { reference, treatment, embeddings, spoken, pitchHz } = ranking;
  const cost = (index: number): number => {
    const own = (reference.heard[index]?.pitchHz ?? 0) * treatment.resampling;
    return octaves(own, pitchHz) - similarityWeight * alike(embeddings, sample, index);
  };
  return spoken.toSorted((a, b) => cost(a) - cost(b));
}

const plainStyle = ({ voiceNames }: MatchOptions, base: number): StyleProfile => plainProfile(voiceNames[base] ?? "");

/** The one that is more like the sample. */
const moreAlike = (known: Trial | null, trial: Trial, sample: Description): Trial =>
  known !== null && similarityTo(known, sample) >= similarityTo(trial, sample) ? known : trial;
