import { onlyCookie, sessionCookie, signInCookie } from "#src/api/http/cookies.ts";
import type { RequestContext } from "#src/api/route.ts";
import { identityTrust } from "#src/domain/accounts/identity-trust.ts";
import { signInAccount } from "#src/domain/accounts/sign-in-account.ts";
import { openSession } from "#src/domain/sessions/open-session.ts";
import { type SignInAttempt, consumeSignInAttempt } from "#src/domain/sessions/sign-in-attempts.ts";
import { DomainError } from "#src/errors.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";

/**
 * Makes a session of what the provider sent a browser back with.
 * @returns the secret of the session, and where the person wanted to go
 * @throws DomainError `sign_in_failed` for everything that is not the answer to an attempt of this very browser
 */
export async function finishSignIn(
  context: RequestContext,
  provider: IdentityProvider,
): Promise<{ readonly token: string; readonly returnTo: string }> {
  const { resources, queryString } = context;
  const attempt = await attemptOf(context);
  const { identity, idToken } = await provider.finishSignIn(queryString, attempt);
  const policy = { ...identityTrust(resources.config), issuedAt: identity.issuedAt };
  const { userId } = await signInAccount(resources, identity, policy).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "invalid_session") throw error;
    throw new DomainError("sign_in_failed", "This account is closed.");
  });
  const userAgent = context.header("user-agent") ?? "";
  const replaces = onlyCookie(context.header("cookie"), sessionCookie);
  const token = await openSession(resources, {
    userId,
    userAgent,
    maxMs: resources.config.session.maxMs,
    replaces,
    idToken,
  });
  return { token, returnTo: attempt.returnTo };
}

async function attemptOf({ resources, queryString, header }: RequestContext): Promise<SignInAttempt> {
  const token = onlyCookie(header("cookie"), signInCookie);
  const [state, another] = new URLSearchParams(queryString).getAll("state");
  const sent = token !== null && state !== undefined && another === undefined;
  const attempt = sent ? await consumeSignInAttempt(resources, { token, state }) : null;
  if (attempt === null) throw new DomainError("sign_in_failed");
  return attempt;
}
