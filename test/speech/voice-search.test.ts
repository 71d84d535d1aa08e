import test, { type ExecutionContext } from "ava";
import type { StyleProfile } from "#workers/speech/engine.ts";
import type { Description } from "#workers/speech/voices/matching/analysis-requests.ts";
import { type Evaluation, improveVoice } from "#workers/speech/voices/matching/improve-voice.ts";
import type { MatchReport } from "#workers/speech/voices/matching/match-report.ts";
import { styleSize } from "#workers/speech/voices/matching/style-space.ts";
import type { SpeakStyle } from "#workers/speech/voices/matching/style-voice.ts";
import { searchSentences } from "#workers/speech/voices/matching/trial-speech.ts";
import { nextPoint, type TriedPoint } from "#workers/speech/voices/matching/trust-region.ts";
import {
  builtinAngle,
  fakeAnalyzer,
  fakeClarity,
  heardAt,
  speakOffset,
  turnedBy,
} from "#test/support/fake-voice-matching.ts";
import { calm, privateFolder } from "./synth-support.ts";

const region = { dimensions: 6, radius: 0.7, seed: 1 };
const top = [0.3, -0.2, 0.1, 0, 0.25, -0.1];
const distanceFromTop = (point: readonly number[]): number =>
  Math.hypot(...point.map((value, at) => value - (top[at] ?? 0)));

function explore(score: (point: readonly number[]) => number, trials: number): readonly TriedPoint[] {
  const tried: TriedPoint[] = [];
  while (tried.length < trials) {
    const point = nextPoint(region, tried);
    tried.push({ point, score: score(point) });
  }
  return tried;
}

test("a search begins at the start, stays within its radius and comes near the optimum", (t) => {
  const tried = explore((point) => 0.8 - 0.1 * distanceFromTop(point) ** 2, 26);
  t.deepEqual(tried[0]?.point, [0, 0, 0, 0, 0, 0]);
  for (const { point } of tried) t.true(Math.hypot(...point) <= 0.7 + 1e-9);
  const nearest = Math.min(...tried.map(({ point }) => distanceFromTop(point)));
  t.true(nearest < 0.5 * distanceFromTop([0, 0, 0, 0, 0, 0]), `${nearest}`);
});

test("the same seed and scores give the same points, also after a checkpoint", (t) => {
  const score = (point: readonly number[]): number => -distanceFromTop(point);
  const tried = explore(score, 8);
  t.deepEqual(explore(score, 8), tried);
  t.deepEqual(nextPoint(region, tried.slice(0, 5)), tried[5]?.point);
  t.notDeepEqual(nextPoint({ ...region, seed: 2 }, tried.slice(0, 5)), tried[5]?.point);
});

test("scores that are all the same are no fault", (t) => {
  for (const { point } of explore(() => 0.5, 12)) t.true(point.every(Number.isFinite));
});

const unused = (): never => {
  throw new Error("It is not asked for.");
};

const profile: StyleProfile = {
  ...{ kind: "style", baseVoice: "am_echo", resampling: 1, equalizer: null },
  styleOffset: Array.from({ length: styleSize }, () => 0),
};
const similarity = Math.cos(builtinAngle);
const report: MatchReport = {
  ...{ method: "matched", baseVoice: "am_echo", similarity, builtinVoice: "am_puck", builtinSimilarity: 0.5 },
  ...{ samplePitchHz: 120, pitchHz: 120, clarity: fakeClarity, sampleClarity: fakeClarity, wordErrors: 0 },
  ...{ words: 13, sampleSeconds: 20, warnings: ["Short."] },
};
const fitted = { profile, report };

interface Running {
  readonly hear?: (offset: readonly number[]) => Description;
  readonly evaluations?: readonly Evaluation[];
  readonly onEvaluated?: (evaluations: readonly Evaluation[]) => Promise<void>;
}

async function improve(t: ExecutionContext, { hear = turnedBy, evaluations = [], onEvaluated }: Running = {}) {
  const spoken: string[] = [];
  const speak: SpeakStyle = (said) => {
    spoken.push(said.text);
    return speakOffset(said);
  };
  const kept: (readonly Evaluation[])[] = [];
  const shares: number[] = [];
  const tools = { speak, analyzer: fakeAnalyzer(hear), hear: async () => null };
  const improved = await improveVoice(fitted, heardAt(0), {
    tools: { ...tools, directory: await privateFolder(t), signal: calm() },
    reference: { points: [], heard: [], clip: unused },
    ...{ pitchHz: 120, warnings: ["Short."], search: { seed: 1, evaluations } },
    onEvaluated: async (all) => {
      kept.push([...all]);
      await onEvaluated?.(all);
    },
    onProgress: (share) => shares.push(share),
  });
  return { ...improved, kept, spoken, shares };
}

test("a better voice is taken and reported with the scores before and after", async (t) => {
  const { profile: found, report: told, kept, shares } = await improve(t);
  t.true((found.styleOffset[0] ?? 0) > 0.2, `${found.styleOffset[0]}`);
  t.like(told, { method: "matched", warnings: ["Short."] });
  t.like(told.improvement, { evaluations: 25, after: told.similarity });
  t.is(told.improvement?.before.toFixed(5), similarity.toFixed(5));
  t.true(told.similarity > similarity + 0.05, `${told.similarity}`);
  t.is(kept.length, 26);
  t.true(JSON.stringify({ seed: 1, evaluations: kept.at(-1) }).length < 3000);
  t.deepEqual([shares.length, shares.at(-1)], [26, 1]);
});

test("a search that broke off goes on where it was and ends with the same voice", async (t) => {
  const whole = await improve(t);
  let left: readonly Evaluation[] = [];
  const breakOff = async (all: readonly Evaluation[]): Promise<void> => {
    left = [...all];
    if (all.length === 9) throw new Error("killed");
  };
  await t.throwsAsync(improve(t, { onEvaluated: breakOff }), { message: "killed" });
  const rest = await improve(t, { evaluations: structuredClone(left) });
  t.deepEqual(rest.profile, whole.profile);
  t.deepEqual(rest.report, whole.report);
  t.is(rest.kept.length, 26 - 9, "nothing is evaluated twice");
  t.is(whole.spoken.length - rest.spoken.length, 9 * searchSentences.length);
});

for (const [what, more] of [
  ["less clear", { clarity: { ...fakeClarity, overall: 3 } }],
  ["too high", { pitchHz: 150 }],
] as const) {
  test(`voices that are ${what} are not taken`, async (t) => {
    const hear = (offset: readonly number[]): Description => ({
      ...turnedBy(offset),
      ...(Math.abs(offset[0] ?? 0) > 0.02 ? more : {}),
    });
    const { profile: found, report: told } = await improve(t, { hear });
    t.true(Math.abs(found.styleOffset[0] ?? 0) <= 0.02);
    t.true(told.similarity >= report.similarity);
  });
}

test("the fitted voice stays where no other is better", async (t) => {
  const worse = (offset: readonly number[]): Description => heardAt(builtinAngle + Math.hypot(...offset));
  const { profile: found, report: told } = await improve(t, { hear: worse });
  t.deepEqual(found, profile);
  t.like(told.improvement, { evaluations: 25, before: told.similarity, after: told.similarity });
});
