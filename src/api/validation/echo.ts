/** The most characters of one string that an answer repeats. */
const maxEchoedCharacters = 1000;

const echoText = (text: string): string => {
  const wellFormed = text.toWellFormed();
  if (wellFormed.length <= maxEchoedCharacters) return wellFormed;
  return Array.from(wellFormed.slice(0, 2 * maxEchoedCharacters))
    .slice(0, maxEchoedCharacters)
    .join("");
};

/**
 * A parsed value as an answer may repeat it: strings cut at 1,000 code points, lone surrogates replaced, an
 * absent value as null. `value` is JSON, nested no deeper than a request body may be.
 */
export const echo = (value: unknown): unknown => {
  if (typeof value === "string") return echoText(value);
  if (Array.isArray(value)) return value.map(echo);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [echoText(key), echo(inner)]));
};
