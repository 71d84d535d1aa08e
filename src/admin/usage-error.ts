/** A command that cannot be understood, with the sentence to say so. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
