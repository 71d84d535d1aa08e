import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { freePlanId } from "#src/domain/plans/seeded-plans.ts";
import { openCredits } from "./open-credits.ts";

const freeGrant = sql<boolean>`entry.kind = 'grant' and entry.order_id is null`;

/**
 * Gives an account its balances and, once, the credits of the free plan: when its address is verified, or an operator has
 * made the account for it, and no account has ever received them for this address. The caller holds the account's lock.
 * @param trust with `unverified` any address will do
 */
export async function grantFreeCredits(
  db: Kysely<Database>,
  userId: string,
  { unverified }: { readonly unverified: boolean },
): Promise<void> {
  await sql`
    with account as (
      select id, hash_address(email) as address_hash from users
      where id = ${userId} and closed_at is null and email <> ''
        and (email_verified or oidc_subject is null or ${unverified}::boolean)
        and not exists (select 1 from credit_ledger as entry where entry.user_id = users.id and ${freeGrant})
    ), taken as (
      insert into free_credit_addresses (address_hash) select address_hash from account
      on conflict do nothing returning address_hash
    ), granted as (
      select account.id as user_id, pool.name as pool,
        coalesce(case pool.name when 'tts' then plan.tts_credits_per_cycle else plan.asr_credits_per_cycle end, 0) as credits
      from account join taken using (address_hash) cross join (values ('tts'), ('asr')) as pool (name)
      left join plans as plan on plan.id = ${freePlanId} and plan.is_active
    ), added as (
      insert into credit_accounts as balance (user_id, pool, lasting) select user_id, pool, credits from granted
      on conflict (user_id, pool) do update set lasting = balance.lasting + excluded.lasting
    )
    insert into credit_ledger (user_id, pool, kind, credits, reason)
    select user_id, pool, 'grant', credits, 'The free plan.' from granted`.execute(db);
  await openCredits(db, userId);
}

/** Whether an account has received the free credits, and if not, why. */
export const freeCreditStates = ["granted", "verify_email", "address_used"] as const;
export type FreeCreditState = (typeof freeCreditStates)[number];

/** Whether an address has been used is told only to the account that has proven it. */
export async function freeCreditState(
  db: Kysely<Database>,
  account: { readonly id: string; readonly email_verified: boolean },
  { unverified }: { readonly unverified: boolean },
): Promise<FreeCreditState> {
  const entry = db.selectFrom("credit_ledger as entry").select("id").where("user_id", "=", account.id).where(freeGrant);
  if ((await entry.limit(1).executeTakeFirst()) !== undefined) return "granted";
  return account.email_verified || unverified ? "address_used" : "verify_email";
}
