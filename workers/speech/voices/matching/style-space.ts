import { EigenvalueDecomposition, Matrix, solve } from "ml-matrix";
import { dirichlet, type Random } from "./seeded-random.ts";

/** A style of Kokoro: the first half of it is timbre, the second prosody. A voice has one for each length of text. */
export const styleSize = 256;
const half = styleSize / 2;
const rowsPerVoice = 510;
/** Texts that are spoken in one go are seldom longer. */
const rowsUsed = 120;
/** A share of the largest variance: directions in which the voices hardly differ are not blown up. */
const leastVariance = 1e-3;
/** The weight of the ridge regression. */
const ridge = 0.3;
/** A result may be made stronger by so much, where a weak one was found. */
const strongest = 1.6;

/** A style by a voice and what is added to all of its rows. */
export interface StylePoint {
  /** The index of the voice among all. */
  readonly base: number;
  readonly offset: Float32Array;
}

/** One half of the styles, in coordinates in which the voices differ alike in all directions and lie at 1 from the centre. */
interface HalfSpace {
  /** A row for each voice. */
  readonly voices: Matrix;
  /** From coordinates to a style; both as rows. */
  readonly toStyle: Matrix;
}

export interface StyleSpace {
  readonly voices: number;
  /** The mean style of each voice. */
  readonly means: Matrix;
  readonly timbre: HalfSpace;
}

/** @param styles of all voices, one behind the other */
export function openStyleSpace(styles: Float32Array): StyleSpace {
  const voices = styles.length / (rowsPerVoice * styleSize);
  const row = (voice: number, at: number): Float32Array => {
    const start = (voice * rowsPerVoice + at) * styleSize;
    return styles.subarray(start, start + styleSize);
  };
  const means = new Matrix(voices, styleSize);
  for (let voice = 0; voice < voices; voice += 1) {
    for (let at = 0; at < rowsUsed; at += 1) {
      for (const [index, value] of row(voice, at).entries()) {
        means.set(voice, index, means.get(voice, index) + value / rowsUsed);
      }
    }
  }
  const rows = Array.from({ length: voices * rowsUsed }, (_, at) => row(Math.floor(at / rowsUsed), at % rowsUsed));
  return { voices, means, timbre: halfSpace(means.subMatrix(0, voices - 1, 0, half - 1), rows) };
}

/** Whitens by the covariance of all rows of all voices. */
function halfSpace(means: Matrix, rows: readonly Float32Array[]): HalfSpace {
  const centre = means.mean("column");
  const covariance = covarianceOf(rows, centre);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(covariance, { assumeSymmetric: true });
  const floor = leastVariance * Math.max(...realEigenvalues);
  const deviations = realEigenvalues.map((variance) => Math.sqrt(Math.max(variance, floor)));
  const unscaled = means.clone().subRowVector(centre).mmul(eigenvectorMatrix).divRowVector(deviations);
  const norms = unscaled.to2DArray().map(normOf);
  const scale = norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
  const toStyle = eigenvectorMatrix.transpose().mulColumnVector(deviations).mul(scale);
  return { voices: unscaled.div(scale), toStyle };
}

function covarianceOf(rows: readonly Float32Array[], centre: readonly number[]): Matrix {
  const sums = new Float64Array(half * half);
  const centred = new Float64Array(half);
  for (const row of rows) {
    for (let at = 0; at < half; at += 1) centred[at] = (row[at] ?? 0) - (centre[at] ?? 0);
    for (let at = 0; at < half; at += 1) {
      const own = centred[at] ?? 0;
      for (let other = 0; other < half; other += 1) {
        const index = at * half + other;
        sums[index] = (sums[index] ?? 0) + own * (centred[other] ?? 0);
      }
    }
  }
  return Matrix.from1DArray(
    half,
    half,
    Array.from(sums, (sum) => sum / rows.length),
  );
}

const normOf = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

interface Mixture {
  readonly timbre: readonly number[];
  readonly prosody: readonly number[];
}

/** Voices that are mixed, at least and at most; how far from the centre the mixture lies; how often both halves are mixed alike. */
const mixing = { least: 2, most: 4, nearest: 0.8, farthest: 1.6, alike: 0.7 } as const;

/** The voices themselves, and then mixtures of some of them. The same seed gives the same ones. */
export function stylePoints(space: StyleSpace, count: number, random: Random): readonly StylePoint[] {
  const own = Array.from({ length: Math.min(count, space.voices) }, (_, base) => ({
    base,
    offset: new Float32Array(styleSize),
  }));
  const mixed = Array.from({ length: count - own.length }, () => pointOf(space, mixtureOf(space.voices, random)));
  return [...own, ...mixed];
}

function mixtureOf(voices: number, random: Random): Mixture {
  const count = mixing.least + Math.floor(random() * (mixing.most - mixing.least + 1));
  const distance = mixing.nearest + random() * (mixing.farthest - mixing.nearest);
  const centre = 1 / voices;
  const weights = (chosen: readonly number[]): readonly number[] => {
    const parts = dirichlet(chosen.length, random);
    return Array.from({ length: voices }, (_, voice) => {
      const part = parts[chosen.indexOf(voice)] ?? 0;
      return centre + distance * (part - centre);
    });
  };
  const chosen = choose(voices, count, random);
  const others = random() < mixing.alike ? chosen : choose(voices, count, random);
  return { timbre: weights(chosen), prosody: weights(others) };
}

function choose(from: number, count: number, random: Random): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, from)) chosen.add(Math.floor(random() * from));
  return [...chosen];
}

function pointOf({ means, voices }: StyleSpace, { timbre, prosody }: Mixture): StylePoint {
  const base = timbre.indexOf(Math.max(...timbre));
  const offset = Float32Array.from({ length: styleSize }, (_, at) => {
    const weights = at < half ? timbre : prosody;
    let sum = 0;
    for (let voice = 0; voice < voices; voice += 1) sum += (weights[voice] ?? 0) * means.get(voice, at);
    return sum - means.get(base, at);
  });
  return { base, offset };
}

/** Speech of known styles, as the speaker encoder hears it. */
export interface EmbeddedPoints {
  readonly points: readonly StylePoint[];
  /** An embedding for each point. */
  readonly embeddings: readonly Float32Array[];
}

/**
 * The timbre that sounds like `target`, by ridge regression from embeddings to styles.
 * @returns its coordinates
 */
export function fitTimbre(space: StyleSpace, { points, embeddings }: EmbeddedPoints, target: Float32Array): Matrix {
  const styles = new Matrix(points.map(({ base, offset }) => [...coordinatesOf(space, base, offset)]));
  const heard = new Matrix(embeddings.map((embedding) => [...embedding]));
  const [styleCentre, heardCentre] = [styles.mean("column"), heard.mean("column")];
  const [styled, centred] = [styles.subRowVector(styleCentre), heard.subRowVector(heardCentre)];
  const kernel = centred.mmul(centred.transpose()).add(Matrix.eye(points.length).mul(ridge));
  const wanted = Matrix.rowVector([...target]).subRowVector(heardCentre);
  return wanted.mmul(centred.transpose()).mmul(solve(kernel, styled)).addRowVector(styleCentre);
}

/** The offset that gives a voice this timbre, brought to `strength` of a voice's usual distance from the centre. */
export function timbreOffset(
  { timbre }: StyleSpace,
  { base, strength }: { readonly base: number; readonly strength: number },
  coordinates: Matrix,
): Float32Array {
  const scale = Math.min(strongest, strength / (coordinates.norm() || 1));
  const moved = Matrix.sub(Matrix.mul(coordinates, scale), timbre.voices.getRowVector(base)).mmul(timbre.toStyle);
  const offset = new Float32Array(styleSize);
  offset.set(moved.to1DArray());
  return offset;
}

/** The place of a point's timbre. */
function coordinatesOf({ timbre }: StyleSpace, base: number, offset: Float32Array): readonly number[] {
  const moved = Matrix.rowVector([...offset.subarray(0, half)]);
  return timbre.voices
    .getRowVector(base)
    .add(moved.mmul(inverseOf(timbre)))
    .to1DArray();
}

const inverses = new WeakMap<HalfSpace, Matrix>();

/** From a style to coordinates. */
function inverseOf(space: HalfSpace): Matrix {
  const known = inverses.get(space);
  if (known !== undefined) return known;
  const inverse = solve(space.toStyle, Matrix.eye(half));
  inverses.set(space, inverse);
  return inverse;
}
