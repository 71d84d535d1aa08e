import type { ErrorCode } from "#src/errors.ts";

/** Close codes of RFC 6455, 7.4.1, and of the registry of IANA. */
const closeCodes: Partial<Readonly<Record<ErrorCode, number>>> = {
  ...{ malformed_request: 1003, audio_unusable: 1007, unavailable: 1012 },
  ...{ engine_unavailable: 1011, engine_timeout: 1011, internal_error: 1011 },
};

/** The code of the close frame after an error, where a protocol has none of its own. */
export const closeCodeOf = (code: ErrorCode): number => closeCodes[code] ?? 1008;
