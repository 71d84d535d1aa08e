import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { transcriptsByChannel } from "#src/domain/speech/speakers.ts";
import { spaceBetween } from "#src/domain/speech/subtitle-words.ts";
import { additionalFormat, type AskedFormat, presentAdditionalFormat } from "./additional-formats.ts";
import { spreadCharacters } from "./alignment.ts";
import { languageCodeOf } from "./language-codes.ts";

export const granularities = ["none", "word", "character"] as const;

/** In place of none at all, whose logarithm JSON cannot hold. */
const leastConfidence = 1e-6;

const timed = { text: z.string(), start: z.number().optional(), end: z.number().optional() };
const channelIndex = z
  .int()
  .min(0)
  .optional()
  .meta({ description: "The channel, where `use_multi_channel` asks for each by itself.", examples: [0] });
const word = z.object({
  ...timed,
  type: z.enum(["word", "spacing"]),
  logprob: z.number().meta({ description: "The logarithm of the confidence; 0 of spaces." }),
  speaker_id: z.string().optional().meta({ description: "Who speaks, where `diarize` asks for it, or the channel." }),
  channel_index: channelIndex,
  characters: z.array(z.object(timed)).optional().meta({ description: "Spread evenly over their word." }),
});

const transcriptOfAll = z
  .object({
    language_code: z.string().meta({ description: "ISO 639-3." }),
    language_probability: z.number(),
    text: z.string(),
    words: z.array(word),
    channel_index: channelIndex,
    additional_formats: z.array(additionalFormat).optional(),
    transcription_id: z.uuid(),
    audio_duration_secs: z.number(),
  })
  .meta({ id: "ElevenLabsTranscript" });

/** One transcript, or with `use_multi_channel` one of each channel. */
export const transcriptAnswer = z
  .union([
    transcriptOfAll,
    z
      .object({
        transcripts: z.array(transcriptOfAll).meta({ description: "One of each channel." }),
        transcription_id: z.uuid(),
        audio_duration_secs: z.number(),
      })
      .meta({ id: "ElevenLabsChannelTranscripts" }),
  ])
  .meta({ id: "ElevenLabsTranscripts" });

type Word = z.output<typeof word>;

interface TranscriptOptions {
  readonly granularity: (typeof granularities)[number];
  readonly formats: readonly AskedFormat[];
}

/** A completed transcription as ElevenLabs shows it. */
export function presentTranscript(
  request: Pick<SpeechRequest, "id" | "language" | "language_tag" | "duration_seconds"> & {
    readonly transcript: TranscriptJson;
  },
  { granularity, formats }: TranscriptOptions,
): z.output<typeof transcriptOfAll> {
  const { transcript, duration_seconds: duration } = request;
  return {
    language_code: languageCodeOf(request.language),
    // A language that was sent is certain.
    language_probability: transcript.languageProbability ?? (request.language_tag === detectLanguage ? 0 : 1),
    text: transcript.text,
    words: spacedWords(transcript).map((one) => withTimes(one, granularity)),
    ...(formats.length > 0 && {
      additional_formats: formats.map((format) => presentAdditionalFormat(format, { transcript, duration })),
    }),
    transcription_id: request.id,
    audio_duration_secs: duration ?? 0,
  };
}

/** The same of each channel by itself; the length is that of the recording, which each has. */
export function presentChannels(
  request: Parameters<typeof presentTranscript>[0],
  options: TranscriptOptions,
): z.output<typeof transcriptAnswer> {
  const transcripts = transcriptsByChannel(request.transcript).map(({ channel, language, ...transcript }) => {
    const own = presentTranscript({ ...request, language: language ?? request.language, transcript }, options);
    const by = { speaker_id: `speaker_${channel}`, channel_index: channel };
    return { ...own, words: own.words.map((one) => ({ ...one, ...by })), channel_index: channel };
  });
  return { transcripts, transcription_id: request.id, audio_duration_secs: request.duration_seconds ?? 0 };
}

type TimedWord = Word & { readonly start: number; readonly end: number };

/** The words, and what is between them. */
export const spacedWords = ({ words }: TranscriptJson): readonly TimedWord[] =>
  words.flatMap(({ written, word: said, start, end, confidence, speaker, channel }, index) => {
    const text = written ?? said;
    const before = words[index - 1];
    const space = before === undefined ? "" : spaceBetween(before.written ?? before.word, text);
    const logprob = Math.min(0, Math.log(Math.max(confidence, leastConfidence)));
    const voice = channel ?? speaker;
    const by = {
      ...(voice !== undefined && { speaker_id: `speaker_${voice}` }),
      ...(channel !== undefined && { channel_index: channel }),
    };
    // Channels speak at the same time, and then there is no time between their words.
    const spacing = {
      text: space,
      start: Math.min(before?.end ?? 0, start),
      end: start,
      type: "spacing",
      logprob: 0,
      ...by,
    } as const;
    return [...(space === "" ? [] : [spacing]), { text, start, end, type: "word", logprob, ...by } as const];
  });

function withTimes({ start, end, ...untimed }: TimedWord, granularity: TranscriptOptions["granularity"]): Word {
  if (granularity === "none") return untimed;
  if (granularity === "word" || untimed.type === "spacing") return { ...untimed, start, end };
  return { ...untimed, start, end, characters: [...spreadCharacters({ text: untimed.text, start, end })] };
}
