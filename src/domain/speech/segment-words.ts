import type { TranscriptJson } from "#db/engine-schema.ts";

type Segment = TranscriptJson["segments"][number];
type Words = TranscriptJson["words"];

/** For each segment the next one of its channel; undefined for the last. */
function nextOf(segments: readonly Segment[]): readonly (Segment | undefined)[] {
  const next = new Map<number | undefined, Segment>();
  const found = segments.toReversed().map((segment) => {
    const following = next.get(segment.channel);
    next.set(segment.channel, segment);
    return following;
  });
  return found.toReversed();
}

/**
 * The words of each segment. A segment ends where the next one of its channel begins; a word without length there is still of the first
 * one where only that has its speaker.
 */
export function wordsBySegment({ segments, words }: Pick<TranscriptJson, "segments" | "words">): readonly Words[] {
  // Channels speak at the same time, so that the words of each are passed through by themselves.
  const lanes = Map.groupBy(words, ({ channel }) => channel);
  const passed = new Map<number | undefined, number>();
  const following = nextOf(segments);
  return segments.map((segment, index) => {
    const { channel } = segment;
    const [lane, begin] = [lanes.get(channel) ?? [], passed.get(channel) ?? 0];
    let end = begin;
    while (isBefore(lane[end], segment, following[index])) end += 1;
    passed.set(channel, end);
    return lane.slice(begin, end);
  });
}

/** Whether a word belongs to a segment and not to the next one. */
const isBefore = (word: Words[number] | undefined, segment: Segment, next: Segment | undefined): boolean => {
  if (word === undefined || next === undefined) return word !== undefined;
  const isOwnVoice = word.speaker === segment.speaker && next.speaker !== segment.speaker;
  return word.start < next.start || (word.start === next.start && isOwnVoice);
};
