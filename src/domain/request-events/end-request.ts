import type { requestEventTypes, requestSubjects } from "#db/operation-schema.ts";
import type { Db } from "#db/schema.ts";
import { type CallbackEvent, callbackEvent } from "#src/domain/callbacks/callback-events.ts";
import { deleteLiveSession } from "#src/domain/live/queries.ts";
import { deleteJob, finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { inSpan } from "#src/spans.ts";
import { insertRequestEvent } from "./queries.ts";

/** A request or a voice whose row has just been written, or deleted, because its work has ended. */
export interface EndedWork {
  readonly type: (typeof requestEventTypes)[number];
  readonly subjectType: (typeof requestSubjects)[number];
  /** The account; null for anonymous demo calls. */
  readonly userId: string | null;
  /** Why it has failed. */
  readonly errorCode?: string;
  /** The keys of objects that nothing needs any more; null is skipped. */
  readonly unneeded: readonly (string | null)[];
}

/** The outcome of the work on a request or a voice. */
interface RequestOutcome {
  readonly subjectId: string;
  /** The run that ends the work; null for a caller, who ends it in any state: a run in progress then loses its lease. */
  readonly lease: JobLease | null;
  /** Settles the hold. Absent for voices, which have none. @returns the credits that are charged */
  readonly settle?: () => Promise<number>;
  /** Writes the result or the failure, or deletes the row. @returns null when the row is gone or has ended before */
  readonly write: () => Promise<EndedWork | null>;
}

/** The end of a request, with what was settled. */
interface RequestEnd {
  readonly userId: string | null;
  /** The credits that it was charged. */
  readonly charged: number;
  /** The keys of objects that were listed for removal. */
  readonly listed: readonly string[];
}

/**
 * Ends the work on a request or a voice in the caller's transaction: deletes the job or the live session, settles the hold, writes how the work ended,
 * lists objects for removal, and writes one event. The job comes first: of several that end the same work at once, one deletes it.
 * @returns null when the work had ended before
 * @throws LeaseLostError when another run has taken over
 */
export const endRequest = (trx: Db, outcome: RequestOutcome): Promise<RequestEnd | null> =>
  inSpan("end request", {}, () => writeEnd(trx, outcome));

async function writeEnd(trx: Db, { subjectId, lease, settle, write }: RequestOutcome): Promise<RequestEnd | null> {
  if (lease !== null) await finishJob(trx, lease);
  else if (!(await deleteJob(trx, subjectId)) && !(await deleteLiveSession(trx, subjectId))) return null;
  const charged = (await settle?.()) ?? 0;
  const work = await write();
  if (work === null) return null;
  const { type, subjectType, userId, errorCode } = work;
  const event = {
    ...{ user_id: userId, subject_type: subjectType, subject_id: subjectId, type },
    facts: JSON.stringify({ credits: charged, ...(errorCode !== undefined && { error_code: errorCode }) }),
  };
  await insertRequestEvent(trx, event, callbackOf(subjectId, work));
  return { userId, charged, listed: await insertObjectRemovals(trx, work.unneeded) };
}

/** The event that the customer's addresses are called for; null where there is no customer. */
export function callbackOf(
  subjectId: string,
  { type, subjectType, userId, errorCode }: Omit<EndedWork, "unneeded">,
): CallbackEvent | null {
  if (userId === null) return null;
  const error = errorCode === undefined ? {} : { error_code: errorCode };
  const isCompleted = type === "completed";
  if (subjectType === "voice") {
    const event = { type: isCompleted ? "voice.ready" : "voice.failed", userId, subjectId } as const;
    return callbackEvent(event, { voice_id: subjectId, status: isCompleted ? "ready" : "failed", ...error });
  }
  const about = {
    type: isCompleted ? "speech.request.completed" : "speech.request.failed",
    userId,
    subjectId,
  } as const;
  const requestType = subjectType === "synthesis" ? "tts" : "asr";
  return callbackEvent(about, { request_id: subjectId, request_type: requestType, status: type, ...error });
}
