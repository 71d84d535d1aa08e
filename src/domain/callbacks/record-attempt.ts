import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { DueDelivery } from "./take-deliveries.ts";

/** Seconds after each attempt that failed; after the last one the delivery has failed. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** The share of a delay by which it may be longer, so that what failed together does not come back together. */
const jitter = 0.2;
/** The longest delay that a receiver may ask for, seconds. */
const maxRetryAfter = 86_400;

/** An endpoint is disabled after so many failures in a row, over so many days. */
const failuresMax = 50;
const failingDays = 3;

/** The end of an attempt. */
export interface AttemptOutcome {
  /** The status of the answer; null where there was none. */
  readonly status: number | null;
  /** Why it failed, for the customer; null for a success. */
  readonly error: string | null;
  /** The seconds after which the receiver asks for the next attempt; null where it does not. */
  readonly retryAfter: number | null;
}

/** An attempt that has ended. */
export interface EndedAttempt extends AttemptOutcome {
  readonly durationMs: number;
}

const gone = 410;

/** The seconds until the next attempt; null when the one that failed was the last. */
function delayAfter(attempts: number, retryAfter: number | null, random = Math.random()): number | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + jitter * random), Math.min(retryAfter ?? 0, maxRetryAfter));
}

/** The record of an attempt. */
export interface RecordedAttempt {
  readonly status: "delivered" | "pending" | "failed";
  /** True where this attempt has disabled the endpoint. */
  readonly isDisabled: boolean;
}

/** Writes how an attempt ended, and disables the endpoint that is gone or has failed for days. A test is made once, and its failure is not counted. */
export function recordAttempt(
  db: Db,
  delivery: Pick<DueDelivery, "id" | "endpointId" | "type" | "attempts" | "url">,
  ended: EndedAttempt,
): Promise<RecordedAttempt> {
  const { status: answer, error, retryAfter, durationMs } = ended;
  const attempts = delivery.attempts + 1;
  const isTest = delivery.type === "webhook.test";
  const delay = error === null || answer === gone || isTest ? null : delayAfter(attempts, retryAfter);
  const status = error === null ? "delivered" : delay === null ? "failed" : "pending";
  return db.transaction().execute(async (trx) => {
    // The endpoint comes first, as where one is deleted.
    if (error === null) await forgetFailures(trx, delivery.endpointId);
    const isDisabled = error !== null && !isTest && (await countFailure(trx, delivery, answer === gone));
    // An attempt that was taken to be dead may end after another one that succeeded.
    await sql`
      update webhook_deliveries set status = ${status}, attempts = ${attempts}, sending_until = null,
        next_at = now() + make_interval(secs => ${delay}::float8), last_status = ${answer}::int, last_error = ${error},
        last_attempt_at = now(), last_duration_ms = ${Math.round(durationMs)}
      where id = ${delivery.id} and status = 'pending'`.execute(trx);
    return { status, isDisabled };
  });
}

async function forgetFailures(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable("webhook_endpoints")
    .set({ failures: 0, failing_since: null })
    .where("id", "=", endpointId)
    .where("failures", ">", 0)
    .execute();
}

/**
 * Counts a failure, unless the endpoint has another address by now. The endpoint of single calls is never disabled.
 * @returns true when the endpoint was disabled by it
 */
async function countFailure(
  db: Db,
  { endpointId, url }: Pick<DueDelivery, "endpointId" | "url">,
  isGone: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ reason: "gone" | "failures" | null }>`
    with failed as (
      update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, now())
      where id = ${endpointId} and (url is null or url = ${url}) returning failures, failing_since, url, state
    )
    select case when url is null or state = 'disabled' then null when ${isGone}::boolean then 'gone'
      when failures >= ${sql.lit(failuresMax)} and failing_since < now() - make_interval(days => ${sql.lit(failingDays)})
      then 'failures' end as reason
    from failed`.execute(db);
  const reason = rows[0]?.reason ?? null;
  if (reason === null) return false;
  await sql`
    with disabled as (
      update webhook_endpoints set state = 'disabled', disabled_reason = ${reason}, disabled_at = now()
      where id = ${endpointId} returning id, user_id, disabled_at
    )
    insert into webhook_endpoint_notices (endpoint_id, user_id, disabled_at) select id, user_id, disabled_at from disabled`.execute(
    db,
  );
  return true;
}
