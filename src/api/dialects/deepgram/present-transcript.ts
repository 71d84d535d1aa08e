import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import type { TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import { type ChannelTranscript, transcriptsByChannel } from "#src/domain/speech/speakers.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { wordsWithin } from "#src/domain/speech/paragraphs.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import type { ListenQuery } from "./listen-query.ts";
import { modelVersion, uuidOfModel } from "./models.ts";
import { paragraphsAnswer, presentParagraphs } from "./present-paragraphs.ts";

const seconds = z.number().min(0);
const confidence = z.number().min(0).max(1);
const speaker = z.int().min(0).optional();
const words = z.array(
  z.object({
    ...{ word: z.string(), start: seconds, end: seconds, confidence },
    ...{ punctuated_word: z.string().optional(), speaker },
  }),
);

const textModelInfo = z.object({ model_uuid: z.uuid() });

export const listenAnswer = z
  .object({
    metadata: z.object({
      transaction_key: z.literal("deprecated"),
      request_id: z.uuid(),
      sha256: z.string().meta({ description: "Of the body, in hexadecimal digits." }),
      created: z.iso.datetime(),
      duration: seconds,
      channels: z.int().min(1).meta({ description: "1, unless `multichannel` asks for each by itself." }),
      models: z.array(z.uuid()),
      model_info: z.record(z.string(), z.object({ name: z.string(), version: z.string(), arch: z.string() })),
      summary_info: textModelInfo.optional(),
      topics_info: textModelInfo.optional(),
      tags: z.array(z.string()).optional(),
      extra: z.record(z.string(), z.string()).optional(),
    }),
    results: z.object({
      channels: z.array(
        z.object({
          alternatives: z.array(
            z.object({ transcript: z.string(), confidence, words, paragraphs: paragraphsAnswer.optional() }),
          ),
          detected_language: z.string().optional(),
          language_confidence: confidence.optional(),
          search: z
            .array(
              z.object({
                query: z.string(),
                hits: z.array(z.object({ confidence, start: seconds, end: seconds, snippet: z.string() })),
              }),
            )
            .optional(),
        }),
      ),
      utterances: z
        .array(
          z.object({
            ...{
              start: seconds,
              end: seconds,
              confidence,
              channel: z.int().min(0),
              transcript: z.string(),
              words,
              speaker,
            },
            id: z.uuid(),
          }),
        )
        .optional(),
      summary: z
        .object({ result: z.enum(["success", "failure"]), short: z.string().optional() })
        .optional()
        .meta({ description: "Present where `summarize` asked for it." }),
      topics: z
        .object({
          segments: z.array(
            z.object({
              ...{ text: z.string(), start_word: z.int(), end_word: z.int() },
              topics: z.array(z.object({ topic: z.string() })),
            }),
          ),
        })
        .optional()
        .meta({ description: "Present where `topics` asked for it, and the text model has not failed." }),
    }),
  })
  .meta({ id: "DeepgramTranscript" });

/** The call whose answer is written. */
export interface ListenCall {
  readonly query: Pick<ListenQuery, "punctuate" | "smart_format" | "paragraphs" | "utterances">;
  readonly isDetected: boolean;
  /** The SHA-256 of the body, in hexadecimal digits. */
  readonly sha256: string;
  /** As they were sent. */
  readonly tags: readonly string[];
  readonly extras: readonly string[];
}

/** A completed transcription as Deepgram has it. */
export function presentTranscript(request: TranscribedRequest, call: ListenCall): z.output<typeof listenAnswer> {
  const { query } = call;
  const channels = transcriptsByChannel(request.transcript);
  const isFormatted = query.punctuate || query.smart_format || query.paragraphs;
  const hasParagraphs = query.paragraphs || query.smart_format;
  const presentChannel = (transcript: ChannelTranscript) => ({
    alternatives: [
      {
        ...presentPart(transcript, isFormatted),
        ...(hasParagraphs && { paragraphs: presentParagraphs(transcript) }),
      },
    ],
    ...(call.isDetected && detectedIn(transcript, request.language)),
  });
  const utterances = () =>
    channels
      .flatMap((channel) => presentUtterances(request.id, channel, isFormatted))
      .toSorted((one, other) => one.start - other.start);
  return {
    metadata: presentMetadata(request, call),
    results: {
      channels: channels.map((channel, at) => ({ ...searchIn(request.transcript, at), ...presentChannel(channel) })),
      ...(query.utterances && { utterances: utterances() }),
      ...presentDerived(request),
    },
  };
}

/** The texts of a text model, as far as they were asked for. The topics are those of the whole transcript, so there is one segment. */
function presentDerived({ transcript, options }: TranscribedRequest) {
  const { summary: isSummed } = transcriptionOptions.parse(options);
  const { summary, topics } = transcript.derived ?? {};
  const whole = { text: transcript.text, start_word: 0, end_word: Math.max(0, transcript.words.length - 1) };
  return {
    ...(isSummed && {
      summary: summary === undefined ? { result: "failure" as const } : { result: "success" as const, short: summary },
    }),
    ...(topics !== undefined && { topics: { segments: [{ ...whole, topics: topics.map((topic) => ({ topic })) }] } }),
  };
}

/** The text model that has written something, in the facts about a transcript. */
function textModelOf({ transcript: { derived } }: TranscribedRequest) {
  if (derived === undefined) return { modelInfo: {}, infos: {} };
  const { model: name, summary, topics } = derived;
  const uuid = uuidOfModel(name);
  return {
    modelInfo: { [uuid]: { name, version: modelVersion, arch: name } },
    infos: {
      ...(summary !== undefined && { summary_info: { model_uuid: uuid } }),
      ...(topics !== undefined && { topics_info: { model_uuid: uuid } }),
    },
  };
}

/** The places in a channel of what was searched for; nothing where nothing was. */
const searchIn = ({ search }: TranscriptJson, at: number) =>
  search !== undefined && {
    search: search.map(({ query, hits }) => ({
      query,
      hits: hits.flatMap(({ channel = 0, ...hit }) => (channel === at ? [hit] : [])),
    })),
  };

const detectedIn = ({ language, languageProbability }: ChannelTranscript, usual: string) => ({
  detected_language: language ?? usual,
  ...(languageProbability !== undefined && { language_confidence: languageProbability }),
});

function presentMetadata(request: TranscribedRequest, { sha256, tags, extras }: ListenCall) {
  const model = request.model ?? transcriptionOptions.parse(request.options).model;
  const uuid = uuidOfModel(model);
  const { modelInfo, infos } = textModelOf(request);
  return {
    transaction_key: "deprecated" as const,
    request_id: request.id,
    sha256,
    created: request.created_at.toISOString(),
    duration: request.duration_seconds ?? 0,
    channels: request.transcript.channels?.length ?? 1,
    models: [uuid],
    model_info: { ...modelInfo, [uuid]: { name: model, version: modelVersion, arch: model } },
    ...infos,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras.map(pairOf)) }),
  };
}

/** The key ends at the first colon. */
function pairOf(extra: string): readonly [string, string] {
  const [key = "", ...value] = extra.split(":");
  return [key, value.join(":")];
}

/** A text with its words. Without punctuation it is made of the words alone, where there are any. */
function presentPart({ text, words: spoken }: Pick<TranscriptJson, "text" | "words">, isFormatted: boolean) {
  const bare = spoken.map(({ word }) => word.toLowerCase());
  return {
    transcript: isFormatted || spoken.length === 0 ? text : bare.join(" "),
    confidence: meanConfidence(spoken),
    words: spoken.map(({ word, written = word, start, end, confidence: sure, speaker: who }) => ({
      ...{ word: word.toLowerCase(), start, end, confidence: sure },
      ...(isFormatted && { punctuated_word: written }),
      ...(who !== undefined && { speaker: who }),
    })),
  };
}

const meanConfidence = (spoken: TranscriptJson["words"]): number =>
  spoken.length === 0 ? 0 : spoken.reduce((sum, word) => sum + word.confidence, 0) / spoken.length;

/** The utterances between pauses, each with its words. */
const presentUtterances = (id: string, { channel, ...transcript }: ChannelTranscript, isFormatted: boolean) =>
  transcript.segments.map((segment) => {
    const { start, end, text, confidence: sure, speaker: who } = segment;
    const said = { text, words: wordsWithin(transcript.words, segment) };
    const part = presentPart(said, isFormatted);
    return {
      ...part,
      start,
      end,
      confidence: sure,
      channel,
      id: uuidOf(`${id}/${segment.id}`),
      ...(who !== undefined && { speaker: who }),
    };
  });
