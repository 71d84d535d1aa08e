/** The command cannot be run as it was written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The number that was given for an option. @throws UsageError */
export function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new UsageError(`${option} must be a number.`);
  return value;
}

/** Some of several files could not be processed, and were reported; `cause` is the error of the first. */
export class FilesFailedError extends Error {
  override readonly name = "FilesFailedError";
}

/** A name that no voice has, or several. */
export class VoiceNameError extends Error {
  override readonly name = "VoiceNameError";
}

/** No API key is known. */
export class MissingKeyError extends Error {
  override readonly name = "MissingKeyError";
}
