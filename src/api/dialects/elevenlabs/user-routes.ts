import { noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { findProfile } from "#src/domain/accounts/queries.ts";
import { findBalances, findPaidCycle } from "#src/domain/credits/queries.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { listUsageDays } from "#src/domain/usage/queries.ts";
import { usagePeriod } from "#src/domain/usage/usage-period.ts";
import { countVoices } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { elevenLabs } from "./dialect.ts";
import { presentSubscription, presentUser, subscription, user } from "./present-user.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const facts = {
  method: "get",
  tag: elevenLabs.tag,
  access: "account",
  scope: "usage",
  params: noInput,
  query: noInput,
  body: noBody,
  errors: [],
} as const;

async function subscriptionOf({ userId }: Caller, { resources: { db, config } }: RequestContext) {
  const [bought, balances, cycle, days, voices] = await Promise.all([
    findLiveSubscription(db, userId),
    findBalances(db, userId),
    findPaidCycle(db, userId),
    listUsageDays(db, { userId, source: null, ...usagePeriod({}) }),
    countVoices(db, userId),
  ]);
  return presentSubscription({
    plan: bought && { name: bought.plan_name, status: bought.status },
    characters: { used: days.reduce((sum, day) => sum + day.tts_characters, 0), left: balances.tts },
    cycleEndsAt: cycle?.endsAt ?? null,
    voices: { used: voices, most: config.limits.storage.maxVoices },
  });
}

const showSubscription = accountRoute(
  {
    ...facts,
    path: "/elevenlabs/v1/user/subscription",
    operationId: "elevenlabs.user.getSubscription",
    summary: "Get the subscription",
    responses: { 200: { description: "The subscription.", schema: subscription, bare: true } },
  },
  async (_input, caller, context) => ({ status: 200, bare: await subscriptionOf(caller, context) }),
);

const showUser = accountRoute(
  {
    ...facts,
    path: "/elevenlabs/v1/user",
    operationId: "elevenlabs.user.get",
    summary: "Get the account",
    responses: { 200: { description: "The account.", schema: user, bare: true } },
  },
  async (_input, caller, context) => {
    const [account, bought] = await Promise.all([
      findProfile(context.resources.db, caller.userId),
      subscriptionOf(caller, context),
    ]);
    // Closed in the meantime.
    if (account === null) throw new DomainError("invalid_api_key");
    return { status: 200, bare: presentUser(account, bought) };
  },
);

/** The routes of the account for ElevenLabs' clients. */
export const userRoutes = [showUser, showSubscription];
