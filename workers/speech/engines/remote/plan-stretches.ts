import type { PcmFile } from "#workers/speech/engine.ts";
import { framesPerSecond, readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import type { Stretch } from "./file-times.ts";

/**
 * The file is cut at the quietest point of so many frames before a stretch would become too long, at most its second
 * half.
 */
const maxSearchFrames = 60 * framesPerSecond;
/** The level of a point is averaged over a fifth of a second. */
const aroundFrames = 10;

/** The stretches of at most so many seconds in which a file is sent, cut where it is quiet. One for a file that is shorter. */
export async function planStretches(audio: PcmFile, maxSeconds: number): Promise<readonly Stretch[]> {
  const { durationSeconds } = audio;
  if (durationSeconds <= maxSeconds) return [{ from: 0, to: durationSeconds }];
  const levels = await readSoundLevels(audio.path);
  const maxFrames = Math.floor(maxSeconds * framesPerSecond);
  const searchFrames = Math.min(maxSearchFrames, Math.floor(maxFrames / 2));
  const stretches: Stretch[] = [];
  let from = 0;
  while (levels.length - from > maxFrames) {
    const to = quietestPlace(levels, from + maxFrames - searchFrames, from + maxFrames);
    stretches.push({ from: from / framesPerSecond, to: to / framesPerSecond });
    from = to;
  }
  return [...stretches, { from: from / framesPerSecond, to: durationSeconds }];
}

/** The frame from `first` up to and without `end` around which there is least sound. */
function quietestPlace(levels: Float32Array, first: number, end: number): number {
  let quietest = { frame: first, level: Infinity };
  for (let frame = first; frame < end; frame += 1) {
    const around = levels.subarray(Math.max(0, frame - aroundFrames), frame + aroundFrames);
    const level = around.reduce((sum, each) => sum + each, 0);
    if (level < quietest.level) quietest = { frame, level };
  }
  return quietest.frame;
}
