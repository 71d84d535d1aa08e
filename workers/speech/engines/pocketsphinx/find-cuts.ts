import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { segmentCosts } from "./segment-cost.ts";
import { runs } from "./energy-vad.ts";
import { readCepstra } from "./read-cepstra.ts";
import { framesPerSecond } from "#workers/speech/audio/sound-levels.ts";

/** A file of up to so many seconds is decoded as one. */
export const maxWholeSeconds = 30;
/** No piece of a longer one is longer than this. */
const maxPieceFrames = 28 * framesPerSecond;

/** The quietest point of every half second is a candidate for a cut. */
const candidateFrames = framesPerSecond / 2;

/** What a cut costs, in nats: always, because it takes the words before a word away, and more where the speaker does not pause. */
const cutCost = 65;
const soundCutCost = 60;

/** In a room it is never quite silent: where there is digital silence for so long, recordings were put together. */
const silenceCutCost = 15;
const minSilenceFrames = framesPerSecond / 4;

/** A point this many decibels below the loudest sound around is a pause. */
const pauseDepth = 50;

/** What is this many decibels below the loudest sound around, or this close to digital silence, says little about the line. */
const soundDepth = 25;
const quietestSound = 25;

/** The loudest sound around is looked for in quarters of a second, in so many of them to either side. */
const blockFrames = framesPerSecond / 4;
const blocksAround = 4;

/** The level of a candidate is that of a quarter of a second, the middle counting most. */
const smoothFrames = 7;

/** Yields to the event loop after so many candidates. */
const candidatesPerYield = 64;

/**
 * The frames at which a raw 16 kHz s16le mono file of these levels is cut into pieces, in ascending order; none in a file of
 * up to 30 s. The decoder takes the mean sound of what it is given for that of the line, and it understands little when that
 * is half untrue. So of all ways to cut the file, that one is taken of which the pieces are each most of one kind, at the
 * price of the cuts: dynamic programming over the candidates between the words, as long as a piece may be.
 */
export async function findCuts(path: string, levels: Float32Array): Promise<readonly number[]> {
  if (levels.length <= maxWholeSeconds * framesPerSecond) return [];
  const loudest = loudestAround(levels);
  const sounding = new Uint8Array(levels.length).map((_, frame) =>
    Number((levels[frame] ?? 0) > Math.max(quietestSound, loudestAt(loudest, frame) - soundDepth)),
  );
  await yieldToEventLoop();
  if (!sounding.includes(1)) return [];
  const smoothed = smooth(smooth(levels));
  const candidates = cutCandidates(smoothed);
  const edges = [0, ...candidates, levels.length];
  const costOf = await segmentCosts(await readCepstra(path, sounding), sounding, edges);
  const silence = digitalSilence(levels);
  const costAt = (frame: number): number => {
    if (silence[frame] === 1) return silenceCutCost;
    const depth = loudestAt(loudest, frame) - (smoothed[frame] ?? 0);
    return cutCost + soundCutCost * Math.max(0, 1 - depth / pauseDepth);
  };
  return cheapestCuts(edges, costOf, costAt);
}

async function cheapestCuts(
  edges: readonly number[],
  costOf: (fromEdge: number, toEdge: number) => number,
  costAt: (frame: number) => number,
): Promise<readonly number[]> {
  const costs = new Float64Array(edges.length).fill(Infinity, 1);
  const previous = new Uint32Array(edges.length);
  for (const [edge, frame] of edges.entries()) {
    if (edge % candidatesPerYield === 0) await yieldToEventLoop();
    const cut = edge === edges.length - 1 ? 0 : costAt(frame);
    for (let from = edge - 1; from >= 0 && frame - (edges[from] ?? 0) <= maxPieceFrames; from -= 1) {
      const cost = (costs[from] ?? 0) + costOf(from, edge) + cut;
      if (cost >= (costs[edge] ?? 0)) continue;
      costs[edge] = cost;
      previous[edge] = from;
    }
  }
  const cuts: number[] = [];
  for (let edge = previous.at(-1) ?? 0; edge > 0; edge = previous[edge] ?? 0) cuts.push(edges[edge] ?? 0);
  return cuts.toReversed();
}

const loudestAt = (blocks: Float32Array, frame: number): number => blocks[Math.floor(frame / blockFrames)] ?? 0;

/** For every block, the level of the loudest frame around it. */
function loudestAround(levels: Float32Array): Float32Array {
  const loudest = (values: Float32Array): number => values.reduce((high, value) => Math.max(high, value), 0);
  const blocks = new Float32Array(Math.ceil(levels.length / blockFrames)).map((_, block) =>
    loudest(levels.subarray(block * blockFrames, (block + 1) * blockFrames)),
  );
  return blocks.map((_, block) =>
    loudest(blocks.subarray(Math.max(0, block - blocksAround), block + blocksAround + 1)),
  );
}

function digitalSilence(levels: Float32Array): Uint8Array {
  const silence = new Uint8Array(levels.length).map((_, frame) => Number(levels[frame] === 0));
  for (const [from, to] of runs(silence, 1)) if (to - from < minSilenceFrames) silence.fill(0, from, to);
  return silence;
}

function cutCandidates(smoothed: Float32Array): readonly number[] {
  return Array.from({ length: Math.floor(smoothed.length / candidateFrames) }, (_, index) => {
    const from = index * candidateFrames;
    const stretch = smoothed.subarray(from, from + candidateFrames);
    return from + stretch.indexOf(stretch.reduce((low, level) => Math.min(low, level)));
  }).filter((candidate) => candidate > 0);
}

function smooth(levels: Float32Array): Float32Array {
  let sum = levels.subarray(0, smoothFrames).reduce((total, level) => total + level, 0);
  return levels.map((_, frame) => {
    sum += (levels[frame + smoothFrames] ?? 0) - (levels[frame - smoothFrames - 1] ?? 0);
    return sum / (2 * smoothFrames + 1);
  });
}
