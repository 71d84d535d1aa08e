import { requireFewChannels } from "#src/domain/speech/channels.ts";
import { DomainError } from "#src/errors.ts";
import { inSpan } from "#src/spans.ts";
import type { SpeakerCount } from "#workers/speech/voices/speakers/group-voices.ts";
import type { Speakers } from "#workers/speech/voices/speakers/open-speakers.ts";
import type { SpeakerTurn } from "#workers/speech/voices/speakers/speaker-turns.ts";
import {
  type AudioSource,
  countChannels,
  type DecodedAudio,
  decodeAudio,
  type DecodeOptions,
} from "#workers/speech/audio/decode-audio.ts";
import { muteFlac, type MuteOptions } from "#workers/speech/audio/mute-audio.ts";
import type { Recognition, RecognizeOptions, TimeSpan } from "#workers/speech/engine.ts";
import { redactRecognition } from "#workers/speech/recognition/clean/redact-recognition.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";

/** The words of a recording, or of a channel of it. */
export interface Reading {
  readonly recognition: Recognition;
  /** Who speaks when; null where that was not asked for. */
  readonly turns: readonly SpeakerTurn[] | null;
  /** The parts in which people speak at once; absent where that was not asked for, and without the model that hears it. */
  readonly overlaps?: readonly TimeSpan[];
  /** The primary tag of the words. */
  readonly language: string;
  /** The same, and those of other languages in which some of the words are. */
  readonly languages: readonly string[];
  /** The parts in which personal data was said that is not in the words any more. */
  readonly removed: readonly TimeSpan[];
}

export interface HeardRecording {
  /** Facts about its sound. */
  readonly audio: Omit<DecodedAudio, "path">;
  /** One, or one of each channel where each was heard by itself. */
  readonly readings: readonly [Reading, ...Reading[]];
}

/** The engines, and what a recording is heard for. */
export interface Hearing {
  readonly recognizer: Pick<Recognizer, "transcribe">;
  readonly speakers: Pick<Speakers, "follow">;
  readonly options: RecognizeOptions & { readonly account: string; readonly speakers: SpeakerCount | null };
  /** Called once, before anything is read, with the channels that are read one by one. */
  readonly reserve: (durationSeconds: number, channels: number) => Promise<void>;
}

/**
 * Decodes a recording and reads it; where its channels are to be separate, each by itself, one after the other, so that there is
 * never more than one of them on the disk.
 * @throws DomainError those of `decodeAudio`, `requireFewChannels` and the engines, `language_unsupported` as `readChannels`
 */
export async function hearRecording(
  source: AudioSource,
  decoding: DecodeOptions,
  hearing: Hearing,
): Promise<HeardRecording> {
  const counted = hearing.options.channels === "separate" ? await countChannels(source, decoding) : null;
  const count = counted?.channels ?? 1;
  requireFewChannels(count);
  const decode = (index: number, flac: DecodeOptions["flac"]) =>
    inSpan("decode audio", {}, () =>
      decodeAudio(source, { ...decoding, flac: flac ?? null, channel: count === 1 ? null : { index, count } }),
    );
  const { path, ...first } = await decode(0, decoding.flac);
  await hearing.reserve(first.durationSeconds, count);
  const read = (index: number, pcm: DecodedAudio): Promise<HeardChannel> => {
    const options = { ...hearing.options, onProgress: partOf(hearing.options, index, count) };
    return readSound(pcm, { ...hearing, options })
      .then((reading) => readingAt(decoding.startSeconds ?? 0, reading))
      .catch(onlyUnsupported);
  };
  const heard: [HeardChannel, ...HeardChannel[]] = [await read(0, { path, ...first })];
  for (let index = 1; index < count; index += 1) heard.push(await read(index, await decode(index, null)));
  const readings = redactChannels(readChannels(heard), hearing.options.redact ?? []);
  // A fault of one channel alone, such as one without a voice, is none of the recording.
  return { audio: count === 1 || counted === null ? first : { ...first, ...levelsOf(counted) }, readings };
}

/** The reading of a part that begins at this second, with the times of the whole recording. */
function readingAt(seconds: number, reading: Reading): Reading {
  if (seconds === 0) return reading;
  const { recognition, turns, overlaps, removed } = reading;
  const later = <Timed extends TimeSpan>(spans: readonly Timed[]): readonly Timed[] =>
    spans.map((span) => ({
      ...span,
      start: toMillisecond(span.start + seconds),
      end: toMillisecond(span.end + seconds),
    }));
  const { segments, words, languages, unintelligible } = recognition;
  return {
    ...reading,
    recognition: {
      ...{ ...recognition, segments: later(segments), words: later(words) },
      ...(languages && { languages: later(languages) }),
      ...(unintelligible && { unintelligible: later(unintelligible) }),
    },
    turns: turns && later(turns),
    ...(overlaps && { overlaps: later(overlaps) }),
    removed: later(removed),
  };
}

/** A channel as it was read, or why no model reads its language. */
type HeardChannel = Reading | DomainError;

/** @throws any other error than that no model reads the language */
function onlyUnsupported(error: unknown): DomainError {
  if (error instanceof DomainError && error.code === "language_unsupported") return error;
  throw error;
}

/**
 * The readings of all channels. One whose language no model reads has no words and a warning, where another one has words.
 * @throws DomainError `language_unsupported` where none has
 */
export function readChannels([first, ...others]: readonly [
  HeardChannel,
  ...HeardChannel[],
]): HeardRecording["readings"] {
  const spoken = [first, ...others].find(
    (one): one is Reading => !(one instanceof DomainError) && one.recognition.segments.length > 0,
  );
  const readingOf = (one: HeardChannel, channel: number): Reading => {
    if (!(one instanceof DomainError)) return one;
    if (spoken === undefined) throw one;
    const { model, confidenceSource } = spoken.recognition;
    const unread = [{ code: one.code, message: `Channel ${channel + 1} was not transcribed. ${one.message}` }];
    const recognition = { text: "", segments: [], words: [], model, confidenceSource, unread };
    const { language } = spoken;
    return { recognition, turns: null, language, languages: [language], removed: [] };
  };
  return [readingOf(first, 0), ...others.map((one, index) => readingOf(one, index + 1))];
}

const levelsOf = ({ isQuiet, isClipped }: Pick<DecodedAudio, "isQuiet" | "isClipped">) => ({ isQuiet, isClipped });

/** Reports the progress of one of several channels as that of all. */
const partOf =
  ({ onProgress }: RecognizeOptions, index: number, count: number) =>
  (percent: number): void =>
    onProgress?.(Math.floor((100 * index + percent) / count));

/** The readings without personal data of these kinds, before anything else is done with them. The words of all channels say what a number is. */
function redactChannels(
  readings: HeardRecording["readings"],
  kinds: NonNullable<RecognizeOptions["redact"]>,
): HeardRecording["readings"] {
  const [first, ...more] = readings;
  const redacted = (reading: Reading): Reading => {
    const others = readings.flatMap((one) => (one === reading ? [] : [one.recognition]));
    return { ...reading, ...redactRecognition(reading.recognition, { kinds, languages: reading.languages, others }) };
  };
  return [redacted(first), ...more.map(redacted)];
}

/** Reads decoded sound, and tells its speakers apart meanwhile. */
async function readSound(
  pcm: DecodedAudio,
  { recognizer, speakers, options }: Omit<Hearing, "reserve">,
): Promise<Reading> {
  const { account, signal, speakers: count } = options;
  const [heard, followed] = await together(signal, (either) => [
    inSpan("recognize speech", {}, async (span) => {
      const recognition = await recognizer.transcribe(pcm, { ...options, signal: either });
      span.setAttributes({ "speech.model": recognition.model, "speech.audio.seconds": pcm.durationSeconds });
      return recognition;
    }),
    count &&
      inSpan("tell speakers apart", {}, () =>
        speakers.follow(pcm, { count, owner: { account, file: pcm }, signal: either }),
      ),
  ]);
  const language = options.task === "translate" ? "en" : (heard.language ?? options.language);
  const others = options.task === "translate" ? [] : (heard.languages ?? []).map((one) => one.language);
  const languages = [...new Set([language, ...others])];
  return {
    ...{ recognition: heard, removed: [] },
    turns: followed?.turns ?? null,
    ...(followed?.overlaps && { overlaps: followed.overlaps }),
    ...{ language, languages },
  };
}

/** The results of two works, of which the failure of one ends the other. */
async function together<One, Other>(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => readonly [Promise<One>, Promise<Other> | Other],
): Promise<readonly [One, Other]> {
  const failed = new AbortController();
  try {
    return await Promise.all(begin(AbortSignal.any([signal, failed.signal])));
  } catch (error) {
    failed.abort();
    throw error;
  }
}

interface KeptSound extends MuteOptions {
  readonly readings: readonly Reading[];
  readonly asked: Pick<RecognizeOptions, "redactAudio">;
}

/** Whether personal data can be muted: the times of what was found are known, and no speech was left unread. */
export const canMute = (readings: readonly Pick<Reading, "recognition" | "removed">[]): boolean =>
  readings.every(({ recognition: { hasEstimatedTimes = false, unread = [] }, removed }) => {
    const isTimed = removed.length === 0 || !hasEstimatedTimes;
    return isTimed && unread.length === 0;
  });

/** The sound that is kept: without personal data, where that was asked for; null where it cannot be muted. */
export async function keptSound(
  flac: string | null,
  { readings, asked, ...options }: KeptSound,
): Promise<string | null> {
  if (flac === null || asked.redactAudio !== true) return flac;
  if (!canMute(readings)) return null;
  const removed = readings.flatMap((one) => one.removed);
  return removed.length === 0 ? flac : muteFlac(flac, removed, options);
}
