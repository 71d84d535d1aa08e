import type { TranscriptJson } from "#db/engine-schema.ts";
import { type TranscriptTurn, turnsIn } from "./speakers.ts";
import { type Cue, cuesOf, type SubtitleLayout, usualLayout } from "./subtitle-cues.ts";
import { type SubtitleWord, subtitleWords } from "./subtitle-words.ts";

/** The options of making subtitles of a transcript. */
export interface SubtitleOptions {
  readonly layout?: SubtitleLayout;
  /** Seconds of the recording, beyond which no cue stays; null where they are unknown. */
  readonly duration: number | null;
}

/** SubRip: numbered cues, times as `00:00:01,250`. Where speakers or channels are told apart, each turn begins with its speaker. */
export const toSrt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  inOrder(turnsIn(transcript), ({ label, ...turn }) => {
    const [first, ...others] = subtitleWords(turn);
    if (first === undefined) return [];
    const said = label === undefined ? "" : `${label}: `;
    const named = { ...first, text: `${said}${first.text}`, width: said.length + first.width };
    return cuesOfTurn([named, ...others], turn, options);
  })
    .map(({ start, end, lines }, index) => [index + 1, `${clock(start, ",")} --> ${clock(end, ",")}`, ...lines, ""])
    .map((rows) => rows.join("\n"))
    .join("\n");

/** WebVTT (W3C): times as `00:00:01.250`. Where speakers or channels are told apart, each cue has a voice span. */
export const toVtt = (transcript: TranscriptJson, options: SubtitleOptions): string =>
  [
    "WEBVTT\n",
    ...inOrder(turnsIn(transcript), ({ label, ...turn }) => {
      const voice = label === undefined ? "" : `<v ${escaped(label)}>`;
      return cuesOfTurn(subtitleWords(turn), turn, options).map((cue) => ({ ...cue, voice }));
    }).map(({ start, end, lines, voice }) =>
      [`${clock(start, ".")} --> ${clock(end, ".")}`, `${voice}${lines.join("\n")}`, ""].join("\n"),
    ),
  ].join("\n");

/** A name as the annotation of a voice span has it. */
const escaped = (name: string): string => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The cues of turns, in the order in which they begin, since channels speak at the same time. */
const inOrder = <Item extends Cue>(
  turns: readonly TranscriptTurn[],
  cuesIn: (turn: TranscriptTurn) => readonly Item[],
): readonly Item[] => turns.flatMap(cuesIn).toSorted((one, other) => one.start - other.start);

/** The cues of words that one person says, none of which lasts into the next turn, or the next of its channel. */
const cuesOfTurn = (
  words: readonly SubtitleWord[],
  { until }: Pick<TranscriptTurn, "until">,
  { layout = usualLayout, duration }: SubtitleOptions,
): readonly Cue[] =>
  cuesOf(words, { layout, limit: Math.min(until, duration ?? Infinity) }).map((cue) => ({
    ...cue,
    end: Math.max(cue.start, Math.min(cue.end, until)),
  }));

function clock(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`;
}
