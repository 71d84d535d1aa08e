import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { secretDigest } from "#src/domain/api-keys/key-format.ts";
import { DomainError } from "#src/errors.ts";
import { findLastFinal, moveListedFinals, readsRows } from "./final-queries.ts";
import { type HeldSession, type LiveSlot, type SlotChoice, takeSlot } from "./queries.ts";
import { noSlotError } from "./open-session.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** A token by which a live session can be resumed, and its digest. */
export interface ResumeToken {
  readonly token: string;
  readonly sha256: Buffer;
}

export function newResumeToken(): ResumeToken {
  const token = randomBytes(32).toString("base64url");
  return { token, sha256: secretDigest(token) };
}

/** A live session that was taken over from the process of the API that held it. */
export interface ResumedSession extends HeldSession {
  /** The number of its last final; 0 where it has none. */
  readonly lastId: number;
  /** The seconds of the stream from which sound is to be heard again: what came before is in the finals, or silence. */
  readonly from: number;
  /** The seconds whose credits are held. */
  readonly heldSeconds: number;
  readonly startedAt: Date;
  /** The options of the call that opened it. */
  readonly query: unknown;
  /** The digests of the tokens that resume it: the one that was shown, until its holder is known to have the next one. */
  readonly tokens: readonly Buffer[];
}

interface Takeover {
  readonly shown: string;
  readonly next: ResumeToken;
  readonly userId: string;
  readonly apiKeyId: string | null;
  readonly sessionId: string | null;
}

/**
 * Takes a live session over, whichever process of the API holds it: that one loses it with its next statement.
 * @throws DomainError `session_not_found`, the same for a token that is unknown or was used, for that of another account, and of a session that has ended
 */
export const takeOverSession = (db: Db, takeover: Takeover): Promise<ResumedSession> =>
  db.transaction().execute(async (trx) => {
    await readsRows(trx);
    const tokens = [secretDigest(takeover.shown), takeover.next.sha256];
    const row = await claimSession(trx, takeover, tokens);
    if (row === undefined) throw new DomainError("session_not_found", unknownToken);
    const { request_id: requestId, epoch, query } = row;
    await moveListedFinals(trx, requestId);
    const { lastId, endSeconds } = await findLastFinal(trx, requestId);
    return {
      ...{ requestId, epoch, query, tokens, lastId },
      from: Math.floor(Math.max(row.heard_to, endSeconds) * 1000) / 1000,
      ...(await findFacts(trx, requestId)),
    };
  });

const claimSession = (trx: Db, { userId, apiKeyId, sessionId }: Takeover, tokens: readonly Buffer[]) =>
  trx
    .updateTable("live_sessions")
    .set((eb) => ({
      ...{ epoch: eb("epoch", "+", 1), heartbeat_at: sql<Date>`now()` },
      ...{ resume_sha256: [...tokens], api_key_id: apiKeyId, session_id: sessionId },
    }))
    .where("user_id", "=", userId)
    .where(sql<boolean>`${tokens[0]}::bytea = any(resume_sha256)`)
    .returning(["request_id", "epoch", "heard_to", "query"])
    .executeTakeFirst();

const unknownToken =
  "No live session can be resumed by this token: it is not valid, was used, or the session has ended. Open another one.";

async function findFacts(db: Db, requestId: string) {
  const row = await db
    .selectFrom("speech_requests as request")
    .leftJoin("holds as hold", "hold.request_id", "request.id")
    .select(["request.started_at", sql<number | null>`hold.from_subscription + hold.from_permanent`.as("held")])
    .where("request.id", "=", requestId)
    .executeTakeFirst();
  return { heldSeconds: row?.held ?? 0, startedAt: row?.started_at ?? new Date() };
}

/** The time in which a process of the API that has lost a session gives its slot back. */
const slotSearch = { forMs: 5_000, everyMs: 250 } as const;

/** Takes a slot for a session that was taken over. @throws DomainError `unavailable` where none becomes free */
export async function awaitSlot(db: Db, choice: SlotChoice): Promise<LiveSlot> {
  const started = performance.now();
  for (;;) {
    const slot = await takeSlot(db, choice);
    if (slot !== null) return slot;
    if (performance.now() - started > slotSearch.forMs) throw noSlotError();
    await sleep(slotSearch.everyMs);
  }
}
