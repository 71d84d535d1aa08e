import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from "jose";
import * as client from "openid-client";
import type { OidcConfig } from "#src/config.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { verifyAccessToken } from "./access-token.ts";
import { openCircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";
import { identityOf, type VerifiedIdentity } from "./identity-claims.ts";
import type { Logger } from "#src/platform/logger.ts";
import { redeemCode, type SignInChecks } from "./redeem-code.ts";

/** The OpenID provider that people sign in with. Each call throws DomainError `unavailable` while it does not answer. */
export interface IdentityProvider {
  /**
   * Returns the address to send a browser to, and the values that its answer has to be held against. A person who `creates` an account is led to
   * the page for that where the provider lists it (Initiating User Registration via OpenID Connect 1.0).
   */
  beginSignIn(wanted: { readonly creates: boolean }): Promise<SignInChecks & { readonly url: string }>;
  /** Who has signed in, by the query that the browser came back with, and the ID token. @throws DomainError `sign_in_failed` */
  finishSignIn(
    query: string,
    checks: SignInChecks,
  ): Promise<{ readonly identity: VerifiedIdentity; readonly idToken: string | null }>;
  /** To whom an access token for this service was given. @throws DomainError `invalid_session` */
  verifyAccessToken(token: string): Promise<VerifiedIdentity>;
  /**
   * Returns the address at which a browser signs out of the provider as well; null when there is no such address. By the ID token of the session the
   * provider knows that the person wants that, and does not ask.
   */
  signOutUrl(idToken: string | null): Promise<string | null>;
}

export interface IdentityProviderOptions {
  readonly oidc: OidcConfig;
  readonly publicUrl: string;
  readonly log: Logger;
  /** The time after one fetch of the provider's keys in which an unknown key does not cause another, in milliseconds. */
  readonly keysCooldownMs?: number;
}

const timeoutSeconds = 5;
const defaultKeysCooldownMs = 30_000;
const retryAfterMs = 1_000;
/** Servers and proxies refuse addresses of more than 8 KiB or so; without the hint the provider asks. */
const maxHintCharacters = 6_000;

/** OpenID Connect by the authorization code flow with PKCE. Nothing is asked of the provider before the first call. */
export function openIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { oidc, publicUrl, log, keysCooldownMs = defaultKeysCooldownMs } = options;
  const discoverNow = failingFast(() => discoverProvider(oidc), log);
  const fetchKeys = failingFast(fetchOk, log);
  const providers = openTtlCache<client.Configuration>();
  const discover = () => providers.get(oidc.issuer, Infinity, discoverNow);
  const keySets = openTtlCache<JWTVerifyGetKey>();
  const keys = () =>
    keySets.get(oidc.issuer, Infinity, async () => keysOf(await discover(), { fetchKeys, keysCooldownMs }));
  const redirectUri = new URL(`${publicUrl}/auth/callback`).href;

  return {
    beginSignIn: async ({ creates }) => beginSignIn(await discover(), { redirectUri, creates }),
    finishSignIn: async (query, checks) => {
      const url = new URL(`${redirectUri}?${query}`);
      const { claims, idToken } = await redeemCode(await discover(), url, checks);
      return { identity: identityOf(oidc.issuer, claims) ?? refuse("sign_in_failed"), idToken };
    },
    verifyAccessToken: async (token) => {
      const { issuer } = (await discover()).serverMetadata();
      const claims = await verifyAccessToken(token, await keys(), { issuer, audience: oidc.audience });
      return identityOf(oidc.issuer, claims) ?? refuse("invalid_session");
    },
    signOutUrl: async (idToken) => {
      const provider = await discover();
      if (provider.serverMetadata().end_session_endpoint === undefined) return null;
      const isSendable = idToken !== null && idToken.length <= maxHintCharacters;
      return client.buildEndSessionUrl(provider, {
        post_logout_redirect_uri: `${publicUrl}/`,
        ...(isSendable && { id_token_hint: idToken }),
      }).href;
    },
  };
}

function refuse(code: ErrorCode): never {
  throw new DomainError(code);
}

/** The same call behind a circuit breaker; it throws DomainError `unavailable` and nothing else. */
function failingFast<Input extends readonly unknown[], Result>(
  call: (...input: Input) => Promise<Result>,
  log: Logger,
): (...input: Input) => Promise<Result> {
  const refusal = (): DomainError => new DomainError("unavailable");
  const onChange = (isOpen: boolean, error: unknown): void => {
    if (isOpen) log.warn({ error: String(error) }, "the identity provider does not answer");
  };
  const breaker = openCircuitBreaker({ failures: 1, openMs: retryAfterMs, refusal, onChange });
  return (...input) =>
    breaker
      .run(() => call(...input))
      .catch(() => {
        throw refusal();
      });
}

async function discoverProvider({ issuer, clientId, clientSecret }: OidcConfig): Promise<client.Configuration> {
  const basic = client.ClientSecretBasic(clientSecret);
  const post = client.ClientSecretPost(clientSecret);
  // Basic is what OpenID Connect takes for granted.
  const authenticate: client.ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return methods.includes("client_secret_basic") ? basic(server, ...request) : post(server, ...request);
  };
  // The settings allow plain http only on this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so by its authors only to stand out
  const insecure = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
  const provider = await client.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
    timeout: timeoutSeconds,
    execute: [client.enableNonRepudiationChecks, ...insecure],
  });
  const { jwks_uri: keysUrl } = provider.serverMetadata();
  if (keysUrl === undefined) throw new Error("The provider publishes no keys.");
  if (insecure.length === 0 && !keysUrl.startsWith("https:")) throw new Error("The provider's keys need https.");
  return provider;
}

/** The provider's keys: fetched when needed, kept, and fetched again for a key that is not among them, now and then. */
const keysOf = (
  provider: client.Configuration,
  { fetchKeys, keysCooldownMs }: { readonly fetchKeys: FetchImplementation; readonly keysCooldownMs: number },
): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri ?? ""), {
    cooldownDuration: keysCooldownMs,
    timeoutDuration: timeoutSeconds * 1000,
    [customFetch]: fetchKeys,
  });

const fetchOk: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`The keys were answered with ${response.status}.`);
  return response;
};

interface SignInStart {
  readonly redirectUri: string;
  readonly creates: boolean;
}

/** The values of `prompt` that a provider lists in its metadata. */
function promptsOf(provider: client.Configuration): readonly unknown[] {
  const listed = provider.serverMetadata()["prompt_values_supported"];
  return Array.isArray(listed) ? listed : [];
}

async function beginSignIn(
  provider: client.Configuration,
  { redirectUri, creates }: SignInStart,
): Promise<SignInChecks & { readonly url: string }> {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: "openid profile email",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: "S256",
    ...(creates && promptsOf(provider).includes("create") && { prompt: "create" }),
  });
  return { url: url.href, ...checks };
}
