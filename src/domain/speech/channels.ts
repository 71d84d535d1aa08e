import { DomainError } from "#src/errors.ts";
import type { GivenTranscriptionOptions } from "./transcription-options.ts";

/** More channels than these are not transcribed separately. */
export const mostChannels = 8;

/** @throws DomainError `audio_unusable` for a recording with too many channels to transcribe each by itself */
export function requireFewChannels(channels: number): void {
  if (channels <= mostChannels) return;
  const fault = `The recording has ${channels} channels, and at most ${mostChannels} are transcribed separately.`;
  throw new DomainError("audio_unusable", `${fault} Send fewer, or channels=together.`);
}

/**
 * The channels that a recording seems to be charged for, by what its file declares: 1 where it does not say, or they are transcribed together.
 * @throws DomainError `audio_unusable` where they are too many
 */
export function chargedChannels({ channels }: GivenTranscriptionOptions, declared: number | null): number {
  if (channels !== "separate") return 1;
  requireFewChannels(declared ?? 1);
  return Math.max(1, declared ?? 1);
}
