import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { type Random, seededRandom } from "./seeded-random.ts";

/** A point that was tried, as steps in each direction, and how good it is. */
export interface TriedPoint {
  readonly point: readonly number[];
  readonly score: number;
}

export interface TrustRegion {
  readonly dimensions: number;
  /** Of the ball around the start in which points are tried. */
  readonly radius: number;
  readonly seed: number;
}

/** Of the Gaussian process: how far points tell of each other, in radii; the noise of a score. */
const [reach, noise] = [0.7, 0.004] as const;
/** The least spread of scores that is believed in. */
const leastSpread = 0.01;
/** Places that are compared for the next trial, half of them anywhere, half around the best one. */
const compared = 600;
const nearSpread = 0.25;

/**
 * The point to try next: the start first, then that of the greatest expected improvement by a Gaussian process (Matérn 5/2) of
 * what was tried. The same seed and the same trials give the same point.
 */
export function nextPoint(region: TrustRegion, tried: readonly TriedPoint[]): readonly number[] {
  const { dimensions, radius, seed } = region;
  if (tried.length === 0) return Array.from({ length: dimensions }, () => 0);
  const random = seededRandom(seed + tried.length);
  const best = tried.reduce((known, one) => (one.score > known.score ? one : known));
  const predict = gaussianProcess(region, tried);
  let [next, most]: [readonly number[], number] = [best.point, -Infinity];
  for (let count = 0; count < compared; count += 1) {
    const point = count % 2 === 0 ? anywhere(region, random) : near(best.point, radius, random);
    const { mean, deviation } = predict(point);
    const expected = expectedImprovement((mean - best.score) / deviation) * deviation;
    if (expected > most) [next, most] = [point, expected];
  }
  return next;
}

/** Evenly in the ball. */
function anywhere({ dimensions, radius }: TrustRegion, random: Random): readonly number[] {
  const direction = Array.from({ length: dimensions }, () => normal(random));
  return scaled(direction, (radius * random() ** (1 / dimensions)) / (lengthOf(direction) || 1));
}

function near(centre: readonly number[], radius: number, random: Random): readonly number[] {
  const spread = (nearSpread * radius * 2 * random()) / Math.sqrt(centre.length / 4);
  const point = centre.map((value) => value + spread * normal(random));
  return scaled(point, Math.min(1, radius / (lengthOf(point) || 1)));
}

const scaled = (values: readonly number[], by: number): readonly number[] => values.map((value) => value * by);

const lengthOf = (values: readonly number[]): number => Math.hypot(...values);

/** Box and Muller. */
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function gaussianProcess({ radius }: TrustRegion, tried: readonly TriedPoint[]) {
  const centre = tried.reduce((sum, { score }) => sum + score, 0) / tried.length;
  const variance = tried.reduce((sum, { score }) => sum + (score - centre) ** 2, 0) / tried.length;
  const spread = Math.max(leastSpread, Math.sqrt(variance));
  const likeness = (one: readonly number[], other: readonly number[]): number =>
    matern(Math.hypot(...one.map((value, at) => value - (other[at] ?? 0))) / (reach * radius));
  const kernel = new Matrix(tried.map((one) => tried.map((other) => likeness(one.point, other.point))));
  const whole = new CholeskyDecomposition(kernel.add(Matrix.eye(tried.length).mul((noise / spread) ** 2)));
  const weights = whole.solve(Matrix.columnVector(tried.map(({ score }) => (score - centre) / spread)));
  return (point: readonly number[]): { readonly mean: number; readonly deviation: number } => {
    const alike = Matrix.columnVector(tried.map((one) => likeness(one.point, point)));
    const known = alike.transpose().mmul(whole.solve(alike)).get(0, 0);
    return {
      mean: centre + spread * alike.transpose().mmul(weights).get(0, 0),
      deviation: spread * Math.sqrt(Math.max(1e-9, 1 - known)),
    };
  };
}

/** Matérn's covariance of smoothness 5/2. */
function matern(distance: number): number {
  const scaledDistance = Math.sqrt(5) * distance;
  return (1 + scaledDistance + scaledDistance ** 2 / 3) * Math.exp(-scaledDistance);
}

/** For a standard deviation of 1. */
function expectedImprovement(gain: number): number {
  const density = Math.exp(-(gain ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return gain * cumulative(gain) + density;
}

/** Of the normal distribution: Abramowitz and Stegun 26.2.17. */
function cumulative(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail =
    (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}
