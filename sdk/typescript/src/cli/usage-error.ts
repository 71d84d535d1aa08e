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

/** No API key is known. */
export class MissingKeyError extends Error {
  override readonly name = "MissingKeyError";
}
