import { type ExpressionBuilder, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { requireUnblocked } from "#src/domain/accounts/require-unblocked.ts";
import { listNewestFirst } from "#src/domain/pages/list-page.ts";

const ago = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;

/** The end of a session: at its maximum age, or when it was unused for too long. */
const endsAt = (idleMs: number) =>
  sql<Date>`least(sessions.expires_at, sessions.last_seen_at + make_interval(secs => ${idleMs / 1000}))`;

const isLive = (idleMs: number) => (eb: ExpressionBuilder<Database, "sessions">) =>
  eb(endsAt(idleMs), ">", sql<Date>`now()`);

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly digest: Buffer;
  readonly userAgent: string;
  readonly maxMs: number;
  readonly idToken: string | null;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      token_sha256: session.digest,
      user_agent: session.userAgent,
      expires_at: ago(-session.maxMs),
      id_token: session.idToken,
    })
    .execute();
}

/** The account behind a live session, which is not blocked. */
export interface SessionOwner {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: "user" | "admin";
  /** True when its use was not recorded for `noteMs`. */
  readonly shouldRecordUse: boolean;
}

/** @throws DomainError `account_blocked` */
export async function findSessionOwner(
  db: Db,
  digest: Buffer,
  { idleMs, noteMs }: { readonly idleMs: number; readonly noteMs: number },
): Promise<SessionOwner | null> {
  const row = await ownedSessions(db, idleMs)
    .select(sql<boolean>`sessions.last_seen_at < ${ago(noteMs)}`.as("shouldRecordUse"))
    .where("sessions.token_sha256", "=", digest)
    .withPlugin(prepared("find-session-owner"))
    .executeTakeFirst();
  return ownerOf(row);
}

/** Finds the owner of the live session of the dashboard that a temporary token stands for, by the digest of the token. */
export async function findTokenSessionOwner(
  db: Db,
  digest: Buffer,
  { idleMs }: { readonly idleMs: number },
): Promise<Omit<SessionOwner, "shouldRecordUse"> | null> {
  const row = await ownedSessions(db, idleMs)
    .innerJoin("temporary_tokens", "temporary_tokens.session_id", "sessions.id")
    .where("temporary_tokens.token_sha256", "=", digest)
    .where("temporary_tokens.expires_at", ">", sql<Date>`now()`)
    .withPlugin(prepared("find-token-session-owner"))
    .executeTakeFirst();
  return ownerOf(row);
}

function ownerOf<Row extends { readonly blocked_at: Date | null }>(
  row: Row | undefined,
): Omit<Row, "blocked_at"> | null {
  if (row === undefined) return null;
  requireUnblocked(row);
  const { blocked_at: _blocked, ...owner } = row;
  return owner;
}

const ownedSessions = (db: Db, idleMs: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id as sessionId", "users.id as userId", "users.role", "users.blocked_at"])
    .where(isLive(idleMs))
    .where("users.closed_at", "is", null);

/** Records that a session was used just now. */
export async function recordSessionUse(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_seen_at: sql<Date>`now()` })
    .where("id", "=", sessionId)
    .execute();
}

export interface SessionFilter {
  readonly userId: string;
  readonly idleMs: number;
  readonly page: number;
  readonly limit: number;
}

/** A session as its owner sees it. */
export type Session = Awaited<ReturnType<typeof listSessions>>["items"][number];

/** One page of the live sessions of an account, newest first. */
export async function listSessions(db: Db, { userId, idleMs, page, limit }: SessionFilter) {
  const matching = db.selectFrom("sessions").where("user_id", "=", userId).where(isLive(idleMs));
  const shown = matching.select(["id", "user_agent", "created_at", "last_seen_at", endsAt(idleMs).as("ends_at")]);
  return listNewestFirst(db, shown, { page, limit });
}

/** @returns false when this account has no such session */
export async function deleteSession(
  db: Db,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
): Promise<boolean> {
  const deleted = db.deleteFrom("sessions").where("id", "=", sessionId).where("user_id", "=", userId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

/** @returns the ID token by which the session began; null when there is none */
export async function deleteSessionByToken(db: Db, digest: Buffer): Promise<string | null> {
  const deleted = db.deleteFrom("sessions").where("token_sha256", "=", digest).returning("id_token");
  return (await deleted.executeTakeFirst())?.id_token ?? null;
}

/** Ends all sessions of an account. @returns how many there were */
export async function deleteSessionsOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteEndedSessions(db: Db, idleMs: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((eb) => eb.not(isLive(idleMs)(eb)))
    .execute();
}
