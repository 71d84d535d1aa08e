import type { TranscriptJson } from "#db/engine-schema.ts";
import { findObstacle, type Installation } from "#src/domain/models/missing-models.ts";
import { DomainError } from "#src/errors.ts";
import { spaceBetween } from "./subtitle-words.ts";
import type { GivenTranscriptionOptions } from "./transcription-options.ts";

/** The models that speakers are told apart by. */
export const speakerModels = { encoder: ["ge2e-speaker-encoder"], vad: ["silero-vad"] } as const;

/** More people than these are not told apart. */
export const mostSpeakers = 30;

/** The number of people where it is not known. */
export const anySpeakers = { least: 1, most: mostSpeakers } as const;

/** The error of an installation that cannot tell speakers apart. */
export const speakersUnavailable = (obstacle: string): DomainError =>
  new DomainError("engine_unavailable", `This service cannot tell speakers apart. ${obstacle}`);

/**
 * Refuses a recording whose speakers are to be told apart where every machine with a running worker lacks a model for it.
 * @throws DomainError `engine_unavailable` with the command that installs what is missing
 */
export async function requireSpeakers(installation: Installation, options: GivenTranscriptionOptions): Promise<void> {
  if ((options.speakers ?? null) === null) return;
  const obstacle = await findObstacle(installation, speakerModels);
  if (obstacle !== null) throw speakersUnavailable(obstacle);
}

const letters = 26;
const firstLetter = "A".codePointAt(0) ?? 0;

/** The name of a speaker: A to Z, then AA, AB and so on. */
export function speakerLabel(speaker: number): string {
  const last = String.fromCodePoint(firstLetter + (speaker % letters));
  return speaker < letters ? last : `${speakerLabel(Math.floor(speaker / letters) - 1)}${last}`;
}

/** The speakers of a transcript in the order of appearance, each with the seconds that its segments take. */
export function listSpeakers({ segments }: Pick<TranscriptJson, "segments">) {
  const seconds = new Map<number, number>();
  for (const { speaker, start, end } of segments) {
    if (speaker !== undefined) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start);
  }
  return [...seconds]
    .toSorted(([a], [b]) => a - b)
    .map(([speaker, sum]) => ({ speaker: speakerLabel(speaker), seconds: Math.round(1000 * sum) / 1000 }));
}

/** A part of a transcript in which one person speaks. */
export interface TranscriptTurn extends Pick<TranscriptJson, "text" | "segments" | "words"> {
  /** From 0; absent where speakers were not told apart. */
  readonly speaker?: number;
  /** Seconds: the begin of the next turn, or infinity. */
  readonly until: number;
}

/** The turns of a transcript; one without speakers is a single turn. */
export function turnsIn({ segments, words, text }: TranscriptJson): readonly TranscriptTurn[] {
  const runs: TranscriptJson["segments"][number][][] = [];
  for (const segment of segments) {
    const run = runs.at(-1);
    if (run === undefined || run[0]?.speaker !== segment.speaker) runs.push([segment]);
    else run.push(segment);
  }
  if (runs.length <= 1 && segments[0]?.speaker === undefined) return [{ text, segments, words, until: Infinity }];
  let next = 0;
  return runs.map((own, index) => {
    const [until, speaker] = [runs[index + 1]?.[0]?.start ?? Infinity, own[0]?.speaker];
    const first = next;
    while (next < words.length && isBefore(words[next], { until, speaker })) next += 1;
    return {
      ...{ segments: own, until, words: words.slice(first, next) },
      text: own.reduce((before, { text: more }) => joined(before, more), ""),
      ...(speaker !== undefined && { speaker }),
    };
  });
}

/** Whether a word belongs to a turn and not to the next: a word without length at the very end of it is still its own. */
const isBefore = (
  word: TranscriptJson["words"][number] | undefined,
  { until, speaker }: { readonly until: number; readonly speaker: number | undefined },
): boolean => word !== undefined && (word.start < until || (word.start === until && word.speaker === speaker));

const joined = (before: string, next: string): string =>
  before === "" ? next : `${before}${spaceBetween(before, next)}${next}`;

/** The text of a transcript: where speakers are told apart, a line for each turn that begins with its speaker. */
export const textOfTranscript = (transcript: TranscriptJson): string =>
  turnsIn(transcript)
    .map(({ speaker, text }) => (speaker === undefined ? text : `${speakerLabel(speaker)}: ${text}`))
    .join("\n");
