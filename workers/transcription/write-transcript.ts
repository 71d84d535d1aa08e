import type { TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { maskTranscript } from "#workers/speech/recognition/clean/mask-profanity.ts";
import { formatTranscript } from "#workers/speech/recognition/format-transcript.ts";
import { applyKeyTerms } from "#workers/speech/terms/apply-own-words.ts";
import { replaceWords } from "#workers/speech/terms/replace-words.ts";
import { searchWords } from "#workers/speech/terms/search-words.ts";
import { labelTranscript, type LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { speakersOfWords } from "#workers/speech/voices/speakers/speaker-turns.ts";
import { canMute, type HeardRecording, type Reading } from "./hear-recording.ts";
import { mergeTranscripts, type WrittenTranscript, withChapters } from "./merge-channels.ts";

/** The options of a request with its language. */
export interface Asked extends TranscriptionOptions {
  /** A primary tag, or `auto`. */
  readonly language: string;
}

/** Faults of a recording that its sender can mend, and what they do to the transcript. */
const warnings = {
  otherLanguage: {
    code: "language_mismatch",
    message: "The speech seems to be in another language than the one that was named, so the words may be made up.",
  },
  quiet: {
    code: "recording_quiet",
    message: "The recording is very quiet, so words may be missing. Record closer to the microphone or with more gain.",
  },
  oneChannel: {
    code: "one_channel",
    message:
      "The recording has one channel, so there is nothing to separate: it is transcribed and charged as a whole.",
  },
  notKept: {
    code: "recording_not_kept",
    message:
      "The recording is not kept, because it is not known where in it the personal data is. The transcript is without it.",
  },
  clipped: {
    code: "recording_clipped",
    message: "The loud parts of the recording are cut off, so words may be wrong. Record with less gain.",
  },
} as const;

const warningsOf = (
  { isOtherLanguage = false, unread = [] }: Recognition,
  { audio: { isQuiet, isClipped }, asked, readings }: ReadOptions,
) => [
  ...(isOtherLanguage ? [warnings.otherLanguage] : []),
  ...unread,
  ...(asked.channels === "separate" && readings.length === 1 ? [warnings.oneChannel] : []),
  ...(asked.redactAudio && !canMute(readings) ? [warnings.notKept] : []),
  ...(isQuiet ? [warnings.quiet] : []),
  ...(isClipped ? [warnings.clipped] : []),
];

interface ReadOptions extends HeardRecording {
  readonly asked: Asked;
  /** A private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The transcript of a reading in the form that was asked for: with its speakers, then with the key terms, then with what replaces its words. */
async function writtenOf(
  { recognition, turns, language, languages }: Reading,
  { asked, directory, signal }: Omit<ReadOptions, keyof HeardRecording>,
): Promise<LabelledTranscript> {
  const speakers = turns === null ? [] : speakersOfWords(recognition.words, turns);
  const formatted = formatTranscript(recognition, { format: asked.transcriptFormat, language, speakers });
  const labelled = turns === null ? formatted : labelTranscript(formatted, turns);
  const { confidenceSource } = recognition;
  const { keyTerms, replacements } = asked;
  const options = { keyTerms, confidenceSource, language, directory, signal };
  const written = replaceWords(await applyKeyTerms(labelled, options), replacements);
  return asked.profanity === "mask" ? maskTranscript(written, languages) : written;
}

/** The transcript of all that was read, and what is known of its channels where each was read by itself. */
async function transcriptOf({ readings, ...options }: ReadOptions) {
  const [only, ...others] = readings;
  if (others.length === 0) return writtenOf(only, options);
  const channels = readings.map(({ recognition: { language, languageProbability, segments } }, channel) => ({
    channel,
    // The language of silence was not found, but assumed.
    ...(language !== undefined && segments.length > 0 && { language }),
    ...(languageProbability !== undefined && { languageProbability }),
  }));
  const written = await Promise.all(readings.map((reading) => writtenOf(reading, options)));
  return { ...mergeTranscripts(written), channels };
}

/** A transcript with the places of what is searched for. */
const withSearch = <Transcript extends WrittenTranscript>(transcript: Transcript, queries: readonly string[]) => ({
  ...transcript,
  ...(queries.length > 0 && { search: searchWords(transcript, queries) }),
});

/** The parts in which people speak at once, where that was heard; a channel is heard without. */
const overlapsOf = ({ readings: [{ overlaps }] }: Pick<ReadOptions, "readings">) => overlaps && { overlaps };

/** The part of a recognition that is stored. */
export const readingOf = async (recognition: Recognition, heard: ReadOptions) => ({
  model: recognition.model,
  confidenceSource: recognition.confidenceSource,
  transcript: {
    ...withChapters(withSearch(await transcriptOf(heard), heard.asked.search), heard),
    ...(recognition.languageProbability !== undefined && { languageProbability: recognition.languageProbability }),
    ...(recognition.modelReason !== undefined && { modelReason: recognition.modelReason }),
    ...(recognition.languages !== undefined && { languages: recognition.languages }),
    ...(recognition.unintelligible !== undefined && { unintelligible: recognition.unintelligible }),
    ...overlapsOf(heard),
    warnings: warningsOf(recognition, heard),
  },
  detectedLanguage: recognition.language,
});
