import { apiKeyScopes } from "#db/schema.ts";
import { authenticateIdentity } from "#src/domain/accounts/authenticate-identity.ts";
import { currentRole } from "#src/domain/accounts/current-role.ts";
import { identityTrust } from "#src/domain/accounts/identity-trust.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { authenticateTemporaryToken } from "#src/domain/api-keys/authenticate-temporary-token.ts";
import { temporaryTokenKind } from "#src/domain/api-keys/key-format.ts";
import { recordKeyUse } from "#src/domain/api-keys/key-account-queries.ts";
import { usableScopes } from "#src/domain/api-keys/key-scopes.ts";
import { authenticateSession } from "#src/domain/sessions/authenticate-session.ts";
import { recordSessionUse } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";
import { cookieValues, onlyCookie, sessionCookie } from "#src/api/http/cookies.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { requireOwnOrigin } from "#src/api/http/own-origin.ts";
import type { Caller } from "./caller.ts";
import { headerOf, type ReceivedCall } from "./received-call.ts";
import type { Route } from "#src/api/route.ts";

/** The resources and the provider by which callers are authenticated. */
export interface AuthenticationContext {
  readonly resources: Pick<Resources, "db" | "config" | "coalesced" | "log">;
  readonly identityProvider: IdentityProvider | null;
}

const bearer = /^Bearer +(?<credential>\S+) *$/i;
/** A JSON object in base64url begins like this, and three parts make a signed one (RFC 7515, 3.1). */
const signedToken = /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/;
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The account behind a credential, before its rights on a route are known. */
type Credential = Omit<Caller, "accountRole" | "scopes"> & Partial<Pick<Caller, "scopes">>;

/**
 * Finds the account behind a request: by an API key, by an access token of the identity provider, or else by the cookie
 * of the dashboard.
 * @throws DomainError `missing_credentials`, `invalid_api_key`, `invalid_session`, `origin_mismatch`
 */
export async function authenticate(
  call: ReceivedCall,
  { access }: Pick<Route, "access">,
  authentication: AuthenticationContext,
): Promise<Caller | null> {
  if (access === "public") return null;
  const credential = await withCurrentRole(await credentialOf(call, authentication), authentication);
  if (credential === null && access !== "optional") throw new DomainError("missing_credentials");
  if (credential === null) return null;
  const scopes = usableScopes(credential.scopes ?? apiKeyScopes, credential.role);
  const role = scopes.includes("admin") ? "admin" : "user";
  return { ...credential, accountRole: credential.role, scopes, role };
}

/** An admin by a setting is one only as long as the setting says so, whatever key or session is shown. */
async function withCurrentRole(
  credential: Credential | null,
  { resources }: AuthenticationContext,
): Promise<Credential | null> {
  if (credential?.role !== "admin") return credential;
  return { ...credential, role: await currentRole(resources, credential.userId, resources.config) };
}

/** A request with a key or a token is not also that of a cookie, and one in another dialect never is. */
function credentialOf(call: ReceivedCall, authentication: AuthenticationContext): Promise<Credential | null> {
  const dialect = dialectAt(call.target);
  if (dialect !== null)
    return keyCredential(
      dialect.credentialOf((name) => onlyHeader(call, name)),
      authentication,
    );
  const key = headerOf(call, "x-api-key");
  const authorization = onlyHeader(call, "authorization") ?? "";
  const token = authorization === "" ? "" : bearer.exec(authorization)?.groups?.["credential"];
  if (token === undefined || (key !== "" && token !== "" && key !== token)) throw new DomainError("invalid_api_key");
  if (key === "" && signedToken.test(token)) return tokenCredential(token, authentication);
  if (key !== "" || token !== "") return keyCredential(key || token, authentication);
  return cookieCredential(call, authentication);
}

/** The value of a header that may come once. @throws DomainError `invalid_api_key` */
function onlyHeader({ headersDistinct }: ReceivedCall, name: string): string | undefined {
  const [value, another] = headersDistinct[name] ?? [];
  if (another !== undefined) throw new DomainError("invalid_api_key");
  return value;
}

async function keyCredential(key: string, { resources }: AuthenticationContext): Promise<Credential> {
  const token = temporaryTokenKind(key);
  const { shouldRecordUse, ...account } =
    token === null
      ? { ...(await authenticateApiKey(resources, key)), sessionId: null }
      : await authenticateTemporaryToken(resources, key, resources.config.session);
  const { apiKeyId, sessionId } = account;
  if (shouldRecordUse && apiKeyId !== null)
    recordUse(resources, `key ${apiKeyId}`, () => recordKeyUse(resources.db, apiKeyId));
  return { ...account, token, source: sessionId === null ? "api_key" : "web" };
}

async function tokenCredential(
  token: string,
  { resources, identityProvider }: AuthenticationContext,
): Promise<Credential> {
  if (identityProvider === null) throw new DomainError("invalid_session");
  const identity = await identityProvider.verifyAccessToken(token);
  const policy = { ...identityTrust(resources.config), issuedAt: identity.issuedAt };
  const { userId, role } = await authenticateIdentity(resources, identity, policy);
  return { userId, role, source: "web", apiKeyId: null, token: null, sessionId: null };
}

async function cookieCredential(call: ReceivedCall, { resources }: AuthenticationContext): Promise<Credential | null> {
  const header = headerOf(call, "cookie");
  if (cookieValues(header, sessionCookie).length === 0) return null;
  const token = onlyCookie(header, sessionCookie) ?? "";
  const { db, config } = resources;
  const { userId, role, sessionId, shouldRecordUse } = await authenticateSession(resources, token, config.session);
  const origin = headerOf(call, "origin");
  if (origin !== "" || !safeMethods.has(call.method)) requireOwnOrigin(origin, config);
  // Not before: another site must not keep a session alive.
  if (shouldRecordUse) recordUse(resources, `session ${sessionId}`, () => recordSessionUse(db, sessionId));
  return { userId, role, source: "web", apiKeyId: null, token: null, sessionId };
}

/** Records the use of a credential beside the call, which does not wait for it; what has begun ends before the process does. */
function recordUse(
  { coalesced, log }: AuthenticationContext["resources"],
  credential: string,
  record: () => Promise<void>,
): void {
  const work = (): Promise<void> =>
    record().catch((error: unknown) => log.warn({ credential, error: String(error) }, "a use was not recorded"));
  coalesced.run(`use of ${credential}`, work);
}
