import type { WordGroup } from "./word-groups.ts";
import { wordsText } from "./edited-transcript.ts";

type Word = WordGroup["words"][number];

// As the API cuts subtitles.
const maxCueCharacters = 84;
const maxCueSeconds = 7;

/** Seconds as subtitles have them: 00:00:01,250. */
function clock(seconds: number, separator: "," | "."): string {
  return new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23).replace(".", separator);
}

/** The words of each cue: a group, or parts of it where it is longer than two lines or seven seconds. */
function cuesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const cues: Word[][] = [];
  for (const word of words) {
    const last = cues.at(-1);
    const fits =
      last !== undefined &&
      wordsText(last).length + word.written.length < maxCueCharacters &&
      word.end - (last[0]?.start ?? 0) <= maxCueSeconds;
    if (fits) last.push(word);
    else cues.push([word]);
  }
  return cues;
}

function subtitles(groups: readonly WordGroup[], separator: "," | "."): readonly string[] {
  return groups
    .flatMap(({ words, speaker }) => cuesOf(words).map((cue) => ({ words: cue, speaker })))
    .map(({ words, speaker }) => {
      const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
      return `${clock(start, separator)} --> ${clock(end, separator)}\n${saidBy(speaker)}${wordsText(words)}\n`;
    });
}

const saidBy = (speaker: string | undefined): string => (speaker === undefined ? "" : `${speaker}: `);

const toJson = (groups: readonly WordGroup[]): string => `${JSON.stringify(contentOf(groups), null, 2)}\n`;

const contentOf = (groups: readonly WordGroup[]): object => ({
  text: transcriptText(groups),
  segments: groups.map(({ words, speaker }) => ({
    ...(speaker !== undefined && { speaker }),
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: wordsText(words),
  })),
  words: groups.flatMap(({ words }) => words.map(({ written, start, end }) => ({ written, start, end }))),
});

interface Said {
  readonly text: string;
  readonly speaker?: string | undefined;
}

/** The text of parts of a transcript; with speakers a line for each turn. */
export const turnsText = (parts: readonly Said[]): string =>
  parts.reduce((before, { text, speaker }, index) => {
    const last = parts[index - 1];
    if (last !== undefined && last.speaker === speaker) return `${before} ${text}`;
    return `${before}${last === undefined ? "" : "\n"}${saidBy(speaker)}${text}`;
  }, "");

/** The text of an edited transcript. */
export const transcriptText = (groups: readonly WordGroup[]): string =>
  turnsText(groups.map(({ words, speaker }) => ({ text: wordsText(words), speaker })));

type Write = (groups: readonly WordGroup[]) => string;

const toText: Write = (groups) => `${transcriptText(groups)}\n`;
const toSrt: Write = (groups) =>
  subtitles(groups, ",")
    .map((cue, index) => `${index + 1}\n${cue}`)
    .join("\n");
const toVtt: Write = (groups) => ["WEBVTT\n", ...subtitles(groups, ".")].join("\n");

/** The formats of a transcript's download: its name, that of the API, the ending of the file, and how an edited one is written. */
export const transcriptFormats: readonly (readonly [name: string, format: string, ending: string, write: Write])[] = [
  ["TXT", "text", "txt", toText],
  ["SRT", "srt", "srt", toSrt],
  ["VTT", "vtt", "vtt", toVtt],
  ["JSON", "json", "json", toJson],
];
