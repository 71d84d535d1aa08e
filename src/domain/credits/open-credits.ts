import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { freePlanId } from "#src/domain/plans/seeded-plans.ts";

/**
 * Gives an account, or all that have none, its balances with the credits of the free plan. An account gets them once,
 * however often this is called; closed ones get nothing.
 */
export async function openCredits(db: Kysely<Database>, userId: string | null): Promise<void> {
  await sql`
    with opened as (
      insert into credit_accounts (user_id, pool, lasting)
      select users.id, pool.name,
        coalesce(case pool.name when 'tts' then plan.tts_credits_per_cycle else plan.asr_credits_per_cycle end, 0)
      from users cross join (values ('tts'), ('asr')) as pool (name)
      left join plans as plan on plan.id = ${freePlanId} and plan.is_active
      where users.closed_at is null and (${userId}::uuid is null or users.id = ${userId}::uuid)
        and not exists (select 1 from credit_accounts as has where has.user_id = users.id and has.pool = pool.name)
      on conflict do nothing
      returning user_id, pool, lasting
    )
    insert into credit_ledger (user_id, pool, kind, credits, reason)
    select user_id, pool, 'grant', lasting, 'The free plan.' from opened`.execute(db);
}
