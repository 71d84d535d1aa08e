import { X } from "lucide-react";
import { Link, useRoute } from "wouter";
import type { CreditAlert, UsageReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatNumber, formatPercent } from "#web/format.ts";
import { useDraft } from "./use-draft.ts";

const kinds = {
  tts: { name: "speech", unit: "characters" },
  asr: { name: "transcription", unit: "seconds" },
} as const;

/** The event of a pool's credits, and its meaning. */
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

/** An alert in this month (UTC): dismissed, it returns at the next threshold, for other credits, or in the next month. */
const idOf = ({ grant_id: grantId, threshold }: CreditAlert): string =>
  [new Date().toISOString().slice(0, 7), grantId, threshold].join(":");

const nothing = { dismissed: "" };

/** Says on every page that credits are nearly or wholly used, until it is dismissed, and leads to where there are more. */
export function CreditAlerts() {
  const [isBilling] = useRoute("/account/billing");
  const [{ dismissed }, { change }] = useDraft("credit-alerts", nothing);
  const { data } = useApi("GET /v1/usage", {});
  if (data === undefined) return null;
  const { alerts: all, ...credits } = data.credits;
  const alerts = all.filter((alert) => !dismissed.split(" ").includes(idOf(alert)));
  if (alerts.length === 0) return null;
  const isOut = alerts.some(({ pool }) => credits[`${pool}_remaining`] === 0);
  return (
    <div role="status" className={`notice dismissible ${isOut ? "bad" : "warn"}`} data-testid="credit-alerts">
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
      <button
        type="button"
        className="button plain icon dismiss"
        aria-label="Dismiss for this month"
        title="Dismiss for this month"
        onClick={() => change({ dismissed: all.map(idOf).join(" ") })}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
