import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { joinTexts } from "#src/domain/live/finals.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { speakerLabel, turnsIn } from "#src/domain/speech/speakers.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { usualLanguage } from "./language.ts";
import { transcriptFields } from "./transcript-fields.ts";
import { hasChannels } from "./transcript-options.ts";

const confidence = z.number().min(0).max(1);
const ms = z.int().min(0);
const speaker = z.string().nullable();
const timed = { text: z.string(), start: ms, end: ms, confidence, speaker, channel: z.string().nullable() };

const timedWord = z.object(timed);
/** A stretch of the transcript with its words. */
export const timedPart = z.object({ ...timed, words: z.array(timedWord) });

export const statuses = ["queued", "processing", "completed", "error"] as const;
export type TranscriptStatus = (typeof statuses)[number];

const none = z.null();

const repeatedFields = transcriptFields.omit({ webhook_auth_header_value: true }).partial();
type Asked = z.output<typeof repeatedFields>;

export const transcriptAnswer = z
  .object({
    ...repeatedFields.shape,
    ...{ id: z.uuid(), status: z.enum(statuses), audio_url: z.string(), error: z.string().optional() },
    ...{ text: z.string().nullable(), confidence: confidence.nullable(), audio_duration: z.int().nullable() },
    ...{ words: z.array(timedWord).nullable(), utterances: z.array(timedPart).nullable() },
    ...{ language_code: z.string().nullable(), language_codes: none, language_confidence: confidence.nullable() },
    language_confidence_threshold: z.number().nullable(),
    speaker_options: z.looseObject({}).nullable(),
    ...{ acoustic_model: z.string(), language_model: z.string(), audio_channels: z.int().nullable() },
    ...{ speech_model: z.string().nullable(), speech_model_used: z.string().nullable() },
    ...{ webhook_auth: z.boolean(), webhook_status_code: z.int().nullable(), throttled: none },
    ...{ summary: z.string().nullable(), text_model: z.string().nullable() },
    ...{ auto_highlights_result: none, chapters: none, sentiment_analysis_results: none },
    ...{ entities: none, iab_categories_result: none, content_safety_labels: none },
  })
  .meta({ id: "AssemblyAITranscript" });

type Word = TranscriptJson["words"][number];
type Style = Pick<Asked, "punctuate" | "format_text">;

const shape: Readonly<Record<string, z.core.$ZodType>> = repeatedFields.shape;

/** The fields of the call that made a request; none of one that was made by another API. What this release would not take is left out. */
export function askedOf(request: Pick<SpeechRequest, "options">): Asked {
  const { echo } = transcriptionOptions.parse(request.options);
  const known = Object.entries(echo ?? {}).filter(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return schema !== undefined && z.safeParse(schema, value).success;
  });
  return repeatedFields.parse(Object.fromEntries(known));
}

/** The address of a recording: that which the call named, else ours. */
export const audioUrlOf = (request: Pick<SpeechRequest, "id" | "options">, publicUrl: string): string =>
  askedOf(request).audio_url ?? `${publicUrl}/v1/speech/requests/${request.id}/audio`;

export const statusOf = ({ status }: Pick<SpeechRequest, "status">): TranscriptStatus =>
  status === "failed" ? "error" : status;

interface PresentOptions {
  readonly publicUrl: string;
  /** The last answer of the address that the call named; null where there is none. */
  readonly webhookStatus: number | null;
}

/** A transcription as AssemblyAI has it, in whatever state it is. */
export function presentTranscript(request: SpeechRequest, { publicUrl, webhookStatus }: PresentOptions) {
  const asked = askedOf(request);
  const failure = request.error_message;
  return {
    ...emptyResults,
    ...usualFields,
    ...asked,
    ...{ id: request.id, status: statusOf(request), audio_url: audioUrlOf(request, publicUrl) },
    ...presentText(request, asked),
    ...presentLanguage(request, asked),
    ...{ speech_model: asked.speech_model ?? null, speech_model_used: request.model },
    ...presentSummary(request.transcript),
    ...{ webhook_auth: asked.webhook_auth_header_name !== undefined, webhook_status_code: webhookStatus },
    ...(request.status === "failed" && { error: failure ?? "The transcription failed." }),
  };
}

/** The fields as they count where a call leaves them out. */
const usualFields = {
  ...{ punctuate: true, format_text: true, language_detection: false, speaker_labels: false, multichannel: false },
  ...{ dual_channel: false, redact_pii: false, redact_pii_audio: false, filter_profanity: false },
  ...{ auto_chapters: false, auto_highlights: false, summarization: false, sentiment_analysis: false },
  ...{ entity_detection: false, iab_categories: false, content_safety: false, disfluencies: false },
  ...{ language_confidence_threshold: null, speaker_options: null },
} as const;

const emptyResults = {
  ...{ acoustic_model: "assemblyai_default", language_model: "assemblyai_default" },
  ...{ throttled: null, language_codes: null },
  ...{ auto_highlights_result: null, chapters: null, sentiment_analysis_results: null },
  ...{ entities: null, iab_categories_result: null, content_safety_labels: null },
} as const;

/** The summary where it was asked for, with the name of the model that has written it. */
const presentSummary = (transcript: TranscriptJson | null) => {
  const { summary, model } = transcript?.derived ?? {};
  return { summary: summary ?? null, text_model: summary === undefined ? null : (model ?? null) };
};

function presentLanguage(request: SpeechRequest, asked: Asked) {
  const probability = request.transcript?.languageProbability ?? null;
  if (asked.language_detection !== true) {
    const isOurs = asked.audio_url === undefined;
    const unnamed = isOurs ? (request.language_tag ?? request.language) : usualLanguage;
    return { language_code: asked.language_code ?? unnamed, language_confidence: null };
  }
  const isFound = request.status === "completed";
  return { language_code: isFound ? request.language : null, language_confidence: isFound ? probability : null };
}

function presentText({ transcript, duration_seconds: seconds }: SpeechRequest, asked: Asked) {
  if (transcript === null) {
    const withoutWords = { text: null, words: null, utterances: null };
    return { ...withoutWords, confidence: null, audio_duration: null, audio_channels: null };
  }
  const hasVoices = asked.speaker_labels === true || hasChannels(asked);
  return {
    text: textOf(transcript, asked),
    words: transcript.words.map((word) => presentWord(word, asked)),
    utterances: hasVoices ? turnsIn(transcript).flatMap((turn) => partOf(turn, asked)) : null,
    ...overallOf({ transcript, duration_seconds: seconds }),
    audio_channels: transcript.channels?.length ?? null,
  };
}

/** The facts of a whole transcript that several answers have. */
export const overallOf = ({
  transcript,
  duration_seconds: seconds,
}: Pick<SpeechRequest, "transcript" | "duration_seconds">) => ({
  confidence: meanConfidence(transcript?.words ?? []),
  audio_duration: chargedSeconds(seconds ?? 0),
});

const meanConfidence = (words: readonly Word[]): number =>
  words.length === 0 ? 0 : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;

const msOf = (seconds: number): number => Math.round(seconds * 1000);

/** The form in which a word is written: with its punctuation and capitals as far as they were asked for. */
function writtenWord(
  { word, written = word }: Word,
  { punctuate = true, format_text: isFormatted = true }: Style,
): string {
  const text = punctuate ? written : word;
  return isFormatted ? text : text.toLowerCase();
}

/** The one who says a word: the letter of a speaker, or the number of a channel, from 1. */
function voiceOf({ speaker: who, channel }: Pick<Word, "speaker" | "channel">) {
  if (channel !== undefined) return { speaker: String(channel + 1), channel: String(channel + 1) };
  return { speaker: who === undefined ? null : speakerLabel(who), channel: null };
}

function presentWord(word: Word, style: Style): z.output<typeof timedWord> {
  const { start, end, confidence: sure } = word;
  const said = { text: writtenWord(word, style), start: msOf(start), end: msOf(end), confidence: sure };
  return { ...said, ...voiceOf(word) };
}

/** A text with its words. */
type Said = Pick<TranscriptJson, "text" | "words">;

const textOf = ({ text, words }: Said, style: Style): string => {
  const isWhole = (style.punctuate ?? true) && (style.format_text ?? true);
  return isWhole || words.length === 0 ? text : joinTexts(words.map((word) => writtenWord(word, style)));
};

/** A stretch of the transcript that one person says; none where it has no words. */
export function partOf({ text, words }: Said, style: Style): readonly z.output<typeof timedPart>[] {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      ...{ text: textOf({ text, words }, style), start: msOf(first.start), end: msOf(last.end) },
      ...{ confidence: meanConfidence(words), ...voiceOf(first) },
      words: words.map((word) => presentWord(word, style)),
    },
  ];
}
