import type { StyleProfile } from "#workers/speech/engine.ts";
import type { Description } from "./analysis-requests.ts";
import { alikeness, excessErrors, guards, octaves, passes } from "./guards.ts";
import { reportOf } from "./match-report.ts";
import type { MatchedVoice } from "./match-voice.ts";
import type { ReferenceVoices } from "./reference-voices.ts";
import { plainProfile } from "./style-voice.ts";
import { searchSentences, type Trial, type TrialTools, tryStyle } from "./trial-speech.ts";
import { nextPlace, type TrustRegion } from "./trust-region.ts";

/** How a voice of the search spoke, rounded. */
export interface Evaluation {
  readonly similarity: number;
  readonly clarity: number;
  readonly agreement: number;
  readonly pitchHz: number;
  readonly wordErrors: number | null;
}

/** All that a search needs to go on where it was: the places that were tried follow from it. */
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
/** The best ones of the search are judged by the test sentences, until one is better than the fit there, too. */
const judgedAtMost = 3;
/** A voice that fails a guard is worth so much less to the search. */
const penalty = 0.05;
/** DNSMOS may be so much below that of the fit. */
const clarityLoss = 0.15;

/**
 * Searches for a timbre near the fitted one whose speech is more like the sample. The fitted voice stays where none is better on
 * the test sentences, which the search does not know.
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
  const before = fitted.report.similarity;
  const improvement = { evaluations: found.evaluations, before, after: before };
  const builtin = await tryStyle(tools, plainProfile(fitted.report.builtinVoice));
  const judged = { builtin, sample, pitchHz };
  for (const profile of found.profiles) {
    const trial = await tryStyle(tools, profile);
    const isUnderstood = excessErrors(trial, builtin) <= Math.max(0, excessOf(fitted, builtin));
    const after = alikeness(trial, sample);
    if (after <= before || !isUnderstood || !passes(trial, judged)) continue;
    const report = reportOf("matched", { trial, builtin, sample, pitchHz, warnings });
    return { profile, report: { ...report, improvement: { ...improvement, after } } };
  }
  return { ...fitted, report: { ...fitted.report, improvement } };
}

const excessOf = ({ report }: MatchedVoice, builtin: Trial): number =>
  (report.wordErrors ?? 0) - (builtin.wordErrors ?? 0);

/** The voices that were better than the first one, the best first. */
async function search({ profile }: MatchedVoice, sample: Description, options: ImproveOptions) {
  const { tools, reference, search: known, onEvaluated, onProgress } = options;
  const region: TrustRegion = { dimensions, radius, seed: known.seed };
  const heard = { points: reference.points, embeddings: reference.heard.map(({ embedding }) => embedding) };
  const directions = await tools.analyst.directions({ ...heard, count: dimensions }, tools.signal);
  const evaluations = [...known.evaluations];
  const tried: { readonly place: readonly number[]; readonly score: number; readonly evaluation: Evaluation }[] = [];
  const begun = performance.now();
  while (tried.length <= trials && performance.now() - begun < longestMs) {
    const place = nextPlace(region, tried);
    let evaluation = evaluations[tried.length];
    if (evaluation === undefined) {
      evaluation = await evaluate(moved(profile, place, directions), sample, tools);
      evaluations.push(evaluation);
      await onEvaluated(evaluations);
    }
    const isSound = tried[0] === undefined || isAsSound(evaluation, tried[0].evaluation, options.pitchHz);
    tried.push({ place, score: evaluation.similarity - (isSound ? 0 : penalty), evaluation });
    onProgress(tried.length / (trials + 1));
  }
  const better = tried.filter(({ score }) => score > (tried[0]?.score ?? 0)).toSorted((a, b) => b.score - a.score);
  const profiles = better.slice(0, judgedAtMost).map(({ place }) => moved(profile, place, directions));
  return { evaluations: Math.max(0, tried.length - 1), profiles };
}

/** A voice whose timbre lies so many steps away in each direction. */
function moved(profile: StyleProfile, place: readonly number[], directions: readonly Float32Array[]): StyleProfile {
  const styleOffset = profile.styleOffset.map((value, at) =>
    place.reduce((sum, steps, direction) => sum + steps * (directions[direction]?.[at] ?? 0), value),
  );
  return { ...profile, styleOffset };
}

async function evaluate(profile: StyleProfile, sample: Description, tools: TrialTools): Promise<Evaluation> {
  const trial = await tryStyle(tools, profile, searchSentences);
  return {
    similarity: rounded(alikeness(trial, sample), 5),
    clarity: rounded(trial.heard.clarity.overall, 3),
    agreement: rounded(trial.agreement, 3),
    pitchHz: rounded(trial.heard.pitchHz, 1),
    wordErrors: trial.wordErrors,
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const isAsSound = (evaluation: Evaluation, first: Evaluation, pitchHz: number): boolean =>
  evaluation.clarity >= first.clarity - clarityLoss &&
  evaluation.agreement >= guards.leastAgreement &&
  12 * octaves(evaluation.pitchHz, pitchHz) <= guards.pitchSemitones &&
  (evaluation.wordErrors ?? 0) <= (first.wordErrors ?? 0);
