import type { Transcription } from "#web/api/types.ts";
import type { SegmentChanges } from "./use-corrections.ts";

type Segment = Pick<Transcription["segments"][number], "id" | "text">;

/** A place of a text, in UTF-16 units. */
export interface SegmentMatch {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** A text in small letters, unless that has another length: then its places would be others. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** The places where segments have a text, in whatever case. */
export function findInSegments(segments: readonly Segment[], wanted: string): readonly SegmentMatch[] {
  const needle = lowered(wanted.trim());
  if (needle === "") return [];
  return segments.flatMap(({ id, text }) => {
    const matches: SegmentMatch[] = [];
    const searched = lowered(text);
    for (let from = searched.indexOf(needle); from !== -1; from = searched.indexOf(needle, from + needle.length))
      matches.push({ id, from, to: from + needle.length });
    return matches;
  });
}

/** The changes that put another text in the place of all matches. */
export function replaceMatches(
  segments: readonly Segment[],
  matches: readonly SegmentMatch[],
  replacement: string,
): SegmentChanges {
  const bySegment = Map.groupBy(matches, ({ id }) => id);
  const changed = segments.flatMap(({ id, text }) => {
    const own = bySegment.get(id);
    if (own === undefined) return [];
    const last = own.at(-1)?.to ?? 0;
    const parts = own.map(({ from }, index) => `${text.slice(own[index - 1]?.to ?? 0, from)}${replacement}`);
    return [[id, { text: `${parts.join("")}${text.slice(last)}` }] as const];
  });
  return Object.fromEntries(changed);
}
