import { framesPerSecond } from "./sound-levels.ts";

/** The quiet level of a block is the lowest of its frames: between two words one hears the room. */
const blockFrames = framesPerSecond / 2;

/** So many blocks, 4 s, are compared on either side. */
const sideBlocks = 8;

/** A room that is this many decibels louder or quieter is another room, or another microphone. */
const minChange = 10;

/** Quieter than this, in decibels, rooms do not differ. */
const quietestRoom = 20;

/** Changes are further apart than this, in blocks. */
const minDistance = 6;

/**
 * The frames about which the background of a recording changes: another room, line or microphone, in ascending order. The
 * decoder takes the mean sound of what it is given for that of the line, and understands little when that is half untrue.
 */
export function findChanges(levels: Float32Array): readonly number[] {
  const blocks = Array.from({ length: Math.floor(levels.length / blockFrames) }, (_, block) =>
    levels.subarray(block * blockFrames, (block + 1) * blockFrames).reduce((low, level) => Math.min(low, level)),
  );
  const steps = blocks.map((_, block) => stepAt(blocks, block));
  const changes = steps.flatMap((step, block) => (step > 0 && isPeak(steps, block) ? [block] : []));
  return changes.map((block) => block * blockFrames);
}

/**
 * How much the sound before a block differs from that from it on, in decibels; 0 where the background is the same, and near
 * the ends. The background tells that there is a change, the mean of all blocks is sharpest where it happens.
 */
function stepAt(blocks: readonly number[], block: number): number {
  if (block < minDistance || block > blocks.length - minDistance) return 0;
  const before = audible(blocks.slice(Math.max(0, block - sideBlocks), block));
  const after = audible(blocks.slice(block, block + sideBlocks));
  if (before.length === 0 || after.length === 0) return 0;
  if (Math.abs(background(before) - background(after)) < minChange) return 0;
  return Math.abs(mean(before) - mean(after));
}

/** Digital silence is no room at all, and below the quietest room all are alike. */
const audible = (blocks: readonly number[]): readonly number[] =>
  blocks.filter((level) => level > 0).map((level) => Math.max(quietestRoom, level));

/** The lowest: what is heard in the shortest pause. */
const background = (blocks: readonly number[]): number => Math.min(...blocks);

const mean = (blocks: readonly number[]): number => blocks.reduce((sum, level) => sum + level, 0) / blocks.length;

/** The largest step as far as the next change may not be; the first of several equal ones. */
function isPeak(steps: readonly number[], block: number): boolean {
  const step = steps[block] ?? 0;
  const before = steps.slice(Math.max(0, block - minDistance), block);
  const after = steps.slice(block + 1, block + 1 + minDistance);
  return before.every((other) => other < step) && after.every((other) => other <= step);
}
