import { z } from "zod";
import type { TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import { languageCodeOf } from "./languages.ts";

const seconds = z.array(z.number());
const timestamps = z.object({
  words: z.array(z.string()).meta({ description: "The phrases." }),
  start_time_seconds: seconds,
  end_time_seconds: seconds,
});

const heard = {
  request_id: z.uuid(),
  transcript: z.string(),
  language_code: z.string().nullable(),
  language_probability: z
    .number()
    .nullable()
    .meta({ description: "Null where the language was sent, or no model tells it." }),
};

export const transcription = z
  .object({
    ...heard,
    timestamps: timestamps.optional(),
  })
  .meta({ id: "SarvamTranscription" });

/** The transcript of a file of a job. */
export const fileTranscript = z
  .object({
    ...heard,
    timestamps: timestamps.nullable().meta({ description: "Null where they were not asked for." }),
    diarized_transcript: z
      .object({
        entries: z.array(
          z.object({
            transcript: z.string(),
            start_time_seconds: z.number(),
            end_time_seconds: z.number(),
            speaker_id: z.string(),
          }),
        ),
      })
      .nullable()
      .meta({ description: "What each speaker says; null where they were not told apart." }),
  })
  .meta({ id: "SarvamFileTranscript" });

export const translation = z.object({ ...heard, diarized_transcript: z.null() }).meta({ id: "SarvamTranslation" });

export const present = ({ id, transcript, language, language_tag: sent }: TranscribedRequest) => ({
  request_id: id,
  transcript: transcript.text,
  language_code: language === detectLanguage ? null : languageCodeOf(language),
  language_probability: sent === detectLanguage ? (transcript.languageProbability ?? null) : null,
});

/** The times of the phrases. */
export const timestampsOf = ({ segments }: TranscribedRequest["transcript"]) => ({
  words: segments.map((segment) => segment.text),
  start_time_seconds: segments.map(({ start }) => start),
  end_time_seconds: segments.map(({ end }) => end),
});

/** The phrases with their speakers; null where these were not told apart. */
function diarizedOf({ segments }: TranscribedRequest["transcript"]) {
  const entries = segments.flatMap(({ text, start, end, speaker }) =>
    speaker === undefined
      ? []
      : [
          {
            ...{ transcript: text, start_time_seconds: start, end_time_seconds: end },
            speaker_id: `SPEAKER_${String(speaker).padStart(2, "0")}`,
          },
        ],
  );
  return entries.length === 0 ? null : { entries };
}

/** @param isTimed whether the job asked for the times of phrases */
export const presentFile = (request: TranscribedRequest, isTimed: boolean): z.output<typeof fileTranscript> => ({
  ...present(request),
  timestamps: isTimed ? timestampsOf(request.transcript) : null,
  diarized_transcript: diarizedOf(request.transcript),
});
