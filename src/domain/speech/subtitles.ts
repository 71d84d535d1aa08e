import type { TranscriptJson } from "#db/engine-schema.ts";
import { cuesOf, type SubtitleLayout, usualLayout } from "./subtitle-cues.ts";
import { subtitleWords } from "./subtitle-words.ts";

/** The options of making subtitles of a transcript. */
export interface SubtitleOptions {
  readonly layout?: SubtitleLayout;
  /** Seconds of the recording, beyond which no cue stays; null where they are unknown. */
  readonly duration: number | null;
}

/** SubRip: numbered cues, times as `00:00:01,250`. */
export const toSrt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  cuesFor(transcript, options)
    .map(({ start, end, lines }, index) => [index + 1, `${clock(start, ",")} --> ${clock(end, ",")}`, ...lines, ""])
    .map((rows) => rows.join("\n"))
    .join("\n");

/** WebVTT (W3C): times as `00:00:01.250`. */
export const toVtt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  [
    "WEBVTT\n",
    ...cuesFor(transcript, options).map(({ start, end, lines }) =>
      [`${clock(start, ".")} --> ${clock(end, ".")}`, ...lines, ""].join("\n"),
    ),
  ].join("\n");

const cuesFor = (transcript: TranscriptJson, { layout = usualLayout, duration }: SubtitleOptions) =>
  cuesOf(subtitleWords(transcript), { layout, limit: duration ?? Infinity });

function clock(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`;
}
