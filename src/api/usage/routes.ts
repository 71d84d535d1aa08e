import { usageSources } from "#db/usage-schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { findApiKeyNames } from "#src/domain/api-keys/queries.ts";
import { listCreditAlerts } from "#src/domain/credit-alerts/queries.ts";
import { findBalances, findPaidCycle } from "#src/domain/credits/queries.ts";
import { findStoredBytes } from "#src/domain/storage/queries.ts";
import { listKeyDays, listUsageKeys } from "#src/domain/usage/key-queries.ts";
import { listUsageDays, listUsageVoices } from "#src/domain/usage/queries.ts";
import { usagePeriod } from "#src/domain/usage/usage-period.ts";
import { countVoices } from "#src/domain/voices/queries.ts";
import {
  presentAlert,
  presentCredits,
  presentStorage,
  presentUsage,
  presentUsedKey,
  presentUsedVoice,
} from "./present.ts";
import { creditChangeAnswer, ledgerQuery, presentCreditChange } from "./ledger.ts";
import { usageQuery, usageReport } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { listCreditChanges } from "#src/domain/credits/ledger-queries.ts";

const report = accountRoute(
  {
    method: "get",
    path: "/v1/usage",
    operationId: "usage.get",
    tag: "Usage",
    summary: "Get usage and credits",
    description:
      "Completed requests by the day on which they ended (UTC), the last 30 days unless `from` and `to` say otherwise. " +
      "Demo calls and failed requests cost nothing and are not counted; `errors` of `keys` says what failed, `cancelled_count` what was stopped.",
    access: "account",
    scope: "usage",
    params: noInput,
    query: usageQuery,
    body: noBody,
    responses: { 200: { description: "The report.", schema: usageReport } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db, replica, config } }) => {
    const period = usagePeriod(query);
    const source = usageSources.find((one) => one === query.source) ?? null;
    const apiKeyId = query.api_key_id ?? null;
    const filter = { userId, source, apiKeyId, ...period };
    const [days, voices, keys, balances, cycle, alerts, bytes, ownVoices] = await Promise.all([
      replica.read((from) => (apiKeyId === null ? listUsageDays(from, filter) : listKeyDays(from, filter))),
      apiKeyId === null ? replica.read((from) => listUsageVoices(from, filter)) : [],
      replica.read((from) => listUsageKeys(from, filter)),
      findBalances(db, userId),
      findPaidCycle(db, userId),
      listCreditAlerts(db, userId),
      findStoredBytes(db, userId),
      countVoices(db, userId),
    ]);
    const credits = { ...presentCredits(balances, cycle), alerts: alerts.map(presentAlert) };
    const storage = presentStorage({ voices: ownVoices, bytes }, config.limits.storage);
    const names = await findApiKeyNames(
      db,
      userId,
      keys.map((key) => key.apiKeyId).filter((id) => id !== ""),
    );
    const data = {
      source: query.source,
      credits,
      storage,
      ...presentUsage(period, days),
      breakdown: voices.map(presentUsedVoice),
      keys: keys.map((key) => presentUsedKey(key, names)),
    };
    return { status: 200, data };
  },
);

const ledger = accountRoute(
  {
    method: "get",
    path: "/v1/usage/ledger",
    operationId: "usage.listLedger",
    tag: "Usage",
    summary: "List credit changes",
    description:
      "What was granted, bought, used, corrected, withdrawn and expired, with the balance after each. The requests of a day (UTC) are one change.",
    access: "account",
    scope: "usage",
    params: noInput,
    query: ledgerQuery,
    body: noBody,
    responses: {
      200: { description: "One page.", schema: pageOf(creditChangeAnswer).meta({ id: "CreditChangePage" }) },
    },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db } }) => {
    const { items, ...length } = await listCreditChanges(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentCreditChange), ...length }, query) };
  },
);

/** The routes that report what work has cost. */
export const usageRoutes = [report, ledger];
