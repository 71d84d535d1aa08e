import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { cepstrumFrames, cepstrumSize } from "./read-cepstra.ts";

/** Numbers of the lower half of a symmetric matrix, row by row. */
const productCount = (cepstrumSize * (cepstrumSize + 1)) / 2;
const rowSize = 1 + cepstrumSize + productCount;

/**
 * Half a second of sound as it is in the whole file is added to every stretch: a word or two say little about how a line
 * sounds.
 */
const priorCount = 50 / cepstrumFrames;

/** Yields to the event loop after so many edges. */
const edgesPerYield = 1024;

/**
 * How many nats it takes to describe the sound between two edges by one normal distribution, but for a constant in every
 * frame: the shorter, the more it is of one kind.
 */
export type SegmentCost = (fromEdge: number, toEdge: number) => number;

/**
 * Prepares to compare stretches of a file as the Bayesian information criterion does (Chen & Gopalakrishnan 1998): two
 * stretches with a full covariance each cost so much less than one of both as they differ.
 *
 * @param wanted the frames that count
 * @param edges frames, ascending, from 0 to the end of the file
 */
export async function segmentCosts(
  cepstra: Float32Array,
  wanted: Uint8Array,
  edges: readonly number[],
): Promise<SegmentCost> {
  const sums = await sumsAt(cepstra, wanted, edges);
  const nothing = new Float64Array(rowSize);
  const prior = new Float64Array(productCount);
  covariance(prior, nothing, sums.at(-1) ?? nothing);
  const own = new Float64Array(productCount);
  return (fromEdge, toEdge) => {
    const before = sums[fromEdge] ?? nothing;
    const until = sums[toEdge] ?? nothing;
    const count = (until[0] ?? 0) - (before[0] ?? 0);
    if (count === 0) return 0;
    covariance(own, before, until);
    for (let at = 0; at < productCount; at += 1) {
      own[at] = (count * (own[at] ?? 0) + priorCount * (prior[at] ?? 0)) / (count + priorCount);
    }
    return (count * logDeterminant(own)) / 2;
  };
}

/** For every edge: how many cepstra there are before it, their sum, and the sum of the products of their numbers. */
async function sumsAt(
  cepstra: Float32Array,
  wanted: Uint8Array,
  edges: readonly number[],
): Promise<readonly Float64Array[]> {
  const sum = new Float64Array(rowSize);
  const sums: Float64Array[] = [];
  let frame = 0;
  for (const edge of edges) {
    if (sums.length % edgesPerYield === 0) await yieldToEventLoop();
    for (; frame < edge; frame += cepstrumFrames) {
      if (wanted[frame] !== 1) continue;
      const from = (frame / cepstrumFrames) * cepstrumSize;
      addTo(sum, cepstra.subarray(from, from + cepstrumSize));
    }
    sums.push(sum.slice());
  }
  return sums;
}

function addTo(sum: Float64Array, cepstrum: Float32Array): void {
  sum[0] = (sum[0] ?? 0) + 1;
  let at = 1 + cepstrumSize;
  for (let row = 0; row < cepstrumSize; row += 1) {
    const value = cepstrum[row] ?? 0;
    sum[1 + row] = (sum[1 + row] ?? 0) + value;
    for (let column = 0; column <= row; column += 1) {
      sum[at] = (sum[at] ?? 0) + value * (cepstrum[column] ?? 0);
      at += 1;
    }
  }
}

/** Of the cepstra between two edges, into `result`: a new matrix for each of a million stretches would take longer. */
function covariance(result: Float64Array, before: Float64Array, until: Float64Array): void {
  const sumOf = (at: number): number => (until[at] ?? 0) - (before[at] ?? 0);
  const count = Math.max(1, sumOf(0));
  let at = 0;
  for (let row = 1; row <= cepstrumSize; row += 1) {
    const mean = sumOf(row) / count;
    for (let column = 1; column <= row; column += 1) {
      result[at] = sumOf(1 + cepstrumSize + at) / count - mean * (sumOf(column) / count);
      at += 1;
    }
  }
}

/** No dimension of a sound is described more closely than this: digital sounds may have none at all. */
const leastVariance = 1e-6;

/** Of a symmetric matrix, by Cholesky's decomposition, which replaces it. */
function logDeterminant(matrix: Float64Array): number {
  let result = 0;
  const rowAt = (row: number): number => (row * (row + 1)) / 2;
  for (let row = 0; row < cepstrumSize; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let value = matrix[rowAt(row) + column] ?? 0;
      for (let index = 0; index < column; index += 1) {
        value -= (matrix[rowAt(row) + index] ?? 0) * (matrix[rowAt(column) + index] ?? 0);
      }
      if (row === column) result += Math.log(Math.max(leastVariance, value));
      const diagonal = matrix[rowAt(column) + column] ?? 1;
      matrix[rowAt(row) + column] = row === column ? Math.sqrt(Math.max(leastVariance, value)) : value / diagonal;
    }
  }
  return result;
}
