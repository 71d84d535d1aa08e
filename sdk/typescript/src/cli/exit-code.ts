import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InsufficientCreditsError,
  InvalidInputError,
  LiveSessionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  SpeechError,
  WorkFailedError,
} from "../errors.ts";
import { FilesFailedError, MissingKeyError, UsageError, VoiceNameError } from "./usage-error.ts";

/** Exit codes with their meanings, for `speech --help`. */
export const exitCodes = {
  0: "success",
  1: "another error",
  2: "the command is not written correctly",
  3: "no API key, or one that is not valid or lacks a scope; a login that was denied",
  4: "the input is refused, or an object does not exist",
  5: "insufficient credits",
  6: "too many calls, or too much unfinished work",
  7: "the service cannot be reached or has failed",
  8: "the work was accepted and has failed",
} as const;

/** The codes of a login that was denied, or took too long. */
const loginCodes: ReadonlySet<string> = new Set(["access_denied", "expired_token"]);

const codes = [
  [UsageError, 2],
  [VoiceNameError, 4],
  [MissingKeyError, 3],
  [AuthenticationError, 3],
  [PermissionError, 3],
  [InvalidInputError, 4],
  [NotFoundError, 4],
  [ConflictError, 4],
  [InsufficientCreditsError, 5],
  [RateLimitError, 6],
  [ServiceError, 7],
  [ConnectionError, 7],
  [WorkFailedError, 8],
  [LiveSessionError, 8],
  // 400, 413, …: what was sent.
  [SpeechError, 4],
] as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof FilesFailedError) return exitCodeOf(error.cause);
  if (error instanceof SpeechError && loginCodes.has(error.code)) return 3;
  return codes.find(([type]) => error instanceof type)?.[1] ?? 1;
}
