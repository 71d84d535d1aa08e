import type { TranscriptJson } from "#db/engine-schema.ts";
import { findObstacle, type Installation } from "#src/domain/models/missing-models.ts";
import { DomainError } from "#src/errors.ts";
import { wordsBySegment } from "./segment-words.ts";
import { spaceBetween } from "./subtitle-words.ts";
import type { GivenTranscriptionOptions } from "./transcription-options.ts";

/** The models that speakers are told apart by. */
export const speakerModels = { encoder: ["ge2e-speaker-encoder"], vad: ["silero-vad"] } as const;

/** The encoder that takes the place of the other one where it is installed, too. */
export const betterEncoder = "campplus-speaker-encoder";

/** The model that hears where people speak at once, where it is installed. */
export const overlapModel = "pyannote-segmentation-3.0";

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
export function listSpeakers({ segments, speakerNames = {} }: Pick<TranscriptJson, "segments" | "speakerNames">) {
  const seconds = new Map<number, number>();
  for (const { speaker, start, end } of segments) {
    if (speaker !== undefined) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start);
  }
  return [...seconds]
    .toSorted(([a], [b]) => a - b)
    .map(([one, sum]) => {
      const speaker = speakerLabel(one);
      return { speaker, name: speakerNames[speaker] ?? null, seconds: Math.round(1000 * sum) / 1000 };
    });
}

/** The channels of a transcript in which each was transcribed by itself, each with the seconds of its segments. `language`: of one in which none was detected. */
export const listChannels = ({ channels = [], segments, speakerNames = {} }: TranscriptJson, language: string) =>
  channels.map(({ channel, language: detected = language }) => {
    const own = segments.filter((segment) => segment.channel === channel);
    const sum = own.reduce((seconds, { start, end }) => seconds + end - start, 0);
    return { channel, name: speakerNames[channel] ?? null, language: detected, seconds: Math.round(1000 * sum) / 1000 };
  });

/** A channel of a transcript as a transcript of its own. */
export interface ChannelTranscript extends TranscriptJson {
  readonly channel: number;
  /** The language that was detected in it; absent where it was told. */
  readonly language?: string;
}

const withoutChannel = <Said extends { readonly channel?: number }>({ channel: _channel, ...said }: Said) => said;

/** The transcripts of the channels; one of all where they were transcribed together. */
export function transcriptsByChannel(transcript: TranscriptJson): readonly ChannelTranscript[] {
  const { channels = [], words, segments, ...facts } = transcript;
  if (channels.length === 0) return [{ ...transcript, channel: 0 }];
  return channels.map(({ channel, ...found }) => {
    const own = segments.filter((segment) => segment.channel === channel).map(withoutChannel);
    return {
      ...{ ...facts, ...found, channel, segments: own },
      text: joinSegments(own),
      words: words.filter((word) => word.channel === channel).map(withoutChannel),
    };
  });
}

/** A part of a transcript in which one person speaks. */
export interface TranscriptTurn extends Pick<TranscriptJson, "text" | "segments" | "words"> {
  /** The name or letter of who speaks, or the channel; absent where neither was told apart. */
  readonly label?: string;
  /** Seconds: the begin of the next turn, or of the next of this channel; or infinity. */
  readonly until: number;
}

type Part = TranscriptJson["segments"][number] | TranscriptJson["words"][number];
type Voiced = Pick<Part, "speaker" | "channel">;

/** The one who says a part of a transcript: the letter of a speaker, or the number of a channel; undefined where neither was told apart. */
const voiceOf = ({ speaker, channel }: Voiced): string | undefined => {
  if (channel !== undefined) return String(channel);
  return speaker === undefined ? undefined : speakerLabel(speaker);
};

/** The same by the name that was given, or as a text shows it. */
export const labelOf = (
  part: Voiced,
  { speakerNames = {} }: Pick<TranscriptJson, "speakerNames">,
): string | undefined => {
  const voice = voiceOf(part);
  const usual = part.channel === undefined ? voice : `Channel ${part.channel + 1}`;
  return voice === undefined ? undefined : (speakerNames[voice] ?? usual);
};

/** The speakers or channels of a transcript that may be named: letters, or numbers from 0. */
export const voicesIn = (transcript: TranscriptJson): readonly string[] => [
  ...(transcript.channels ?? []).map(({ channel }) => String(channel)),
  ...listSpeakers(transcript).map(({ speaker }) => speaker),
];

/** The turns of a transcript in the order in which they begin; one without speakers and channels is a single turn. */
export function turnsIn(transcript: TranscriptJson): readonly TranscriptTurn[] {
  const { segments, words, text } = transcript;
  const runs = runsOf(segments);
  const [first] = segments;
  if (first === undefined || (runs.length === 1 && voiceOf(first) === undefined)) {
    return [{ text, segments, words, until: Infinity }];
  }
  const said = wordsBySegment(transcript);
  const ends = endsOf(runs);
  let reached = 0;
  return runs.map((own, index) => {
    const label = labelOf(own[0], transcript);
    const begin = reached;
    reached += own.length;
    return {
      ...{ segments: own, until: ends[index] ?? Infinity, words: said.slice(begin, reached).flat() },
      text: joinSegments(own),
      ...(label !== undefined && { label }),
    };
  });
}

type Segment = TranscriptJson["segments"][number];
type Run = [Segment, ...Segment[]];

/** The segments that one person says, or that are of one channel, together. */
function runsOf(segments: readonly Segment[]): readonly Run[] {
  const runs: Run[] = [];
  for (const segment of segments) {
    const run = runs.at(-1);
    if (run !== undefined && run[0].speaker === segment.speaker && run[0].channel === segment.channel)
      run.push(segment);
    else runs.push([segment]);
  }
  return runs;
}

/** For each run, in seconds, the begin of the next of its channel. */
function endsOf(runs: readonly Run[]): readonly number[] {
  const next = new Map<number | undefined, number>();
  const ends = runs.toReversed().map(([{ channel, start }]) => {
    const end = next.get(channel) ?? Infinity;
    next.set(channel, start);
    return end;
  });
  return ends.toReversed();
}

/** The text of segments. */
export const joinSegments = (segments: readonly Pick<Segment, "text">[]): string =>
  segments.reduce((before, { text }) => (before === "" ? text : `${before}${spaceBetween(before, text)}${text}`), "");

/** The text of a transcript: where speakers or channels are told apart, a line for each turn that begins with its speaker. */
export const textOfTranscript = (transcript: TranscriptJson): string =>
  turnsIn(transcript)
    .map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`))
    .join("\n");
