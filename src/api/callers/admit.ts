import { requireScopes } from "#src/domain/api-keys/key-scopes.ts";
import { DomainError } from "#src/errors.ts";
import {
  countRefusal,
  limitOf,
  type RateLimitContext,
  refuseBlocked,
  refuseCaller,
  refuseExhausted,
} from "#src/api/limits/rate-limits.ts";
import type { Route } from "#src/api/route.ts";
import { authenticate, type AuthenticationContext } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import type { ReceivedCall } from "./received-call.ts";

/** The facts of a route that decide who may call it, and how often. */
type AdmittedRoute = Pick<Route, "access" | "scope" | "temporaryTokens" | "limit" | "bodyDocument"> & {
  /** True where a token of `POST /v1/live/tokens` will do. */
  readonly liveTokens?: true;
};

/**
 * The step `admit`: finds the account of a call by its credential, and refuses a caller who may not call the route or has used its limit
 * up, before anything of a body is read.
 * @returns the caller; null without a credential
 * @throws DomainError those of `authenticate` and `authorize`, `rate_limited`
 */
export async function admit(
  call: ReceivedCall,
  route: AdmittedRoute,
  context: AuthenticationContext & RateLimitContext,
): Promise<Caller | null> {
  const caller = await authenticate(call, route, context).catch((error: unknown) => refuseCaller(call, context, error));
  const limited = { call, caller, limit: limitOf(route) };
  refuseBlocked(limited, context);
  try {
    if (caller !== null) authorize(caller, route);
  } catch (error) {
    await countRefusal(limited, context);
    throw error;
  }
  if (takesUploads(route)) await refuseExhausted(limited, context);
  return caller;
}

/** Bodies in JSON are small. */
const takesUploads = ({ bodyDocument }: AdmittedRoute): boolean =>
  bodyDocument !== null && (bodyDocument.contentType !== "application/json" || bodyDocument.form !== undefined);

/**
 * Lets a known caller pass to a route: by the role of its account, by its kind of credential, then by its scopes.
 * @throws DomainError `forbidden`, `insufficient_scope`
 */
function authorize(
  { accountRole, scopes, token }: Caller,
  { access, scope, temporaryTokens, liveTokens }: Omit<AdmittedRoute, "limit" | "bodyDocument">,
): void {
  if (access === "admin" && accountRole !== "admin") throw new DomainError("forbidden");
  if (token === "speech" && temporaryTokens !== true)
    throw new DomainError("forbidden", "A temporary token only speaks and transcribes. Use an API key.");
  if (token === "live" && liveTokens !== true)
    throw new DomainError("forbidden", "This token only opens a live session, at /v1/speech/live. Use an API key.");
  if (scope !== "any") requireScopes(scopes, [scope]);
}
