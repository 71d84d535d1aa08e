import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { onlyCookie, sessionCookie, setCookie, signInCookie } from "#src/api/http/cookies.ts";
import { requireOwnOrigin } from "#src/api/http/own-origin.ts";
import { openRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { deleteSessionByToken } from "#src/domain/sessions/queries.ts";
import { sessionTokenDigest } from "#src/domain/sessions/session-token.ts";
import { saveSignInAttempt, signInSeconds } from "#src/domain/sessions/sign-in-attempts.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Signing in";
const refusals: readonly ErrorCode[] = ["https_required", "sign_in_not_configured", "unavailable"];

/** A path of this service. Browsers take a backslash for a slash and leave control characters out. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/;

const loginQuery = z.object({
  return_to: text({ max: 2000, pattern: ownPath }).default("/"),
  prompt: literal(["create"])
    .optional()
    .meta({
      description: "`create` leads to the page for a new account, where the provider says that it has one.",
      examples: ["create"],
    }),
});

const signedOut = z
  .object({
    signed_out: z.literal(true),
    provider_sign_out_url: z
      .url()
      .nullable()
      .meta({ description: "The address that signs out of the identity provider, too." }),
  })
  .meta({ id: "SignedOut" });

const redirect = (location: string, cookies: string[]): Reply => ({
  status: 302,
  headers: { Location: location, "Set-Cookie": cookies },
  raw: { content: "", contentType: "text/plain; charset=utf-8" },
});

const redirection = (description: string, cookies: string) => ({
  302: {
    description,
    mediaTypes: ["text/plain"],
    headers: { Location: "The address to continue at.", "Set-Cookie": cookies },
  },
});

/** @throws DomainError `sign_in_not_configured`, `https_required` */
function providerFor({ identityProvider, resources, header }: RequestContext): IdentityProvider {
  if (identityProvider === null) throw new DomainError("sign_in_not_configured");
  requireHttps(header("host"), resources.config);
  return identityProvider;
}

const login = openRoute(
  {
    method: "get",
    path: "/auth/login",
    operationId: "auth.login",
    tag,
    summary: "Start signing in",
    description:
      "For browsers: leads to the identity provider and from there back to `return_to`, a path of this host.",
    access: "public",
    forBrowsers: true,
    limit: "sign_in",
    params: noInput,
    query: loginQuery,
    body: noBody,
    responses: redirection("Redirect to the identity provider.", "Binds the attempt to this browser."),
    errors: refusals,
  },
  async ({ query }, _caller, context) => {
    const provider = providerFor(context);
    const elsewhere = loopbackRedirect(context.header("host"), context.resources.config);
    if (elsewhere !== null) {
      const { return_to: returnTo, prompt } = query;
      const again = new URLSearchParams({ return_to: returnTo, ...(prompt && { prompt }) });
      return redirect(`${elsewhere}/auth/login?${again.toString()}`, []);
    }
    const { url, ...checks } = await provider.beginSignIn({ creates: query.prompt === "create" });
    const token = await saveSignInAttempt(context.resources, { ...checks, returnTo: query.return_to });
    return redirect(url, [setCookie(signInCookie, token, signInSeconds)]);
  },
);

const callback = openRoute(
  {
    method: "get",
    path: "/auth/callback",
    operationId: "auth.callback",
    tag,
    summary: "Return from the identity provider",
    description: "For browsers: takes `code` and `state` of the provider once, and opens a session of the dashboard.",
    access: "public",
    forBrowsers: true,
    params: noInput,
    query: noInput,
    body: noBody,
    responses: redirection("Signed in; redirects to `return_to`.", "The session."),
    errors: [...refusals, "sign_in_failed"],
  },
  async (_input, _caller, context) => {
    const { token, returnTo } = await finishSignIn(context, providerFor(context));
    const { publicUrl, session } = context.resources.config;
    const kept = setCookie(sessionCookie, token, Math.floor(session.maxMs / 1000));
    return redirect(`${publicUrl}${returnTo}`, [kept, setCookie(signInCookie, "", 0)]);
  },
);

const logout = openRoute(
  {
    method: "post",
    path: "/auth/logout",
    operationId: "auth.logout",
    tag,
    summary: "Sign out",
    description:
      "Ends the session of the cookie at once. Needs the `Origin` of this service, as browsers send it. A browser that then opens " +
      "`provider_sign_out_url` is signed out of the identity provider, too, and not asked again where the provider takes ID tokens for that.",
    access: "public",
    forBrowsers: true,
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "Signed out.", schema: signedOut, headers: { "Set-Cookie": "None any more." } } },
    errors: ["origin_mismatch", "unavailable"],
  },
  async (_input, _caller, { resources, identityProvider, header }) => {
    requireOwnOrigin(header("origin"), resources.config);
    const token = onlyCookie(header("cookie"), sessionCookie);
    const idToken = token === null ? null : await deleteSessionByToken(resources.db, sessionTokenDigest(token));
    // Signing out here does not depend on the identity provider.
    const url = await identityProvider?.signOutUrl(idToken).catch(() => null);
    return {
      status: 200,
      headers: { "Set-Cookie": [setCookie(sessionCookie, "", 0)] },
      data: { signed_out: true, provider_sign_out_url: url ?? null },
    };
  },
);

/** Signing in to the dashboard and out of it. */
export const authRoutes = [login, callback, logout];

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Refuses where no browser would keep our cookies: on plain http, except on this machine. `host` is the request's.
 * @throws DomainError `https_required`
 */
function requireHttps(host: string | undefined, { publicUrl }: { readonly publicUrl: string }): void {
  const { protocol, host: ownHost } = new URL(publicUrl);
  if (protocol === "https:" || (thisMachine.test(ownHost) && thisMachine.test(host ?? ""))) return;
  throw new DomainError("https_required");
}

/**
 * The address at which a browser should begin instead, when it came by another name of this machine than the one that the
 * provider leads back to: cookies of the one are not sent to the other. Null when its address is right.
 */
function loopbackRedirect(host: string | undefined, { publicUrl }: { readonly publicUrl: string }): string | null {
  const { host: ownHost } = new URL(publicUrl);
  const [name, ownName] = [thisMachine.exec(host ?? "")?.[1], thisMachine.exec(ownHost)?.[1]];
  return name !== undefined && ownName !== undefined && name !== ownName ? publicUrl : null;
}
