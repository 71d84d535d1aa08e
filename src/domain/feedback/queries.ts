import { sql } from "kysely";
import type { Db, requestTypes } from "#db/schema.ts";
import { listNewestFirst } from "#src/domain/pages/list-page.ts";

const columns = ["id", "request_id", "request_type", "feedback_text", "created_at"] as const;

/** The feedback about a request, as it stands in its row. */
export type Feedback = Awaited<ReturnType<typeof listFeedback>>["items"][number];

export interface NewFeedback {
  readonly id: string;
  readonly userId: string;
  readonly requestId: string;
  readonly text: string;
}

/** @returns null when the request is neither the account's own nor a demo call without an account */
export async function insertFeedback(db: Db, { id, userId, requestId, text }: NewFeedback): Promise<Feedback | null> {
  const row = await db
    .insertInto("feedback")
    .columns(["id", "user_id", "request_id", "request_type", "feedback_text"])
    .expression(
      db
        .selectFrom("speech_requests")
        .select([
          sql<string>`${id}::uuid`.as("id"),
          sql<string>`${userId}::uuid`.as("user_id"),
          "speech_requests.id as request_id",
          "request_type",
          sql<string>`${text}::text`.as("feedback_text"),
        ])
        .where("speech_requests.id", "=", requestId)
        .where((eb) =>
          eb.or([
            eb("speech_requests.user_id", "=", userId),
            eb.and([eb("is_demo", "=", true), eb("speech_requests.user_id", "is", null)]),
          ]),
        ),
    )
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

export async function findFeedback(db: Db, id: string): Promise<Feedback | null> {
  return (await db.selectFrom("feedback").select(columns).where("id", "=", id).executeTakeFirst()) ?? null;
}

export interface FeedbackFilter {
  /** The account; null for all. */
  readonly userId: string | null;
  readonly requestType?: (typeof requestTypes)[number] | undefined;
  readonly requestId?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** One page of feedback, newest first, and how much there is. */
export async function listFeedback(db: Db, filter: FeedbackFilter) {
  const { userId, requestType, requestId, page, limit } = filter;
  const matching = db
    .selectFrom("feedback")
    .$if(userId !== null, (query) => query.where("user_id", "=", userId ?? ""))
    .$if(requestType !== undefined, (query) => query.where("request_type", "=", requestType ?? "tts"))
    .$if(requestId !== undefined, (query) => query.where("request_id", "=", requestId ?? ""));
  return listNewestFirst(db, matching.select(columns), { page, limit });
}
