import type { DomainError } from "#src/errors.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { unusableAudioRow } from "#src/api/validation/multipart-rows.ts";
import { toValidationRow, type ValidationRow } from "#src/api/validation/validation-error.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";

/**
 * The row of an error that is answered with 422. It names the field that the work could not use: the fact `field` of the error, else
 * the language or the audio.
 */
export function refusalRow(error: DomainError): ValidationRow {
  const field = error.facts["field"];
  if (error.code !== "language_unsupported" && error.code !== "language_mismatch")
    return unusableAudioRow(error.message, field?.toString());
  const language = error instanceof WorkFailedError ? error.language : null;
  return toValidationRow(["body", field ?? "language"], valueError(error.message), language);
}
