import type { SpeechRequest } from "./queries.ts";
import { type GivenTranscriptionOptions, transcriptionOptions } from "./transcription-options.ts";

type Part = Pick<GivenTranscriptionOptions, "startSeconds" | "endSeconds">;

/** The bounds of a part of a recording, in seconds from its beginning. */
export const partBounds = { min: 0, max: 86_400 } as const;

/** The seconds of a recording of this length that are transcribed. */
export const partSeconds = (durationSeconds: number, { startSeconds = 0, endSeconds = null }: Part): number =>
  Math.max(0, Math.min(durationSeconds, endSeconds ?? durationSeconds) - startSeconds);

/** The end of the part that is transcribed, in seconds of the recording; null until it is decoded. */
export const endOfPart = ({
  duration_seconds: seconds,
  options,
}: Pick<SpeechRequest, "duration_seconds" | "options">) =>
  seconds === null ? null : transcriptionOptions.parse(options).startSeconds + seconds;

/** The credits that a recording of this length costs: its seconds, rounded up, for each channel that is transcribed by itself. */
export const chargedSeconds = (durationSeconds: number, channels = 1): number => channels * Math.ceil(durationSeconds);
