import type { Caller } from "#src/api/callers/caller.ts";
import type { RequestContext } from "#src/api/route.ts";
import { identityTrust } from "#src/domain/accounts/identity-trust.ts";
import { findProfile } from "#src/domain/accounts/queries.ts";
import { freeCreditState } from "#src/domain/credits/grant-free-credits.ts";
import { DomainError } from "#src/errors.ts";

/**
 * Reads the profile of the caller as it is answered.
 * @throws DomainError `invalid_session` when the account was closed in the meantime
 */
export async function readProfile(
  { userId }: Pick<Caller, "userId">,
  { resources: { db, config } }: Pick<RequestContext, "resources">,
) {
  const account = await findProfile(db, userId);
  if (account === null) throw new DomainError("invalid_session");
  const unverified = identityTrust(config).unverifiedCredits === true;
  return {
    user_id: account.id,
    name: account.name,
    email: account.email,
    email_verified: account.email_verified,
    username: account.username,
    role: account.role,
    free_credits: freeCreditState(account, { unverified }),
    created_at: account.created_at.toISOString(),
    keep_recordings: account.keep_recordings,
    alert_percent: account.alert_percent,
  };
}
