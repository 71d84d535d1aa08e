import * as client from "openid-client";
import { DomainError } from "#src/errors.ts";

/** The values that the provider's answer to an attempt to sign in is held against. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Who has come back, and the provider's word for it. */
export interface RedeemedCode {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string | null;
}

/**
 * The claims of whom a browser has come back for, from the ID token and, where that names no e-mail, from the
 * provider's userinfo.
 * @throws DomainError `sign_in_failed`, or `unavailable` when the provider does not answer
 */
export async function redeemCode(
  provider: client.Configuration,
  callback: URL,
  { state, nonce, codeVerifier }: SignInChecks,
): Promise<RedeemedCode> {
  try {
    const tokens = await client.authorizationCodeGrant(provider, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new DomainError("sign_in_failed");
    const idToken = tokens.id_token ?? null;
    if (claims["email"] !== undefined) return { claims, idToken };
    const { email, email_verified, ...more } = await userInfo(provider, tokens.access_token, claims.sub);
    // Whether an e-mail is verified is said beside that e-mail, or not at all.
    return { claims: { ...more, ...claims, email, email_verified }, idToken };
  } catch (error) {
    throw new DomainError(isProviderOutage(error) ? "unavailable" : "sign_in_failed");
  }
}

/** Fetches what userinfo adds; nothing where the provider does not grant it. */
async function userInfo(
  provider: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(provider, accessToken, subject).catch((error: unknown) => {
    if (error instanceof client.WWWAuthenticateChallengeError) return {};
    throw error;
  });
}

/** fetch throws a bare TypeError when there is no answer. */
function isProviderOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return !("code" in error);
  if ("code" in error && error.code === "OAUTH_TIMEOUT") return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}
