import { framesPerSecond } from "#workers/speech/audio/sound-levels.ts";

/** The level is judged in stretches of this length, so that one loud noise does not make an hour of speech "quiet". */
const stretchFrames = 20 * framesPerSecond;

/** Frames below −70 dB of full scale are silent whatever surrounds them. */
const silentLevel = 20;

/** Speech varies in level; a stretch whose loud and quiet frames are closer than this many decibels is hum or hiss. */
const minContrast = 4;

/** Where between the quiet and the loud level speech begins. */
const speechShare = 0.25;

/** How long a sound must last, in frames, to count as the loud level of its stretch: less than half of the shortest word. */
const loudFrames = 10;

/** Shorter bursts are clicks. */
const minBurstFrames = 4;

/**
 * Marks the frames that are not a pause, from their levels in decibels. `parts` are the recordings `[from, to)` that the
 * file consists of. Errs on the side of speech: what is marked is decoded, what is not marked may be shortened.
 */
export function detectSpeech(levels: Float32Array, parts: readonly Range[]): Uint8Array {
  const speech = new Uint8Array(levels.length);
  for (const [from, to] of parts.flatMap(stretchesOf)) {
    const threshold = speechLevel(levels.subarray(from, to));
    for (let frame = from; frame < to; frame += 1) speech[frame] = Number((levels[frame] ?? 0) > threshold);
  }
  removeClicks(speech);
  return speech;
}

function stretchesOf([from, to]: Range): readonly Range[] {
  const count = Math.max(1, Math.round((to - from) / stretchFrames));
  const edge = (index: number): number => from + Math.floor((index * (to - from)) / count);
  return Array.from({ length: count }, (_, index) => [edge(index), edge(index + 1)]);
}

function speechLevel(levels: Float32Array): number {
  const audible = levels.filter((level) => level >= silentLevel).toSorted();
  const quiet = audible[Math.floor(audible.length * 0.1)] ?? silentLevel;
  const loud = audible[audible.length - 1 - Math.min(loudFrames, Math.floor(audible.length * 0.05))] ?? silentLevel;
  // A word between two stretches of digital silence has no quiet frames to be compared with.
  const floor = audible.length < levels.length / 2 ? silentLevel : quiet;
  if (loud - floor < minContrast) return Infinity;
  return Math.max(silentLevel, floor + speechShare * (loud - floor));
}

function removeClicks(speech: Uint8Array): void {
  for (const [from, to] of runs(speech, 1)) if (to - from < minBurstFrames) speech.fill(0, from, to);
}

/** The frames from the first up to and without the second. */
export type Range = readonly [from: number, to: number];

/** The stretches of frames that have this value. */
export function* runs(frames: Uint8Array, value: 0 | 1): Generator<Range> {
  for (let from = frames.indexOf(value); from !== -1;) {
    const next = frames.indexOf(value === 0 ? 1 : 0, from);
    const to = next === -1 ? frames.length : next;
    yield [from, to];
    from = frames.indexOf(value, to);
  }
}
