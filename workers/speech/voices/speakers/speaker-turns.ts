import type { TimeSpan } from "#workers/speech/engine.ts";
import type { Range } from "#workers/speech/audio/piece.ts";
import { framesPerSecond, noSpeaker } from "./follow-speakers.ts";

/** A part of a recording in which one person speaks, in seconds. Speakers are numbered from 0 in the order of appearance. */
export interface SpeakerTurn extends TimeSpan {
  readonly speaker: number;
}

const samplesPerFrame = 16_000 / framesPerSecond;

/** The turns in the speech of a recording, from the speaker of each frame. Speech is in samples of 16 kHz. */
export const turnsOf = (frames: Int8Array, speech: readonly Range[]): readonly SpeakerTurn[] =>
  speech.toSorted(([a], [b]) => a - b).flatMap((range) => turnsWithin(frames, range));

function turnsWithin(frames: Int8Array, [from, to]: Range): readonly SpeakerTurn[] {
  const turns: { speaker: number; start: number; end: number }[] = [];
  const last = Math.min(frames.length, Math.round(to / samplesPerFrame));
  for (let frame = Math.round(from / samplesPerFrame); frame < last; frame += 1) {
    const [speaker, start] = [frames[frame] ?? noSpeaker, frame / framesPerSecond];
    const end = (frame + 1) / framesPerSecond;
    const open = turns.at(-1);
    if (open?.speaker === speaker) open.end = end;
    else turns.push({ speaker, start, end });
  }
  return turns.filter(({ speaker }) => speaker !== noSpeaker);
}

/** The speaker of each word: who speaks most of its time; of one in a pause, who speaks nearest to it. Null without turns. */
export function speakersOfWords(words: readonly TimeSpan[], turns: readonly SpeakerTurn[]): readonly (number | null)[] {
  let next = 0;
  return words.map((word) => {
    while (next < turns.length - 1 && (turns[next]?.end ?? 0) <= word.start) next += 1;
    let end = next;
    while (end < turns.length && (turns[end]?.start ?? 0) < word.end) end += 1;
    const near = turns.slice(Math.max(0, next - 1), end + 1);
    const shares = [...Map.groupBy(near, ({ speaker }) => speaker)];
    const [most] = shares.toSorted(([, a], [, b]) => nearness(b, word) - nearness(a, word));
    return most?.[0] ?? null;
  });
}

/** The seconds of a word that these turns fill; below 0 the seconds between it and the nearest of them. */
function nearness(turns: readonly SpeakerTurn[], { start, end }: TimeSpan): number {
  const shares = turns.map((turn) => Math.min(turn.end, end) - Math.max(turn.start, start));
  const filled = shares.filter((share) => share > 0);
  return filled.length > 0 ? filled.reduce((sum, share) => sum + share, 0) : Math.max(...shares);
}
