import type { TranscriptJson } from "#db/engine-schema.ts";

const maxCueCharacters = 84;
const maxCueSeconds = 7;

type Word = TranscriptJson["words"][number];

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** SubRip: numbered cues, times as `00:00:01,250`. */
export const toSrt = (transcript: TranscriptJson): string =>
  cuesOf(transcript)
    .map((cue, index) => `${index + 1}\n${clock(cue.start, ",")} --> ${clock(cue.end, ",")}\n${cue.text}\n`)
    .join("\n");

/** WebVTT (W3C): times as `00:00:01.250`. */
export const toVtt = (transcript: TranscriptJson): string =>
  [
    "WEBVTT\n",
    ...cuesOf(transcript).map((cue) => `${clock(cue.start, ".")} --> ${clock(cue.end, ".")}\n${cue.text}\n`),
  ].join("\n");

/** A segment makes one cue, or several where it is longer than two lines or seven seconds. */
function cuesOf({ segments, words }: TranscriptJson): readonly Cue[] {
  let next = 0;
  return segments.flatMap((segment) => {
    const from = next;
    while (next < words.length && (words[next]?.end ?? Infinity) <= segment.end) next += 1;
    return splitIntoCues(words.slice(from, next));
  });
}

function splitIntoCues(words: readonly Word[]): readonly Cue[] {
  const cues: Cue[] = [];
  for (const { word, written = word, start, end } of words) {
    const last = cues.at(-1);
    const fits =
      last !== undefined && last.text.length + written.length < maxCueCharacters && end - last.start <= maxCueSeconds;
    if (fits) cues[cues.length - 1] = { start: last.start, end, text: joined(last.text, written) };
    else cues.push({ start, end, text: written });
  }
  return cues;
}

/** Scripts that are written without spaces between words. */
const spaceless = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** What stands between two words of a text. */
export const spaceBetween = (before: string, word: string): string =>
  spaceless.test(before.slice(-1)) && spaceless.test(word.slice(0, 1)) ? "" : " ";

const joined = (before: string, word: string): string => `${before}${spaceBetween(before, word)}${word}`;

function clock(seconds: number, separator: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`;
}
