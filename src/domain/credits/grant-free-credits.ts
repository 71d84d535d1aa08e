import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { freePlanId } from "#src/domain/plans/seeded-plans.ts";
import { openCredits } from "./open-credits.ts";

/** True for an account, a row of `users`, that has received the free credits. */
export const hasFreeCredits = sql<boolean>`exists (
  select from credit_ledger as entry
  where entry.user_id = users.id and entry.kind = 'grant' and entry.order_id is null)`;

/**
 * Gives an account its balances and, once, the credits of the free plan: when its address is verified, or an operator has
 * made the account for it, and no account has ever received them for this address. The caller holds the account's lock.
 * @param trust with `unverified` any address will do
 */
export async function grantFreeCredits(
  db: Db,
  userId: string,
  { unverified }: { readonly unverified: boolean },
): Promise<void> {
  await sql`
    with account as (
      select id, hash_address(email) as address_hash from users
      where id = ${userId} and closed_at is null and email <> ''
        and (email_verified or oidc_subject is null or ${unverified}::boolean)
        and not ${hasFreeCredits}
    ), taken as (
      insert into free_credit_addresses (address_hash) select address_hash from account
      on conflict do nothing returning address_hash
    ), granted as (
      select account.id as user_id, pool.name as pool,
        coalesce(case pool.name when 'tts' then plan.tts_credits_per_cycle else plan.asr_credits_per_cycle end, 0) as credits
      from account join taken using (address_hash) cross join (values ('tts'), ('asr')) as pool (name)
      left join plans as plan on plan.id = ${freePlanId} and plan.is_active
    ), added as (
      insert into balances as balance (user_id, pool, permanent) select user_id, pool, credits from granted
      on conflict (user_id, pool) do update set permanent = balance.permanent + excluded.permanent
    )
    insert into credit_ledger (user_id, pool, kind, credits, reason)
    select user_id, pool, 'grant', credits, 'The free plan.' from granted`.execute(db);
  await openCredits(db, userId);
}

/** Whether an account has received the free credits, and if not, why. */
export const freeCreditStates = ["granted", "verify_email", "address_used"] as const;
export type FreeCreditState = (typeof freeCreditStates)[number];

/** Only the account that has proven an address learns whether it was used. */
export function freeCreditState(
  account: { readonly email_verified: boolean; readonly has_free_credits: boolean },
  { unverified }: { readonly unverified: boolean },
): FreeCreditState {
  if (account.has_free_credits) return "granted";
  return account.email_verified || unverified ? "address_used" : "verify_email";
}
