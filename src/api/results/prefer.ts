import { trimWhitespace } from "#src/api/http/trim-whitespace.ts";

/**
 * The seconds that a caller wants to wait, from its `Prefer` header (RFC 7240): `wait=N` lowers the longest wait,
 * `respond-async` returns immediately. An invalid preference is ignored.
 */
export function preferredWaitSeconds(header: string | undefined, maxSeconds: number): number {
  const preferences = (header ?? "").toLowerCase().split(/[,;]/).map(trimWhitespace);
  if (preferences.includes("respond-async")) return 0;
  const wait = preferences
    .map((part) => /^wait[ \t]*=[ \t]*"?(\d{1,9})"?$/.exec(part)?.[1])
    .find((value) => value !== undefined);
  return wait === undefined ? maxSeconds : Math.min(Number(wait), maxSeconds);
}
