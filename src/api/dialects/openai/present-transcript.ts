import { deflateSync } from "node:zlib";
import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import type { TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import type { Reply } from "#src/api/route.ts";
import { transcriptReply } from "#src/api/speech/replies.ts";
import {
  transcriptionOptions,
  type TranscriptionTask,
  transcriptionTasks,
} from "#src/domain/speech/transcription-options.ts";
import { speakerLabel } from "#src/domain/speech/speakers.ts";
import { namedLanguages } from "#src/domain/speech/languages.ts";
import { eventOf, eventStream } from "./server-sent-events.ts";
import { isStreamed, type TranscriptionFields } from "./transcription-fields.ts";

const seconds = z.number().min(0);
const usage = z.object({ type: z.literal("duration"), seconds: z.int() });
const zero = { description: "Always 0: the engines do not tell." };

const transcription = z
  .object({
    text: z.string(),
    languages: z
      .array(z.object({ code: z.string().meta({ description: "A primary tag." }) }))
      .optional()
      .meta({ description: "Of `gpt-transcribe`." }),
    usage,
  })
  .meta({ id: "OpenAITranscription" });

const segment = z.object({
  id: z.int(),
  seek: z.int().meta({ description: "Where it begins, in hundredths of a second." }),
  start: seconds,
  end: seconds,
  text: z.string(),
  tokens: z.array(z.int()).meta({ description: "Always empty." }),
  temperature: z.number().meta(zero),
  avg_logprob: z.number().meta({ description: "The logarithm of our confidence in the segment." }),
  compression_ratio: z.number(),
  no_speech_prob: z.number().meta(zero),
});

const verboseTranscription = z
  .object({
    task: z.enum(transcriptionTasks),
    language: z.string().meta({ description: "Its English name in small letters." }),
    duration: seconds,
    text: z.string(),
    segments: z.array(segment).optional(),
    words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).optional(),
    usage,
  })
  .meta({ id: "OpenAIVerboseTranscription" });

const diarizedTranscription = z
  .object({
    task: z.literal("transcribe"),
    duration: seconds,
    text: z.string(),
    segments: z.array(
      z.object({
        type: z.literal("transcript.text.segment"),
        id: z.string().meta({ description: "Id of the segment.", examples: ["seg_0"] }),
        start: seconds,
        end: seconds,
        text: z.string(),
        speaker: z.string().meta({ description: "A letter." }),
      }),
    ),
    usage,
  })
  .meta({ id: "OpenAIDiarizedTranscription" });

/** The forms of JSON: those with the times come first, since the last one has part of their fields. */
export const transcriptionAnswer = z
  .union([verboseTranscription, diarizedTranscription, transcription])
  .meta({ id: "OpenAITranscriptionAnswer" });

/** A completed transcription as the caller wants it. */
export function transcriptionReply(
  request: TranscribedRequest,
  fields: Pick<TranscriptionFields, "model" | "stream" | "response_format"> &
    Partial<Pick<TranscriptionFields, "timestamp_granularities">>,
): Reply {
  const { response_format: format, timestamp_granularities: granularities = ["segment"] } = fields;
  const { task } = transcriptionOptions.parse(request.options);
  // The language of the words: a translation is English.
  const language = task === "translate" ? "en" : request.language;
  const transcript = { ...request.transcript, task, duration: request.duration_seconds ?? 0, language };
  if (isStreamed(fields)) {
    return { status: 200, raw: { content: [...eventsOf(transcript)].map(eventOf).join(""), contentType: eventStream } };
  }
  if (format === "json") return { status: 200, bare: presentPlain(transcript, fields.model) };
  if (format === "diarized_json") return { status: 200, bare: presentDiarized(transcript) };
  if (format === "verbose_json") return { status: 200, bare: presentVerbose(transcript, granularities) };
  const reply = transcriptReply(request, format);
  // OpenAI sends subtitles as plain text, too.
  return "raw" in reply ? { ...reply, raw: { ...reply.raw, contentType: "text/plain; charset=utf-8" } } : reply;
}

interface TimedTranscript extends TranscriptJson {
  readonly task: TranscriptionTask;
  /** Seconds. */
  readonly duration: number;
  /** A primary tag. */
  readonly language: string;
}

const usageOf = ({ duration }: TimedTranscript) => ({ type: "duration", seconds: Math.ceil(duration) });

const presentPlain = (transcript: TimedTranscript, model: string) => ({
  text: transcript.text,
  ...(model === "gpt-transcribe" && { languages: [{ code: transcript.language }] }),
  usage: usageOf(transcript),
});

const presentVerbose = (transcript: TimedTranscript, granularities: readonly ("word" | "segment")[]) => ({
  task: transcript.task,
  language: languageName(transcript.language),
  duration: transcript.duration,
  text: transcript.text,
  ...(granularities.includes("segment") && { segments: transcript.segments.map(presentSegment) }),
  ...(granularities.includes("word") && {
    words: transcript.words.map(({ word, written = word, start, end }) => ({ word: written, start, end })),
  }),
  usage: usageOf(transcript),
});

const presentDiarized = (transcript: TimedTranscript) => ({
  task: "transcribe" as const,
  duration: transcript.duration,
  text: transcript.text,
  segments: transcript.segments.map(({ id, start, end, text, speaker = 0 }) => ({
    type: "transcript.text.segment" as const,
    ...{ id: `seg_${id}`, start, end, text, speaker: speakerLabel(speaker) },
  })),
  usage: usageOf(transcript),
});

const languageName = (tag: string): string => {
  const [named] = namedLanguages([tag]);
  return (named?.name ?? tag).toLowerCase();
};

/** The least confidence, since 0 has no logarithm. */
const leastConfidence = 1e-4;

const presentSegment = ({ id, start, end, text, confidence }: TranscriptJson["segments"][number]) => ({
  ...{ id, seek: Math.round(start * 100), start, end, text },
  tokens: [],
  temperature: 0,
  avg_logprob: Math.log(Math.max(confidence, leastConfidence)),
  compression_ratio: compressionRatio(text),
  no_speech_prob: 0,
});

/** As Whisper has it: far above 2 for a text that says the same again and again. */
const compressionRatio = (text: string): number => Buffer.byteLength(text) / deflateSync(text).length;

/** The text in parts, which together are all of it, and the whole. */
function* eventsOf(transcript: TimedTranscript): Generator<object> {
  for (const delta of deltasOf(transcript)) yield { type: "transcript.text.delta", delta };
  yield { type: "transcript.text.done", text: transcript.text, usage: usageOf(transcript) };
}

/** The text, cut after each segment. */
function* deltasOf({ text, segments }: TranscriptJson): Generator<string> {
  let from = 0;
  for (const { text: part } of segments) {
    const at = text.indexOf(part, from);
    if (at === -1 || part === "") continue;
    yield text.slice(from, at + part.length);
    from = at + part.length;
  }
  if (from < text.length) yield text.slice(from);
}
