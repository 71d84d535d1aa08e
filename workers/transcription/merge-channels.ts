import { chaptersOf } from "#src/domain/speech/chapters.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";

/** A part of a transcript that was said in a channel. */
interface InChannel {
  /** From 0; absent where channels were transcribed together. */
  readonly channel?: number;
}

/** A transcript whose words and segments may have a speaker or a channel. */
export interface WrittenTranscript extends Pick<LabelledTranscript, "text"> {
  readonly segments: readonly (LabelledTranscript["segments"][number] & InChannel)[];
  readonly words: readonly (LabelledTranscript["words"][number] & InChannel)[];
}

interface Timed {
  readonly start: number;
}

const inTime = <Item extends Timed>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((one, other) => one.start - other.start);

/** The transcripts of the channels of a recording as one: segments whole, and words, in the order in which they begin. */
export function mergeTranscripts(channels: readonly LabelledTranscript[]): WrittenTranscript {
  const segments = inTime(
    channels.flatMap(({ segments: own }, channel) => own.map((segment) => ({ ...segment, channel }))),
  ).map((segment, id) => ({ ...segment, id }));
  const words = inTime(channels.flatMap(({ words: own }, channel) => own.map((word) => ({ ...word, channel }))));
  return { text: joinWords(segments.map(({ text }) => text)), segments, words };
}

const secondsOf = ({ segments }: Recognition): number => segments.reduce((sum, { start, end }) => sum + end - start, 0);

interface Read {
  readonly recognition: Recognition;
}

/** The reading of the channel with most speech. */
const mainOf = <Reading extends Read>(readings: readonly [Reading, ...Reading[]]): Reading =>
  readings.reduce((main, one) => (secondsOf(one.recognition) > secondsOf(main.recognition) ? one : main));

const hasSpeech = ({ segments, unintelligible = [] }: Recognition): boolean =>
  segments.length + unintelligible.length > 0;

/**
 * The facts about the readings of all channels as those about one: model and language are those of the channel with most speech. The
 * speech is of another language where that of this channel is, or that of all; else there is a warning for each other channel.
 */
export function mergeReadings(channels: readonly [Recognition, ...Recognition[]]): Recognition {
  const [only, ...others] = channels;
  if (others.length === 0) return only;
  const { recognition: main } = mainOf([{ recognition: only }, ...others.map((recognition) => ({ recognition }))]);
  const languages = inTime(channels.flatMap((one) => one.languages ?? []));
  const isOther = ({ isOtherLanguage = false }: Recognition): boolean => isOtherLanguage;
  const spoken = channels.filter(hasSpeech);
  const isOtherLanguage = isOther(main) || (spoken.length > 0 && spoken.every(isOther));
  const mismatches = channels.flatMap((one, channel) =>
    isOther(one) && !isOtherLanguage ? [mismatchOf(channel)] : [],
  );
  const unread = [...channels.flatMap((one) => one.unread ?? []), ...mismatches];
  return {
    ...main,
    ...(languages.length > 0 && { languages }),
    unintelligible: inTime(channels.flatMap((one) => one.unintelligible ?? [])),
    unread: [...new Map(unread.map((one) => [one.message, one])).values()],
    isOtherLanguage,
  };
}

const mismatchOf = (channel: number) => ({
  code: "language_mismatch",
  message: `The speech of channel ${channel + 1} seems to be in another language, so its words may be made up.`,
});

/** A transcript with its chapters, where they were asked for, by the language of the channel with most speech. */
export const withChapters = <Transcript extends WrittenTranscript>(
  transcript: Transcript,
  { asked, readings }: ChapterOptions,
) => ({ ...transcript, ...(asked.chapters && { chapters: chaptersOf(transcript, mainOf(readings).language) }) });

interface ChapterOptions {
  readonly asked: { readonly chapters: boolean };
  readonly readings: readonly [SpokenReading, ...SpokenReading[]];
}

interface SpokenReading extends Read {
  readonly language: string;
}
