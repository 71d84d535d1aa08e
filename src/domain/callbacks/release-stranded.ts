import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { callbackOf } from "#src/domain/request-events/end-request.ts";
import { releasedDeliveries } from "./callback-events.ts";

const batch = 500;

interface StrandedSubject {
  readonly id: string;
  readonly userId: string | null;
  readonly subjectType: "synthesis" | "transcription" | "voice" | null;
  readonly isCompleted: boolean;
  readonly errorCode: string | null;
}

/**
 * Lets go the deliveries to single addresses whose request or voice was ended by a process of the release before, which knows none of them; those
 * whose subject was deleted go. @returns how many subjects there were
 */
export async function releaseStranded(db: Db): Promise<number> {
  const { rows } = await sql<StrandedSubject>`
    select waiting.subject_id as id, coalesce(request.user_id, voice.user_id) as "userId",
      case when voice.id is not null then 'voice' when request.request_type = 'tts' then 'synthesis'
        when request.request_type = 'asr' then 'transcription' end as "subjectType",
      coalesce(request.status = 'completed', voice.status = 'ready', false) as "isCompleted",
      coalesce(request.error_code, voice.error_code) as "errorCode"
    from webhook_deliveries as waiting
    left join speech_requests as request on request.id = waiting.subject_id
    left join voices as voice on voice.id = waiting.subject_id
    where waiting.status = 'waiting' and (request.status in ('completed', 'failed') or voice.status in ('ready', 'failed')
      or (request.id is null and voice.id is null and not exists (select from speech_batches where id = waiting.subject_id)))
    limit ${sql.lit(batch)}`.execute(db);
  for (const subject of rows) await release(db, subject);
  return rows.length;
}

async function release(db: Db, { id, userId, subjectType, isCompleted, errorCode }: StrandedSubject): Promise<void> {
  const type = isCompleted ? "completed" : "failed";
  const error = errorCode === null ? {} : { errorCode };
  const event = subjectType === null ? null : callbackOf(id, { type, subjectType, userId, ...error });
  if (event === null) {
    await db.deleteFrom("webhook_deliveries").where("subject_id", "=", id).where("status", "=", "waiting").execute();
  } else await releasedDeliveries(event).execute(db);
}
