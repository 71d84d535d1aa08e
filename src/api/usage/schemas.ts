import { z } from "zod";
import { creditPools } from "#db/billing-schema.ts";
import { date } from "#src/api/validation/date.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { countDays, maxUsageDays, usagePeriod } from "#src/domain/usage/usage-period.ts";

export const usageQuery = z
  .object({
    source: text({ pattern: /^(web|api_key|all)$/ })
      .meta({ enum: ["web", "api_key", "all"] })
      .default("all"),
    granularity: text({ pattern: /^day$/ })
      .meta({ enum: ["day"] })
      .default("day"),
    breakdown: text({ pattern: /^voice$/ })
      .meta({ enum: ["voice"] })
      .default("voice"),
    api_key_id: uuid().optional().meta({
      description: "Counts the calls with this key alone; `breakdown` is empty then: voices are not counted by key.",
    }),
    from: date()
      .optional()
      .meta({ description: `The first day (UTC); 29 days before \`to\` when absent. Not after \`to\`.` }),
    to: date()
      .optional()
      .meta({ description: `The last day (UTC); today when absent. At most ${maxUsageDays} days in all.` }),
  })
  .refine((query) => countDays(usagePeriod(query)) > 0, { path: ["from"], error: "`from` must not be after `to`" })
  .refine((query) => countDays(usagePeriod(query)) <= maxUsageDays, {
    path: ["from"],
    error: `The period can have at most ${maxUsageDays} days`,
  });

const count = z.int().min(0);
const paidCycle = z
  .object({
    ends_at: z.iso.datetime().nullable(),
    tts_granted: count,
    tts_remaining: count,
    asr_granted: count,
    asr_remaining: count,
  })
  .meta({ description: "The paid cycle that runs now: what it brought, and what is left of that until it ends." });

const alert = z
  .object({
    grant_id: z.string(),
    pool: z.enum(creditPools),
    threshold: z
      .int()
      .min(1)
      .max(100)
      .meta({
        description: "The percentage that is used: `alert_percent` of the account, or 100 when nothing is left.",
        examples: [80],
      }),
    granted: count,
    remaining: count,
    of: z.enum(["cycle", "permanent"]).meta({
      description:
        "What is nearly used: the credits of the paid cycle, or those of the free plan or the latest top-up.",
    }),
  })
  .meta({ id: "CreditAlert" });

const sums = {
  tts_count: count,
  asr_count: count,
  tts_characters_processed: count,
  asr_seconds_processed: count,
};

const latency = z
  .object({ median_ms: count, p95_ms: count })
  .meta({ description: "From the call to the result, to 5 %; null when nothing was completed." });

const usedKey = z.object({
  api_key_id: z
    .uuid()
    .nullable()
    .meta({ description: "Null for calls without a key, such as those of the dashboard." }),
  label: z.string(),
  credits_consumed: count,
  ...sums,
  tts_latency: latency.nullable(),
  asr_latency: latency.nullable(),
  errors: z
    .array(z.object({ code: z.string(), count }))
    .meta({ description: "Requests that failed, by the code of the error, the most frequent first." }),
  cancelled_count: count,
});

export const usageReport = z
  .object({
    source: z.string(),
    period: z.object({ from: z.iso.date(), to: z.iso.date() }),
    credits: z
      .object({
        tts_remaining: count,
        asr_remaining: count,
        cycle: paidCycle.nullable(),
        alerts: z
          .array(alert)
          .meta({ description: "The pools of which `alert_percent` of the account (80 at first) or more is used." }),
      })
      .meta({ description: "Remaining credits now, independent of the period." }),
    storage: z
      .object({ voices: count, voices_max: count, stored_bytes: count, stored_max_bytes: count })
      .meta({ description: "The voices and the audio that the account has now, and how much of each it may have." }),
    requests: z.object(sums),
    total_credits_consumed: count,
    series: z
      .array(z.object({ date: z.iso.date(), total_credits_consumed: count, ...sums }))
      .meta({ description: "Every day of the period (UTC), ascending." }),
    breakdown: z
      .array(z.object({ key: z.string(), label: z.string(), credits_consumed: count, tts_count: count }))
      .meta({ description: "The voices that spoke, most credits first; a transcription has none." }),
    keys: z.array(usedKey).meta({ description: "The API keys of the calls, most credits first." }),
  })
  .meta({ id: "UsageReport" });
