import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findSessionOwner, type SessionOwner } from "./queries.ts";
import { isSessionToken, sessionTokenDigest } from "./session-token.ts";

const noteMaxMs = 60_000;

/**
 * Asks the database every time, so that signing out holds for every request that starts after it; `shouldRecordUse`
 * says whether the use is to be recorded, at most once a minute, which is left to the caller: it may still refuse.
 * @throws DomainError `invalid_session`, the same for unknown, ended and malformed ones and those of closed accounts
 */
export async function authenticateSession(
  { db }: { readonly db: Db },
  token: string,
  { idleMs }: { readonly idleMs: number },
): Promise<SessionOwner> {
  const noteMs = Math.min(noteMaxMs, idleMs / 2);
  const owner = isSessionToken(token)
    ? await findSessionOwner(db, sessionTokenDigest(token), { idleMs, noteMs })
    : null;
  if (owner === null) throw new DomainError("invalid_session");
  return owner;
}
