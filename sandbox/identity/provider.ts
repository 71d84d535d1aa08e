import {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { Pool } from "#sandbox/database.ts";
import { errorPage, page } from "#sandbox/page.ts";
import { isOwner } from "./account.ts";
import { findAccount } from "./accounts.ts";
import type { StoredSecrets } from "./kept-secrets.ts";
import { oidcAdapter } from "./oidc-adapter.ts";
import { signOutPage } from "./pages.ts";
import type { Settings } from "./settings.ts";

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

/** The seconds for which a session of the sandbox lasts. */
export const sessionSeconds = 14 * daySeconds;

/** The one client is the speech service itself, so no consent is asked for. */
const scopes = "openid profile email";

/** The claims that tokens have of an account. */
async function claimsOf(pool: Pool, id: string): Promise<Record<string, unknown> | null> {
  const account = await findAccount(pool, id);
  if (account === null) return null;
  const { email, name, username } = account;
  return { email, email_verified: isOwner(id), name, ...(username !== null && { preferred_username: username }) };
}

/**
 * An OpenID provider with one client, the speech service: authorization code with PKCE (S256), access tokens that are
 * RS256 JWTs for the service's audience (RFC 9068), and sign-out that the client may begin.
 */
export function openProvider(settings: Settings, pool: Pool, secrets: StoredSecrets): Provider {
  const provider = new Provider(settings.oidc.issuer, {
    adapter: (model) => oidcAdapter(pool, model),
    jwks: secrets.jwks,
    clients: [speechService(settings)],
    pkce: { required: () => true },
    ...claims(pool),
    loadExistingGrant,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy: interactions() },
    // Other programs on this machine share the cookies of localhost, whatever their port is.
    cookies: {
      names: { session: "sandbox_session", interaction: "sandbox_interaction", resume: "sandbox_resume" },
      keys: secrets.cookieKeys,
    },
    ttl: {
      AccessToken: 10 * minuteSeconds,
      AuthorizationCode: minuteSeconds,
      IdToken: 10 * minuteSeconds,
      Interaction: 60 * minuteSeconds,
      Session: sessionSeconds,
      Grant: sessionSeconds,
    },
    clientBasedCORS: () => false,
    discovery: { prompt_values_supported: ["none", "login", "create"] },
    renderError: (ctx, { error, error_description }) => {
      ctx.body = errorPage(error_description ?? error, settings.publicUrl);
    },
    features: features(settings.oidc.audience),
  });
  provider.use(endSessionAtOnce);
  return provider;
}

/**
 * Ends the session without asking where the service shows the ID token of the person who is signed in, and where nobody is; a page of
 * another site, which can lead a browser here as well, has no such token. oidc-provider would show a form.
 */
async function endSessionAtOnce(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status !== 200 || ctx.oidc?.route !== "end_session") return;
  const { session, entities, params, provider } = ctx.oidc;
  const hinted = entities.IdTokenHint?.payload["sub"];
  if (session?.accountId !== undefined && session.accountId !== hinted) return;
  await session?.destroy();
  ctx.cookies.set(provider.cookieName("session"), null);
  const target = params?.["post_logout_redirect_uri"];
  ctx.status = 303;
  ctx.redirect(typeof target === "string" ? target : ctx.oidc.urlFor("end_session_success"));
}

const speechService = ({ oidc, publicUrl }: Settings): ClientMetadata => ({
  client_id: oidc.clientId,
  client_secret: oidc.clientSecret,
  redirect_uris: [`${publicUrl}/auth/callback`],
  post_logout_redirect_uris: [`${publicUrl}/`],
});

const claims = (pool: Pool): Configuration => ({
  claims: { openid: ["sub"], profile: ["name", "preferred_username"], email: ["email", "email_verified"] },
  // The access token is not for the provider, so what there is to know is in the ID token.
  conformIdTokenClaims: false,
  findAccount: async (_ctx, id) => {
    const told = await claimsOf(pool, id);
    return told === null ? undefined : { accountId: id, claims: () => ({ sub: id, ...told }) };
  },
  extraTokenClaims: async (_ctx, token) =>
    "accountId" in token && token.accountId !== undefined ? ((await claimsOf(pool, token.accountId)) ?? {}) : {},
});

const features = (audience: string): NonNullable<Configuration["features"]> => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({ scope: "", audience, accessTokenFormat: "jwt" }),
  },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => {
      ctx.body = signOutPage(form);
    },
    postLogoutSuccessSource: (ctx) => {
      ctx.body = page("Signed out", "<p>You are signed out.</p>");
    },
  },
});

/** Signing in, and making an account where the client asks for that first; nothing else is asked. */
function interactions(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
  return policy;
}

async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, account, session, provider } = oidc;
  if (client === undefined || account === undefined) return undefined;
  const { clientId } = client;
  const { accountId } = account;
  const grantId = session?.grantIdFor(clientId);
  const kept = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (kept?.accountId === accountId) return kept;
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope(scopes);
  await grant.save();
  return grant;
}
