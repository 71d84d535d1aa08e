import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { deleteSessionByToken, insertSession } from "./queries.ts";
import { newSessionToken, sessionTokenDigest } from "./session-token.ts";

const userAgentMaxLength = 300;

export interface SessionInput {
  readonly userId: string;
  /** The `User-Agent` of the browser. */
  readonly userAgent: string;
  /** The longest time that it lasts, in milliseconds. */
  readonly maxMs: number;
  /** The secret of the session that the browser had before, which ends. */
  readonly replaces: string | null;
  /** The ID token of the provider, which ends its session by it; null when there is none. */
  readonly idToken: string | null;
}

/** Opens a session of the dashboard. @returns its secret, which is kept nowhere */
export async function openSession(
  { db }: { readonly db: Db },
  { userId, userAgent, maxMs, replaces, idToken }: SessionInput,
): Promise<string> {
  const token = newSessionToken();
  const digest = sessionTokenDigest(token);
  await db.transaction().execute(async (trx) => {
    if (replaces !== null) await deleteSessionByToken(trx, sessionTokenDigest(replaces));
    const shown = userAgent.slice(0, userAgentMaxLength);
    await insertSession(trx, { id: randomUUID(), userId, digest, userAgent: shown, maxMs, idToken });
  });
  return token;
}
