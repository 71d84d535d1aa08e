import { type ExpressionBuilder, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { mayAct } from "#src/domain/accounts/require-unblocked.ts";
import { isActive } from "#src/domain/api-keys/active-key.ts";

/** A worker without a heartbeat for so long is not chosen. */
export const workerExpires = sql`interval '10 seconds'`;
/** The seconds that a session waits for another connection when its own has broken. */
export const resumeWithinSeconds = 30;

/** A slot of a worker that transcribes live. */
export interface LiveSlot {
  readonly workerId: string;
  readonly address: string;
}

/** The model that finds ends of turns; a worker that has it names it among its models. */
export const turnModel = "smart-turn-v3.2";

/** The languages and the models of the workers that transcribe live now. */
export interface LiveOffer {
  readonly languages: readonly string[];
  readonly models: readonly string[];
  /** Whether all of them can find ends of turns by their model. */
  readonly findsTurns: boolean;
}

/** Lists what can be transcribed live, and by which models; nothing where no worker runs. */
export async function findLiveOffer(db: Db): Promise<LiveOffer> {
  const rows = await db
    .selectFrom("live_workers")
    .select(["languages", "models"])
    .where("heartbeat_at", ">", sql<Date>`now() - ${workerExpires}`)
    .execute();
  const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].toSorted();
  const models = union(rows.map((row) => row.models)).filter((name) => name !== turnModel);
  const findsTurns = rows.length > 0 && rows.every((row) => row.models.includes(turnModel));
  return { languages: union(rows.map((row) => row.languages)), models, findsTurns };
}

export interface SlotChoice {
  /** A primary tag or `auto`. */
  readonly language: string;
  /** A preference, or the name of a model. */
  readonly model: string;
  /** Workers that are not to be asked. */
  readonly except?: readonly string[];
}

/** Takes a slot of the worker that has most of them free. @returns null where none is free */
export async function takeSlot(db: Db, { language, model, except = [] }: SlotChoice): Promise<LiveSlot | null> {
  const candidates = await db
    .selectFrom("live_workers")
    .select("id")
    .where(isFree(language))
    .where("id", "!=", sql<string>`all(${except}::uuid[])`)
    .orderBy(sql`${model} = any(models)`, "desc")
    .orderBy(sql`used::float8 / capacity`)
    .execute();
  for (const { id } of candidates) {
    const row = await db
      .updateTable("live_workers")
      .set((eb) => ({ used: eb("used", "+", 1), taken_at: sql<Date>`now()` }))
      .where("id", "=", id)
      .where(isFree(language))
      .returning(["id", "address"])
      .executeTakeFirst();
    if (row !== undefined) return { workerId: row.id, address: row.address };
  }
  return null;
}

const isFree = (language: string) => sql<boolean>`(used < capacity and not draining
  and heartbeat_at > now() - ${workerExpires} and ${language} = any(languages))`;

/** Gives a slot back. */
export async function returnSlot(db: Db, workerId: string): Promise<void> {
  await db
    .updateTable("live_workers")
    .set({ used: sql<number>`greatest(used - 1, 0)` })
    .where("id", "=", workerId)
    .execute();
}

/** The token and the options by which a session is resumed. */
export interface Resumption {
  /** The digest of its token. */
  readonly tokenSha256: Buffer;
  /** The options of the call, which hold for all its connections. */
  readonly query: object;
}

export interface NewLiveSession {
  readonly requestId: string;
  readonly userId: string;
  readonly apiKeyId: string | null;
  /** The session of the dashboard that opens it; null with another credential. */
  readonly sessionId: string | null;
  /** Null where it cannot be resumed. */
  readonly resumption: Resumption | null;
}

export async function insertLiveSession(
  db: Db,
  { requestId, userId, apiKeyId, sessionId, resumption }: NewLiveSession,
): Promise<void> {
  await db
    .insertInto("live_sessions")
    .values({
      ...{ request_id: requestId, user_id: userId, api_key_id: apiKeyId, session_id: sessionId },
      ...(resumption !== null && {
        resume_sha256: [resumption.tokenSha256],
        query: JSON.stringify(resumption.query),
      }),
    })
    .execute();
}

/** Counts the live sessions of an account that have not ended. */
export async function countLiveSessions(db: Db, userId: string): Promise<number> {
  const sessions = db.selectFrom("live_sessions").where("user_id", "=", userId);
  const counted = sessions.select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Ends the work on a live session; only one of several callers succeeds. */
export async function deleteLiveSession(db: Db, requestId: string): Promise<boolean> {
  const result = await db.deleteFrom("live_sessions").where("request_id", "=", requestId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes the live sessions of an account. */
export async function deleteLiveSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("live_sessions").where("user_id", "=", userId).execute();
}

/** A session as a process of the API holds it. */
export interface HeldSession {
  readonly requestId: string;
  readonly epoch: number;
}

type SessionColumns = ExpressionBuilder<Database, "live_sessions">;

const hasKey = (eb: SessionColumns) =>
  eb.exists(
    eb
      .selectFrom("api_keys")
      .innerJoin("users", "users.id", "api_keys.user_id")
      .select("api_keys.id")
      .whereRef("api_keys.id", "=", "live_sessions.api_key_id")
      .where(isActive)
      .where(mayAct),
  );

const hasLogin = (eb: SessionColumns) =>
  eb.exists(
    eb
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select("sessions.id")
      .whereRef("sessions.id", "=", "live_sessions.session_id")
      .where("sessions.expires_at", ">", sql<Date>`now()`)
      .where(mayAct),
  );

/**
 * Renews a session; a crash of the database may undo it.
 * @returns whether its credential still works; null when the session has ended, or goes on in another process
 */
export async function renewLiveSession(
  db: Db,
  { requestId, epoch }: HeldSession,
  { heardTo, tokens }: { readonly heardTo: number; readonly tokens: readonly Buffer[] },
): Promise<boolean | null> {
  const row = await db
    .updateTable("live_sessions")
    .set({
      heartbeat_at: sql<Date>`now()`,
      heard_to: sql<number>`greatest(heard_to, ${heardTo}::float8)`,
      resume_sha256: [...tokens],
    })
    .where("request_id", "=", requestId)
    .where("epoch", "=", epoch)
    .returning((eb) =>
      eb
        .and([eb.or([eb("api_key_id", "is", null), hasKey(eb)]), eb.or([eb("session_id", "is", null), hasLogin(eb)])])
        .as("is_allowed"),
    )
    .returning(asynchronousCommit)
    .withPlugin(prepared("renew-live-session"))
    .executeTakeFirst();
  return row === undefined ? null : Boolean(row.is_allowed);
}

/** Locks a session until the transaction ends. @returns false when it has ended, or goes on in another process */
export async function lockLiveSession(db: Db, { requestId, epoch }: HeldSession): Promise<boolean> {
  const row = await db
    .selectFrom("live_sessions")
    .select("request_id")
    .where("request_id", "=", requestId)
    .where("epoch", "=", epoch)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
