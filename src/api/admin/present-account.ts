import type { ListedAccount } from "#src/domain/accounts/list-accounts.ts";
import type { findCorrection } from "#src/domain/credits/queries.ts";
import type { LiveSubscription } from "#src/domain/subscriptions/queries.ts";
import type { AccountDetail } from "./read-account.ts";

export const presentListed = (account: ListedAccount) => ({
  user_id: account.id,
  email: account.email,
  email_verified: account.email_verified,
  has_identity: account.has_identity,
  name: account.name,
  username: account.username,
  role: account.role,
  role_source: account.role_source,
  created_at: account.created_at.toISOString(),
  closed_at: account.closed_at?.toISOString() ?? null,
  blocked_at: account.blocked_at?.toISOString() ?? null,
  last_used_at: account.last_used_at?.toISOString() ?? null,
  plan_name: account.plan_name,
  credits: { tts_remaining: account.tts_remaining, asr_remaining: account.asr_remaining },
});

const presentPlan = (subscription: LiveSubscription) => ({
  plan_id: subscription.plan_id,
  plan_name: subscription.plan_name,
  status: subscription.status,
  current_period_end: subscription.current_period_end.toISOString(),
});

export const presentAccount = ({ account, subscription, counts }: AccountDetail) => ({
  ...presentListed(account),
  subscription: subscription && presentPlan(subscription),
  requests: counts.requests,
  voices: counts.voices,
  live_api_keys: counts.apiKeys,
  sessions: counts.sessions,
});

type Correction = NonNullable<Awaited<ReturnType<typeof findCorrection>>>;

export const presentCorrection = (correction: Correction, remaining: number) => ({
  user_id: correction.user_id,
  pool: correction.pool,
  credits: correction.credits,
  reason: correction.reason ?? "",
  created_at: correction.created_at.toISOString(),
  remaining,
});
