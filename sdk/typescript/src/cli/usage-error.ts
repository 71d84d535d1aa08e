/** The command cannot be run as it was written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** No API key is known. */
export class MissingKeyError extends Error {
  override readonly name = "MissingKeyError";
}
