import type { TranscriptJson } from "#db/engine-schema.ts";
import { DomainError } from "#src/errors.ts";
import { requireSegments } from "./corrections.ts";
import { listSpeakers, mostSpeakers, speakerLabel } from "./speakers.ts";

/** The letters of the speakers to whom segments are given, by the ids of the segments; null takes that back. */
export type SegmentSpeakers = Readonly<Record<string, string | null>>;

/** The letters of all speakers that a transcript may have. */
export const speakerLetters: readonly string[] = Array.from({ length: mostSpeakers }, (_, speaker) =>
  speakerLabel(speaker),
);

const field = "segment_speakers";

/**
 * The transcript with these speakers of segments; those of others stay. The speakers that were heard are kept beside them.
 * @throws DomainError `validation_error` where it has no such segment, or no speakers are told apart in it
 */
export function withSegmentSpeakers(transcript: TranscriptJson, changes: SegmentSpeakers): TranscriptJson {
  if (Object.keys(changes).length === 0) return transcript;
  requireSegments(transcript, Object.keys(changes), field);
  if (listSpeakers(transcript).length === 0)
    throw new DomainError("validation_error", "No speakers are told apart in the transcript.", { field });
  const heard = new Map(transcript.segments.map(({ id, speaker }) => [String(id), speaker]));
  const { text = transcript.text, segments = {}, speakers: given = {} } = transcript.corrections ?? {};
  const letters = Object.entries(changes).map(([id, letter]) => {
    return [id, letter === null ? heard.get(id) : speakerLetters.indexOf(letter)] as const;
  });
  const kept = Object.entries({ ...given, ...Object.fromEntries(letters) }).flatMap(([id, speaker]) =>
    speaker === undefined || speaker === heard.get(id) ? [] : [[id, speaker] as const],
  );
  return { ...transcript, corrections: { text, segments, speakers: Object.fromEntries(kept) } };
}
