import type { LedgerEntry, Purchase } from "#web/api/types.ts";
import { formatDuration, formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** The pools of credits, as choices of a field. */
export const poolChoices = [
  ["tts", t("Speech (characters)")],
  ["asr", t("Transcription (seconds)")],
] as const;

/** The kinds of entries of the ledger. */
export const ledgerKinds: Readonly<Record<LedgerEntry["kind"], string>> = {
  grant: t("Granted"),
  usage: t("Used"),
  expiry: t("Expired"),
  withdrawal: t("Withdrawn after a refund"),
  correction: t("Corrected"),
};

/** Credits of both pools in words; null for none. */
export function creditsOf(tts: number, asr: number): string | null {
  const [number, duration] = [formatNumber(tts), formatDuration(asr)];
  if (tts > 0 && asr > 0) return t("{number} characters and {duration} of recordings", { number, duration });
  if (tts > 0) return t("{number} characters", { number });
  return asr > 0 ? t("{duration} of recordings", { duration }) : null;
}

/** A purchase in words. */
export const purchaseWords = ({ plan_name: plan, months, tts_credits: tts, asr_credits: asr }: Purchase): string =>
  plan === null
    ? t("Top-up: {credits}", { credits: creditsOf(tts, asr) ?? formatNumber(0) })
    : t("{plan}, {months, plural, one {# month} other {# months}}", { plan, months });
