import type { CreditAlert } from "#src/domain/credit-alerts/queries.ts";
import type { CreditPool, PaidCycle } from "#src/domain/credits/queries.ts";
import type { KeyUsage, Latency } from "#src/domain/usage/key-queries.ts";
import type { UsageDay, VoiceUsage } from "#src/domain/usage/queries.ts";
import type { Limits } from "#src/config.ts";
import { daysOf, type UsagePeriod } from "#src/domain/usage/usage-period.ts";

const goneVoice = "Deleted voice";
const goneKey = "Deleted key";
const noKey = "Without a key";
const none = { tts_count: 0, asr_count: 0, tts_characters: 0, asr_seconds: 0, credits: 0 };

type Sums = Omit<UsageDay, "day">;

const add = (left: Sums, right: Sums): Sums => ({
  tts_count: left.tts_count + right.tts_count,
  asr_count: left.asr_count + right.asr_count,
  tts_characters: left.tts_characters + right.tts_characters,
  asr_seconds: left.asr_seconds + right.asr_seconds,
  credits: left.credits + right.credits,
});

const presentSums = (sums: Sums) => ({
  tts_count: sums.tts_count,
  asr_count: sums.asr_count,
  tts_characters_processed: sums.tts_characters,
  asr_seconds_processed: sums.asr_seconds,
});

/** The use in a period, day by day, days without any included. */
export function presentUsage(period: UsagePeriod, days: readonly UsageDay[]) {
  const used = new Map(days.map((day) => [day.day, day]));
  const total = days.reduce<Sums>(add, none);
  return {
    period,
    requests: presentSums(total),
    total_credits_consumed: total.credits,
    series: daysOf(period).map((date) => {
      const sums = used.get(date) ?? none;
      return { date, total_credits_consumed: sums.credits, ...presentSums(sums) };
    }),
  };
}

/** The credits that can be spent, and how many of them are of the paid cycle. */
export const presentCredits = (remaining: Readonly<Record<CreditPool, number>>, cycle: PaidCycle | null) => ({
  tts_remaining: remaining.tts,
  asr_remaining: remaining.asr,
  cycle: cycle && {
    ends_at: cycle.endsAt?.toISOString() ?? null,
    tts_granted: cycle.granted.tts,
    tts_remaining: cycle.remaining.tts,
    asr_granted: cycle.granted.asr,
    asr_remaining: cycle.remaining.asr,
  },
});

export const presentAlert = ({ grantId, pool, threshold, granted, remaining, cycleEndsAt }: CreditAlert) => ({
  grant_id: grantId,
  pool,
  threshold,
  granted,
  remaining,
  of: cycleEndsAt === undefined ? "permanent" : "cycle",
});

/** The bytes and voices that are stored for the account now, and the most that may be. */
export const presentStorage = (
  stored: { readonly voices: number; readonly bytes: number },
  limit: Limits["storage"],
) => ({
  voices: stored.voices,
  voices_max: limit.maxVoices,
  stored_bytes: stored.bytes,
  stored_max_bytes: limit.maxBytes,
});

export const presentUsedVoice = (voice: VoiceUsage) => ({
  key: voice.voice_id,
  label: voice.voice_label || goneVoice,
  credits_consumed: voice.credits,
  tts_count: voice.tts_count,
});

const presentLatency = (latency: Latency | null | undefined) =>
  latency ? { median_ms: latency.medianMs, p95_ms: latency.p95Ms } : null;

/** @param names of the keys that are still there */
export function presentUsedKey(
  { apiKeyId, pools: { tts, asr }, errors, cancelled }: KeyUsage,
  names: ReadonlyMap<string, string>,
) {
  return {
    api_key_id: apiKeyId === "" ? null : apiKeyId,
    label: apiKeyId === "" ? noKey : (names.get(apiKeyId) ?? goneKey),
    credits_consumed: (tts?.credits ?? 0) + (asr?.credits ?? 0),
    tts_count: tts?.requests ?? 0,
    asr_count: asr?.requests ?? 0,
    tts_characters_processed: tts?.credits ?? 0,
    asr_seconds_processed: asr?.credits ?? 0,
    tts_latency: presentLatency(tts?.latency),
    asr_latency: presentLatency(asr?.latency),
    errors: errors.map(({ code, requests }) => ({ code, count: requests })),
    cancelled_count: cancelled,
  };
}
