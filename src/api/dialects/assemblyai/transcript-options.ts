import { redactedKinds } from "#src/api/dialects/redacted-entities.ts";
import { ownWordsOf } from "#src/api/speech/own-words-fields.ts";
import { keyTermBounds, replacementBounds } from "#src/domain/speech/own-words.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import type { GivenTranscriptionOptions, TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { TranscriptFields } from "./transcript-fields.ts";

/** The options of a transcription that these fields ask for. */
export const transcriptionOptionsOf = (fields: TranscriptFields): Omit<GivenTranscriptionOptions, "model"> => ({
  transcriptFormat: fields.format_text === false ? "verbatim" : "smart",
  ...partOf(fields),
  speakers: speakersOf(fields),
  channels: hasChannels(fields) ? "separate" : "together",
  ...ownWordsOf({
    key_terms: [...(fields.keyterms_prompt ?? []), ...(fields.word_boost ?? [])].slice(0, keyTermBounds.terms),
    replace: replacementsOf(fields),
  }),
  profanity: fields.filter_profanity === true ? "mask" : "keep",
  redact: fields.redact_pii === true ? redactedKinds(fields.redact_pii_policies) : [],
  redactAudio: fields.redact_pii_audio === true,
  summary: fields.summarization === true,
  echo: echoOf(fields),
});

/** The part that is transcribed; an end of 0 is that of the recording. */
const partOf = ({ audio_start_from: start = 0, audio_end_at: end = 0 }: TranscriptFields) => ({
  startSeconds: start / 1000,
  endSeconds: end === 0 ? null : end / 1000,
});

/** The number of people whose words are to be told apart; null where they are not. */
export function speakersOf(fields: TranscriptFields): TranscriptionOptions["speakers"] {
  if (fields.speaker_labels !== true) return null;
  const { speakers_expected: count, speaker_options: bounds } = fields;
  if (count !== undefined) return { least: count, most: count };
  return { least: bounds?.min_speakers_expected ?? 1, most: bounds?.max_speakers_expected ?? mostSpeakers };
}

/** Whether each channel is transcribed by itself. */
export const hasChannels = (fields: Partial<Pick<TranscriptFields, "multichannel" | "dual_channel">>): boolean =>
  fields.multichannel === true || fields.dual_channel === true;

/** One replacement for each of the words. */
const replacementsOf = ({ custom_spelling: spellings = [] }: TranscriptFields) =>
  spellings.flatMap(({ from, to }) => from.map((said) => ({ from: said, to })));

/** The fields that are repeated in the transcript, and kept with it: none that may be a permission. */
function echoOf({ webhook_auth_header_value: _secret, ...fields }: TranscriptFields) {
  const { audio_url: audio, webhook_url: webhook } = fields;
  return {
    ...fields,
    audio_url: withoutQuery(audio),
    ...(webhook !== undefined && { webhook_url: withoutQuery(webhook) }),
  };
}

/** An address as it may be kept and shown: its query and its user may be a permission. */
function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** The error of a field that a schema by itself does not refuse. */
export const unusable = (field: string, sentence: string): DomainError =>
  new DomainError("audio_unusable", sentence, { field });

/**
 * Refuses fields that exclude or need each other.
 * @throws DomainError `audio_unusable`
 */
export function refuseContradictions(fields: TranscriptFields): void {
  if (hasChannels(fields) && fields.speaker_labels === true) {
    throw unusable("speaker_labels", "It cannot be sent beside multichannel, where each channel is a speaker.");
  }
  const { startSeconds, endSeconds } = partOf(fields);
  if (endSeconds !== null && endSeconds <= startSeconds) {
    throw unusable("audio_end_at", "It must be greater than audio_start_from.");
  }
  const { webhook_auth_header_name: name, webhook_auth_header_value: value } = fields;
  if ((name === undefined) !== (value === undefined)) {
    const absent = name === undefined ? "webhook_auth_header_name" : "webhook_auth_header_value";
    throw unusable(absent, "A header has a name and a value. Send both.");
  }
  const { redact_pii: isRedacted = false, redact_pii_audio: isMuted = false } = fields;
  if (isRedacted && redactedKinds(fields.redact_pii_policies).length === 0) {
    throw unusable("redact_pii_policies", "redact_pii needs it. Send kinds such as phone_number.");
  }
  if (isMuted && !isRedacted) throw unusable("redact_pii_audio", "It has no effect without redact_pii.");
  if (replacementsOf(fields).length > replacementBounds.count) {
    throw unusable("custom_spelling", `It has at most ${replacementBounds.count} words and phrases to replace.`);
  }
}
