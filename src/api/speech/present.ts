import type { TranscriptJson } from "#db/engine-schema.ts";
import { resolveEncoding } from "#src/domain/speech/audio-formats.ts";
import type { ListedRequest } from "#src/domain/speech/list-queries.ts";
import type { SpeechRequest, SpeechRequestSummary } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import { listChannels, listSpeakers, speakerLabel } from "#src/domain/speech/speakers.ts";
import { paragraphsOf } from "#src/domain/speech/paragraphs.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { shownStatus } from "#src/domain/speech/shown-status.ts";

export interface PresentOptions {
  /** The address of the service as callers see it. */
  readonly publicUrl: string;
  /** The name of the request's voice; voices that are gone have none. */
  readonly voiceName: string | undefined;
}

const deletedVoiceName = "Deleted voice";

const presentVoice = (voiceId: string | null, name: string | undefined) =>
  voiceId === null ? null : { voice_id: voiceId, name: name ?? deletedVoiceName };

/** The address of the audio of a finished request; null where none is kept, and for anonymous requests. */
const audioUrl = (request: SpeechRequestSummary, publicUrl: string): string | null =>
  request.result_key === null || request.user_id === null
    ? null
    : `${publicUrl}/v1/speech/requests/${request.id}/audio`;

const usageOf = ({ duration_seconds: seconds, transcript }: SpeechRequest) =>
  seconds === null ? null : { type: "duration", seconds: chargedSeconds(seconds, transcript?.channels?.length) };

const presentSummary = (request: SpeechRequestSummary, voiceName: string | undefined) => ({
  request_id: request.id,
  request_type: request.request_type,
  status: shownStatus(request),
  progress: request.progress,
  language: request.language,
  // A recording from before tags were kept has that of its language.
  language_tag: request.language_tag ?? (request.request_type === "asr" ? request.language : null),
  model: request.model,
  confidence_source: request.confidence_source,
  characters: request.characters,
  duration_seconds: request.duration_seconds,
  voice: presentVoice(request.voice_id, voiceName),
  credits_consumed: request.finished_at === null ? null : (request.credits ?? 0),
  file_name: request.file_name,
  error: request.error_code === null ? null : { code: request.error_code, message: request.error_message ?? "" },
  created_at: request.created_at.toISOString(),
  finished_at: request.finished_at?.toISOString() ?? null,
});

const deletedKeyName = "Deleted key";

const presentKey = (id: string | null, name = deletedKeyName) => (id === null ? null : { api_key_id: id, name });

/** The names, by id, that the lists of this page need beside their rows. */
export interface ListNames extends Pick<PresentOptions, "publicUrl"> {
  readonly voices: ReadonlyMap<string, string>;
  readonly apiKeys: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, string>;
}

const presentDocument = (id: string | null, title: string | undefined) =>
  id === null || title === undefined ? null : { document_id: id, title };

const firstSoundMs = ({ created_at: from, first_sound_at: to }: SpeechRequest): number | null =>
  to === null ? null : Math.max(0, to.getTime() - from.getTime());

export const presentListed = (request: ListedRequest, { publicUrl, voices, apiKeys, documents }: ListNames) => ({
  ...presentSummary(request, voices.get(request.voice_id ?? "")),
  preview: request.preview,
  excerpt: request.excerpt,
  api_key: presentKey(request.api_key_id, apiKeys.get(request.api_key_id ?? "")),
  document: presentDocument(request.document_id, documents.get(request.document_id ?? "")),
  audio_url: audioUrl(request, publicUrl),
  content_type: request.content_type,
});

export const presentSynthesis = (request: SpeechRequest, { publicUrl, voiceName }: PresentOptions) => {
  const options = synthesisOptions.parse(request.options);
  const words = options.wordTimestamps ? request.spoken_words : null;
  return {
    ...presentSummary(request, voiceName),
    text: request.input_text,
    cached: request.cached,
    input_type: options.inputType,
    speed: options.speed,
    words: words?.words ?? null,
    words_source: words?.source ?? null,
    audio_url: audioUrl(request, publicUrl),
    content_type: request.content_type,
    sample_rate: request.sample_rate,
    bit_rate: resolveEncoding(options).bitRate,
  };
};

const presentSpeaker = <Part extends { readonly speaker?: number }>({ speaker, ...part }: Part) => ({
  ...part,
  ...(speaker !== undefined && { speaker: speakerLabel(speaker) }),
});

const presentDerived = (derived: NonNullable<SpeechRequest["transcript"]>["derived"]) => ({
  summary: derived?.summary ?? null,
  topics: derived?.topics ?? [],
  translation: derived?.translation ?? null,
  text_model: derived?.model ?? null,
});

/** The segments of a transcript, also those in which nothing is said by a correction. */
const segmentsIn = ({ segments, silenced = [] }: TranscriptJson) =>
  silenced.length === 0 ? segments : [...segments, ...silenced].toSorted((one, other) => one.id - other.id);

/** The paragraphs of a transcript where they were asked for. */
const paragraphsIn = ({ transcript, options }: SpeechRequest) =>
  transcript !== null && transcriptionOptions.parse(options).paragraphs ? paragraphsOf(transcript) : [];

export const presentTranscription = (request: SpeechRequest) => ({
  ...presentSummary(request, undefined),
  task: transcriptionOptions.parse(request.options).task,
  text: request.transcript?.text ?? null,
  segments: request.transcript && segmentsIn(request.transcript).map(presentSpeaker),
  words:
    request.transcript?.words.map((word) => ({ written: word.word, spoken: word.word, ...presentSpeaker(word) })) ??
    null,
  paragraphs: paragraphsIn(request).map(presentSpeaker),
  chapters: request.transcript?.chapters ?? [],
  ...presentDerived(request.transcript?.derived),
  speakers: request.transcript === null ? [] : listSpeakers(request.transcript),
  ...(request.transcript?.overlaps !== undefined && { overlaps: request.transcript.overlaps }),
  channels: request.transcript === null ? [] : listChannels(request.transcript, request.language),
  search: request.transcript?.search ?? [],
  language_probability: request.transcript?.languageProbability ?? null,
  usage: usageOf(request),
  model_reason: request.transcript?.modelReason ?? null,
  languages: request.transcript?.languages ?? [],
  unintelligible: request.transcript?.unintelligible ?? [],
  warnings: request.transcript?.warnings ?? [],
});

interface RequestOptions extends PresentOptions {
  /** The name of the key of the call; undefined where it is gone. */
  readonly apiKeyName: string | undefined;
  /** The title of the document whose paragraph it speaks; undefined where that is gone, and for any other. */
  readonly documentTitle: string | undefined;
  /** Its place in the queue; null where it does not wait in one. */
  readonly position: number | null;
}

export const presentRequest = (
  request: SpeechRequest,
  { apiKeyName, documentTitle, position, ...options }: RequestOptions,
) => ({
  ...(request.request_type === "tts"
    ? {
        ...presentSynthesis(request, options),
        document: presentDocument(request.document_id, documentTitle),
        first_sound_ms: firstSoundMs(request),
      }
    : { ...presentTranscription(request), audio_url: audioUrl(request, options.publicUrl) }),
  api_key: presentKey(request.api_key_id, apiKeyName),
  queue_position: position,
});
