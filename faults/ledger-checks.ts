import { sql } from "kysely";
import { z } from "zod";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { heldOf } from "#harness/payments/credits.ts";
import type { RunningService } from "#harness/service/running-service.ts";
import { type Check, type Counts, exactly } from "./outcome.ts";
import { until } from "#harness/until.ts";
import type { CompletionTrigger } from "./audit-triggers.ts";

const holdsMs = 120_000;
const report = z.object({
  data: z.object({
    credits: z.object({ tts_remaining: z.int(), asr_remaining: z.int() }),
    total_credits_consumed: z.int(),
  }),
});

/** Counts those of these requests that have ended. */
export async function countEnded({ db }: Resources, requestIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select count(*)::int as ended from speech_requests
    where id = any(${requestIds}::uuid[]) and finished_at is not null`.execute(db);
  return rows[0]?.ended ?? 0;
}

/** The number of running runs whose lease was renewed since. */
export async function countRunning({ db }: Resources, sinceMs: number): Promise<number> {
  const running = db.selectFrom("jobs").where("state", "=", "running").where("heartbeat_at", ">=", new Date(sinceMs));
  return Number((await running.select((eb) => eb.fn.countAll<string>().as("runs")).executeTakeFirstOrThrow()).runs);
}

/** Counts these requests by what has become of them. */
export async function countRequests(
  { db }: Resources,
  requestIds: readonly string[],
  triggers: CompletionTrigger,
): Promise<Omit<Counts, "slowestRecoverySeconds">> {
  const { rows } = await sql<{ completed: number; failed: number; charged: number }>`
    select
      (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where status = 'failed'))::int as failed,
      (select count(*)::int from credit_ledger where kind = 'usage' and request_id = any(${requestIds}::uuid[])) as charged
    from speech_requests where id = any(${requestIds}::uuid[])`.execute(db);
  const { completed, failed, charged } = rows[0] ?? { completed: 0, failed: 0, charged: 0 };
  const completions = await triggers.completions();
  const duplicates = completions.length - new Set(completions.map(({ requestId }) => requestId)).size;
  const submitted = requestIds.length;
  return { submitted, completed, failed, charged, duplicates, lost: submitted - completed - failed };
}

/** Why requests have failed, as sentences; none when none has. */
export async function reasonsOfFailures({ db }: Resources, requestIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string; message: string; times: number }>`
    select error_code as code, error_message as message, count(*)::int as times from speech_requests
    where id = any(${requestIds}::uuid[]) and status = 'failed' group by code, message order by times desc`.execute(db);
  return rows.map(({ code, message, times }) => `${times} failed with ${code}: ${message}`);
}

/**
 * Whether everything that an account owns is accounted for: nothing is held any more, two minutes from now at the
 * latest, and the balances, the ledger and the usage report of the API say the same.
 */
export async function checkLedger(
  { resources, baseUrl }: RunningService,
  { userId, key }: TestAccount,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const nothingHeld = async (): Promise<boolean> => (await heldOf(resources, userId)) === 0;
  await until(nothingHeld, { withinMs: holdsMs, signal });
  const { rows } = await sql<{ charged: number; owned: number }>`
    select coalesce(-sum(credits) filter (where kind = 'usage'), 0)::int as charged, coalesce(sum(credits), 0)::int as owned
    from credit_ledger where user_id = ${userId}`.execute(resources.db);
  const { charged, owned } = rows[0] ?? { charged: 0, owned: 0 };
  const answer = await fetch(`${baseUrl}/v1/usage`, { headers: { "x-api-key": key }, signal });
  const { credits, total_credits_consumed: used } = report.parse(await answer.json()).data;
  const { differences } = await recountCredits(resources);
  return [
    exactly("credits still held", await heldOf(resources, userId), 0),
    exactly("credits used by the report, as charged by the ledger", used, charged),
    exactly(
      "credits left by the report, as the sum of the ledger",
      credits.tts_remaining + credits.asr_remaining,
      owned,
    ),
    exactly("differences of the recount", differences.length, 0),
  ];
}
