import { Link, useRoute } from "wouter";
import type { CreditAlert, UsageReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatNumber, formatPercent } from "#web/format.ts";

const kinds = {
  tts: { name: "speech", unit: "characters" },
  asr: { name: "transcription", unit: "seconds" },
} as const;

/** What has happened to the credits of a pool, and what it means. */
function sentenceOf({ pool, granted, remaining, of }: CreditAlert, credits: UsageReport["credits"]): string {
  const { name, unit } = kinds[pool];
  const whose = of === "cycle" ? " of this billing cycle" : "";
  const spendable = pool === "tts" ? credits.tts_remaining : credits.asr_remaining;
  if (spendable === 0) return `Your ${name} credits are used up. New ${name} requests are refused.`;
  if (remaining === 0) {
    return `The ${name} credits${whose} are used up. ${formatNumber(spendable)} permanent credits remain.`;
  }
  const until = of === "cycle" && credits.cycle?.ends_at ? `, until ${formatDate(credits.cycle.ends_at)}` : "";
  return `${formatPercent(1 - remaining / granted)} of your ${name} credits${whose} are used. ${formatNumber(remaining)} of ${formatNumber(granted)} ${unit} remain${until}.`;
}

/** Says on every page that credits are nearly or wholly used, and leads to where there are more. */
export function CreditAlerts() {
  const [isBilling] = useRoute("/account/billing");
  const { data } = useApi("GET /v1/usage", {});
  if (data === undefined || data.credits.alerts.length === 0) return null;
  const { alerts, ...credits } = data.credits;
  const isOut = alerts.some(({ pool }) => credits[`${pool}_remaining`] === 0);
  return (
    <div role="status" className={isOut ? "notice bad" : "notice warn"} data-testid="credit-alerts">
      <ul className="plain">
        {alerts.map((alert) => (
          <li key={alert.pool}>{sentenceOf(alert, data.credits)}</li>
        ))}
      </ul>
      {!isBilling && (
        <Link className="button quiet" href="/account/billing">
          Get more credits
        </Link>
      )}
    </div>
  );
}
