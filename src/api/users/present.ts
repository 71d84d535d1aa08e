import type { AccountRow } from "#src/domain/accounts/queries.ts";
import type { Session } from "#src/domain/sessions/queries.ts";

export const presentProfile = (account: AccountRow) => ({
  user_id: account.id,
  name: account.name,
  email: account.email,
  username: account.username,
  role: account.role,
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
