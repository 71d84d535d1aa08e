import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { integer } from "#src/api/validation/number.ts";
import { listDailyFigures } from "#src/domain/daily-figures/queries.ts";
import { countSubscriptions, listRevenue, type MonthlyRevenue } from "#src/domain/payments/revenue-queries.ts";
import { daysOf, lastDays, maxUsageDays } from "#src/domain/usage/usage-period.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const count = z.int().min(0);
const amount = z.int().min(0).meta({ description: "In the smallest unit of the currency, such as paise." });
const revenueMonths = 12;

const query = z.object({ days: integer({ min: 7, max: maxUsageDays }).default(30) });

const report = z
  .object({
    counted_at: z.iso.datetime().nullable().meta({
      description: "When the days and the active accounts were counted last, about once a minute; null before.",
    }),
    active_accounts: z.object({ last_day: count, last_7_days: count, last_30_days: count }).meta({
      description: "Accounts with a request that was charged: today (UTC), and within 7 and 30 days with today.",
    }),
    active_subscriptions: count,
    ending_subscriptions: count,
    revenue: z
      .array(
        z.object({
          month: z.string().meta({ description: "YYYY-MM (UTC)" }),
          currency: z.string(),
          payments: count,
          captured: amount,
          refunded: amount,
          net: z.int().meta({ description: "Captured less refunded." }),
        }),
      )
      .meta({
        description:
          `Payments by the month in which they were captured, of the last ${revenueMonths} months, ascending; months without any are left ` +
          "out. A refund counts for the month of its payment.",
      }),
    series: z
      .array(
        z.object({
          date: z.iso.date(),
          sign_ups: count,
          active_accounts: count,
          tts_count: count,
          asr_count: count,
          tts_characters_processed: count,
          asr_seconds_processed: count,
          failed_count: count.meta({ description: "Requests of accounts that failed, without cancelled ones." }),
          cancelled_count: count.meta({ description: "Requests of accounts that were cancelled or stopped." }),
        }),
      )
      .meta({ description: "Every day (UTC), ascending. Demo calls are not counted." }),
  })
  .meta({ id: "AdminStatistics" });

type Figures = Awaited<ReturnType<typeof listDailyFigures>>[number];

const presentDay = (date: string, figures: Figures | undefined) => ({
  date,
  sign_ups: figures?.sign_ups ?? 0,
  active_accounts: figures?.active_accounts ?? 0,
  tts_count: figures?.tts_count ?? 0,
  asr_count: figures?.asr_count ?? 0,
  tts_characters_processed: figures?.tts_characters ?? 0,
  asr_seconds_processed: figures?.asr_seconds ?? 0,
  failed_count: figures?.failures ?? 0,
  cancelled_count: figures?.cancelled ?? 0,
});

const presentMonth = (revenue: MonthlyRevenue) => ({ ...revenue, net: revenue.captured - revenue.refunded });

const show = accountRoute(
  {
    method: "get",
    path: "/v1/admin/statistics",
    tag: "Admin",
    operationId: "admin.statistics.get",
    summary: "Read revenue, active accounts, sign-ups and usage",
    description: "Of the last `days`, today included.",
    access: "admin",
    scope: "admin",
    params: noInput,
    query,
    body: noBody,
    responses: { 200: { description: "The report.", schema: report } },
    errors: [],
  },
  async ({ query: { days } }, _caller, { resources: { db } }) => {
    const period = lastDays(days);
    const [figures, revenue, subscriptions] = await Promise.all([
      listDailyFigures(db, period),
      listRevenue(db, revenueMonths),
      countSubscriptions(db),
    ]);
    const byDay = new Map(figures.map((day) => [day.day, day]));
    const latest = figures.at(-1);
    const active = {
      last_day: latest?.active_accounts ?? 0,
      last_7_days: latest?.active_accounts_7_days ?? 0,
      last_30_days: latest?.active_accounts_30_days ?? 0,
    };
    return {
      status: 200,
      data: {
        ...{ counted_at: latest?.counted_at.toISOString() ?? null, active_accounts: active },
        ...{ active_subscriptions: subscriptions.active, ending_subscriptions: subscriptions.ending },
        ...{ revenue: revenue.map(presentMonth) },
        series: daysOf(period).map((date) => presentDay(date, byDay.get(date))),
      },
    };
  },
);

/** The routes of the statistics of the installation. */
export const adminStatisticsRoutes = [show];
