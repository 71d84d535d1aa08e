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

/** The facts about the readings of all channels as those about one: model and language are those of the channel with most speech. */
export function mergeReadings(channels: readonly [Recognition, ...Recognition[]]): Recognition {
  const [only, ...others] = channels;
  if (others.length === 0) return only;
  const [main = only] = channels.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  const languages = inTime(channels.flatMap((one) => one.languages ?? []));
  const unread = new Map(channels.flatMap((one) => one.unread ?? []).map((one) => [one.message, one]));
  return {
    ...main,
    ...(languages.length > 0 && { languages }),
    unintelligible: inTime(channels.flatMap((one) => one.unintelligible ?? [])),
    unread: [...unread.values()],
    isOtherLanguage: channels.some(({ isOtherLanguage }) => isOtherLanguage === true),
  };
}

/** A transcript with its chapters, where they were asked for, by the language of its first channel. */
export const withChapters = <Transcript extends WrittenTranscript>(
  transcript: Transcript,
  {
    asked,
    readings: [{ language }],
  }: {
    readonly asked: { readonly chapters: boolean };
    readonly readings: readonly [{ readonly language: string }, ...unknown[]];
  },
) => ({ ...transcript, ...(asked.chapters && { chapters: chaptersOf(transcript, language) }) });
