import type { TranscriptJson } from "#db/engine-schema.ts";
import { speakerLabel, turnsIn } from "./speakers.ts";
import { type Cue, cuesOf, type SubtitleLayout, usualLayout } from "./subtitle-cues.ts";
import { subtitleWords } from "./subtitle-words.ts";

/** The options of making subtitles of a transcript. */
export interface SubtitleOptions {
  readonly layout?: SubtitleLayout;
  /** Seconds of the recording, beyond which no cue stays; null where they are unknown. */
  readonly duration: number | null;
}

/** SubRip: numbered cues, times as `00:00:01,250`. Where speakers are told apart, the first cue of each turn begins with its speaker. */
export const toSrt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  cuesFor(transcript, options)
    .map(({ start, end, lines, begins }, index) => {
      const shown = begins === undefined ? lines : [`${begins}: ${lines[0] ?? ""}`, ...lines.slice(1)];
      return [index + 1, `${clock(start, ",")} --> ${clock(end, ",")}`, ...shown, ""];
    })
    .map((rows) => rows.join("\n"))
    .join("\n");

/** WebVTT (W3C): times as `00:00:01.250`. Where speakers are told apart, each cue has a voice span. */
export const toVtt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  [
    "WEBVTT\n",
    ...cuesFor(transcript, options).map(({ start, end, lines, speaker }) => {
      const shown = speaker === undefined ? lines : [`<v ${speaker}>${lines.join("\n")}`];
      return [`${clock(start, ".")} --> ${clock(end, ".")}`, ...shown, ""].join("\n");
    }),
  ].join("\n");

interface SpokenCue extends Cue {
  /** The letter of the one who speaks; absent where speakers are not told apart. */
  readonly speaker?: string;
  /** The same, of the first cue of a turn. */
  readonly begins?: string;
}

/** A cue has the words of one speaker. */
const cuesFor = (
  transcript: TranscriptJson,
  { layout = usualLayout, duration }: SubtitleOptions,
): readonly SpokenCue[] =>
  turnsIn(transcript).flatMap(({ speaker, until, ...turn }) => {
    const cues = cuesOf(subtitleWords(turn), { layout, limit: Math.min(until, duration ?? Infinity) });
    if (speaker === undefined) return cues;
    const label = speakerLabel(speaker);
    return cues.map((cue, index) => ({ ...cue, speaker: label, ...(index === 0 && { begins: label }) }));
  });

function clock(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`;
}
