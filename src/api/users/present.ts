import type { AccountRow } from "#src/domain/accounts/queries.ts";
import type { FreeCreditState } from "#src/domain/credits/grant-free-credits.ts";
import type { Session } from "#src/domain/sessions/queries.ts";

export const presentProfile = (account: AccountRow, freeCredits: FreeCreditState) => ({
  user_id: account.id,
  name: account.name,
  email: account.email,
  email_verified: account.email_verified,
  username: account.username,
  role: account.role,
  free_credits: freeCredits,
  created_at: account.created_at.toISOString(),
  keep_recordings: account.keep_recordings,
});

/** `currentId` is the session that asks; null when none does. */
export const presentSession = (session: Session, currentId: string | null) => ({
  session_id: session.id,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
  expires_at: session.ends_at.toISOString(),
  current: session.id === currentId,
});
