import type { DomainError } from "#src/errors.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { UnusableFileError } from "#src/api/validation/unusable-file-error.ts";
import { unusableAudioRow } from "#src/api/validation/multipart-rows.ts";
import { toValidationRow, type ValidationRow } from "#src/api/validation/validation-error.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";

/** The row of an error that is answered with 422. It names the field that the work could not use: the language, or the audio. */
export function refusalRow(error: DomainError): ValidationRow {
  if (error instanceof UnusableFileError) return unusableAudioRow(error.message, error.fileField);
  if (error.code !== "language_unsupported") return unusableAudioRow(error.message);
  const language = error instanceof WorkFailedError ? error.language : null;
  const field = error.facts["field"] ?? "language";
  return toValidationRow(["body", field], valueError(error.message), language);
}
