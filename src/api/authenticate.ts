import type { Context } from "koa";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Config } from "#src/config.ts";
import { authenticateIdentity } from "#src/domain/accounts/authenticate-identity.ts";
import { currentRole } from "#src/domain/accounts/current-role.ts";
import { identityTrust } from "#src/domain/accounts/identity-trust.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { authenticateSession } from "#src/domain/sessions/authenticate-session.ts";
import { noteSessionUse } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { IdentityProvider } from "#src/platform/identity-provider.ts";
import { cookieValues, onlyCookie, sessionCookie } from "./cookies.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import type { Caller } from "./caller.ts";
import type { Access } from "./route.ts";

/** What it takes to know a caller. */
export interface Doorkeeper {
  readonly resources: { readonly db: Kysely<Database>; readonly config: Config };
  readonly identityProvider: IdentityProvider | null;
}

const bearer = /^Bearer +(?<credential>\S+) *$/i;
/** A JSON object in base64url begins like this, and three parts make a signed one (RFC 7515, 3.1). */
const signedToken = /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/;
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Finds the account behind a request, and whether it may pass: by an API key, by an access token of the identity
 * provider, or else by the cookie of the dashboard.
 * @throws DomainError `missing_credentials`, `invalid_api_key`, `invalid_session`, `origin_mismatch`, `forbidden`
 */
export async function authenticate(ctx: Context, access: Access, doorkeeper: Doorkeeper): Promise<Caller | null> {
  if (access === "public") return null;
  const caller = await withCurrentRole(await callerOf(ctx, doorkeeper), doorkeeper);
  if (caller === null && access !== "optional") throw new DomainError("missing_credentials");
  if (access === "admin" && caller?.role !== "admin") throw new DomainError("forbidden");
  return caller;
}

/** An admin by a setting is one only as long as the setting says so, whatever key or session is shown. */
async function withCurrentRole(caller: Caller | null, { resources }: Doorkeeper): Promise<Caller | null> {
  if (caller?.role !== "admin") return caller;
  return { ...caller, role: await currentRole(resources, caller.userId, resources.config) };
}

/** A request with a key or a token is not also that of a cookie. */
function callerOf(ctx: Context, doorkeeper: Doorkeeper): Promise<Caller | null> {
  const key = ctx.get("x-api-key");
  const authorization = ctx.get("authorization");
  const token = authorization === "" ? "" : bearer.exec(authorization)?.groups?.["credential"];
  const [, another] = ctx.req.headersDistinct["authorization"] ?? [];
  if (token === undefined || another !== undefined || (key !== "" && token !== "" && key !== token))
    throw new DomainError("invalid_api_key");
  if (key === "" && signedToken.test(token)) return callerOfToken(token, doorkeeper);
  if (key !== "" || token !== "") return callerOfKey(key || token, doorkeeper);
  return callerOfCookie(ctx, doorkeeper);
}

async function callerOfKey(key: string, { resources }: Doorkeeper): Promise<Caller> {
  const { userId, role, apiKeyId } = await authenticateApiKey(resources, key);
  return { userId, role, source: "api_key", apiKeyId, sessionId: null };
}

async function callerOfToken(token: string, { resources, identityProvider }: Doorkeeper): Promise<Caller> {
  if (identityProvider === null) throw new DomainError("invalid_session");
  const identity = await identityProvider.verifyAccessToken(token);
  const policy = { ...identityTrust(resources.config), issuedAt: identity.issuedAt };
  const { userId, role } = await authenticateIdentity(resources, identity, policy);
  return { userId, role, source: "web", apiKeyId: null, sessionId: null };
}

async function callerOfCookie(ctx: Context, { resources }: Doorkeeper): Promise<Caller | null> {
  const header = ctx.get("cookie");
  if (cookieValues(header, sessionCookie).length === 0) return null;
  const token = onlyCookie(header, sessionCookie) ?? "";
  const { userId, role, sessionId, useIsNews } = await authenticateSession(resources, token, resources.config.session);
  if (!safeMethods.has(ctx.method)) requireOwnOrigin(ctx.get("origin"), resources.config);
  // Not before: another site must not keep a session alive.
  if (useIsNews) await noteSessionUse(resources.db, sessionId);
  return { userId, role, source: "web", apiKeyId: null, sessionId };
}
