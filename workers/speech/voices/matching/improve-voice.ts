import type { StyleProfile } from "#workers/speech/engine.ts";
import type { Description } from "./analysis-requests.ts";
import { similarityTo, thresholds, octaves, passes } from "./quality-thresholds.ts";
import { type MatchReport, reportOf } from "./match-report.ts";
import type { MatchedVoice } from "./match-voice.ts";
import type { ReferenceVoices } from "./reference-voices.ts";
import { plainProfile } from "./style-voice.ts";
import { finalSentences, searchSentences, type Trial, type TrialTools, tryStyle } from "./trial-speech.ts";
import { nextPoint, type TriedPoint, type TrustRegion } from "./trust-region.ts";

/** How a voice of the search spoke, rounded. */
export interface Evaluation {
  readonly similarity: number;
  readonly clarity: number;
  readonly agreement: number;
  readonly pitchHz: number;
  readonly wordErrors: number | null;
}

/** The state from which an interrupted search continues: the points that were tried follow from it. */
export interface Search {
  readonly seed: number;
  /** The voice that the search begins with, and those that were tried. */
  readonly evaluations: readonly Evaluation[];
}

export interface ImproveOptions {
  readonly tools: TrialTools;
  readonly reference: ReferenceVoices;
  /** Of the sample, in Hz; 0 where it was not found. */
  readonly pitchHz: number;
  /** About the sample. */
  readonly warnings: readonly string[];
  readonly search: Search;
  /** Keeps the evaluations, of which there is one more, before the next one. */
  readonly onEvaluated: (evaluations: readonly Evaluation[]) => Promise<void>;
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Directions of timbre, the radius of the trust region in whitened coordinates, and voices that are tried. */
const [dimensions, radius, trials] = [12, 0.7, 25] as const;
/** A search on a busy machine ends then with what it has found. */
const longestMs = 10 * 60_000;
/** The best ones of the search are judged by sentences that it does not know, until one is better than the fit there, too. */
const judgedAtMost = 3;
/** The penalty of the search for a failed threshold, and for each additional misrecognized word. */
const penalties = { unsound: 0.05, word: 0.01 } as const;
/** DNSMOS may be so much below that of the fit. */
const clarityLoss = 0.15;

/**
 * Searches for a timbre near the fitted one whose speech is more like the sample. The fitted voice stays where none is better on
 * sentences that neither the fit nor the search knows; the report is about these.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function improveVoice(
  fitted: MatchedVoice,
  sample: Description,
  options: ImproveOptions,
): Promise<MatchedVoice> {
  const found = await search(fitted, sample, options);
  const { tools, pitchHz, warnings } = options;
  const judge = (profile: StyleProfile): Promise<Trial> => tryStyle(tools, profile, finalSentences);
  const [builtin, first] = [await judge(plainProfile(fitted.report.builtinVoice)), await judge(fitted.profile)];
  const mostErrors = Math.max(builtin.wordErrors ?? 0, first.wordErrors ?? 0);
  const isBetter = (trial: Trial): boolean =>
    similarityTo(trial, sample) > similarityTo(first, sample) &&
    (trial.wordErrors ?? 0) <= mostErrors &&
    passes(trial, { builtin, sample, pitchHz });
  let [best, method]: [Trial, MatchReport["method"]] = [first, fitted.report.method];
  for (const profile of found.profiles) {
    const trial = await judge(profile);
    if (!isBetter(trial)) continue;
    [best, method] = [trial, "matched"];
    break;
  }
  const report = reportOf(method, { trial: best, builtin, sample, pitchHz, warnings });
  const [before, after] = [similarityTo(first, sample), report.similarity];
  return {
    profile: best.profile,
    report: { ...report, improvement: { evaluations: found.evaluations, before, after } },
  };
}

/** The voices that were better than the first one, the best first. */
async function search({ profile }: MatchedVoice, sample: Description, options: ImproveOptions) {
  const { tools, reference, search: known, onEvaluated, onProgress } = options;
  const region: TrustRegion = { dimensions, radius, seed: known.seed };
  const heard = { points: reference.points, embeddings: reference.heard.map(({ embedding }) => embedding) };
  const directions = await tools.analyzer.directions({ ...heard, count: dimensions }, tools.signal);
  const evaluations = [...known.evaluations];
  const tried: TriedPoint[] = [];
  const begun = performance.now();
  while (tried.length <= trials && performance.now() - begun < longestMs) {
    const point = nextPoint(region, tried);
    let evaluation = evaluations[tried.length];
    if (evaluation === undefined) {
      evaluation = await evaluate(moved(profile, point, directions), sample, tools);
      evaluations.push(evaluation);
      await onEvaluated(evaluations);
    }
    tried.push({ point, score: scoreOf(evaluation, evaluations[0] ?? evaluation, options.pitchHz) });
    onProgress(tried.length / (trials + 1));
  }
  const better = tried.filter(({ score }) => score > (tried[0]?.score ?? 0)).toSorted((a, b) => b.score - a.score);
  const profiles = better.slice(0, judgedAtMost).map(({ point }) => moved(profile, point, directions));
  return { evaluations: Math.max(0, tried.length - 1), profiles };
}

/** A voice whose timbre lies so many steps away in each direction. */
function moved(profile: StyleProfile, point: readonly number[], directions: readonly Float32Array[]): StyleProfile {
  const styleOffset = profile.styleOffset.map((value, at) =>
    point.reduce((sum, steps, direction) => sum + steps * (directions[direction]?.[at] ?? 0), value),
  );
  return { ...profile, styleOffset };
}

async function evaluate(profile: StyleProfile, sample: Description, tools: TrialTools): Promise<Evaluation> {
  const trial = await tryStyle(tools, profile, searchSentences);
  return {
    similarity: rounded(similarityTo(trial, sample), 5),
    clarity: rounded(trial.heard.clarity.overall, 3),
    agreement: rounded(trial.agreement, 3),
    pitchHz: rounded(trial.heard.pitchHz, 1),
    wordErrors: trial.wordErrors,
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Similarity, less what a voice lacks beside the first one. */
function scoreOf(evaluation: Evaluation, first: Evaluation, pitchHz: number): number {
  const isSound =
    evaluation.clarity >= first.clarity - clarityLoss &&
    evaluation.agreement >= thresholds.leastAgreement &&
    12 * octaves(evaluation.pitchHz, pitchHz) <= thresholds.pitchSemitones;
  const excess = Math.max(0, (evaluation.wordErrors ?? 0) - (first.wordErrors ?? 0));
  return evaluation.similarity - (isSound ? 0 : penalties.unsound) - excess * penalties.word;
}
