import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { DomainError } from "#src/errors.ts";

/** Longer tokens are refused unread. */
const maxLength = 8 * 1024;
const skewSeconds = 5;
/** Signatures that only the provider can make: nothing without one, nothing with a shared secret. */
const algorithms = ["RS256", "ES256", "EdDSA", "Ed25519"];
const types: ReadonlySet<string | undefined> = new Set([undefined, "jwt", "at+jwt", "application/at+jwt"]);
/** Claims that only an ID token carries (OpenID Connect Core, 2 and 3.3.2.11). */
const idTokenClaims = ["nonce", "at_hash", "c_hash"];

/** The claims that an access token must have. */
export interface ExpectedToken {
  readonly issuer: string;
  readonly audience: string;
}

/**
 * The claims of a JWT access token (RFC 9068, and those of providers that do not follow it yet).
 * @throws DomainError `invalid_session`, the same for everything that can be wrong with it; what `keys` throws as such
 */
export async function verifyAccessToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: ExpectedToken,
): Promise<JWTPayload> {
  if (token.length > maxLength) throw new DomainError("invalid_session");
  const options = {
    issuer,
    audience,
    algorithms,
    requiredClaims: ["exp", "sub"],
    clockTolerance: skewSeconds,
  };
  const { payload, protectedHeader } = await jwtVerify(token, keys, options).catch((error: unknown) => {
    throw error instanceof DomainError ? error : new DomainError("invalid_session");
  });
  const isAccessToken = types.has(protectedHeader.typ?.toLowerCase());
  if (!isAccessToken || idTokenClaims.some((claim) => claim in payload)) throw new DomainError("invalid_session");
  return payload;
}
