import { openSession } from "#src/domain/sessions/open-session.ts";
import type { Resources } from "#src/platform/resources.ts";

/** A browser that is signed in: what it sends with a call of our own pages. */
export interface SignedIn {
  readonly cookie: string;
  readonly headers: { readonly origin: string };
}

/** The cookie of a session as a `Cookie` header. */
export const sessionCookieOf = (token: string): string => `__Host-speech_session=${token}`;

/** Signs an account in to the dashboard, as if it had come from the identity provider. */
export async function signedIn(resources: Resources, userId: string, userAgent = "test"): Promise<SignedIn> {
  const { publicUrl, session } = resources.config;
  const token = await openSession(resources, {
    userId,
    userAgent,
    maxMs: session.maxMs,
    replaces: null,
    idToken: null,
  });
  return { cookie: sessionCookieOf(token), headers: { origin: new URL(publicUrl).origin } };
}
