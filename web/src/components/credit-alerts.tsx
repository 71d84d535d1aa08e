import { X } from "lucide-react";
import { Link, useRoute } from "wouter";
import type { CreditAlert, UsageReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatNumber, formatPercent } from "#web/format.ts";
import { useDraft } from "./use-draft.ts";
import { t } from "#web/messages/translate.ts";

/** The event of a pool's credits, and its meaning. */
function sentenceOf({ pool, granted, remaining, of }: CreditAlert, credits: UsageReport["credits"]): string {
  const spendable = pool === "tts" ? credits.tts_remaining : credits.asr_remaining;
  if (spendable === 0) {
    return t(
      "Your {pool, select, tts {speech} other {transcription}} credits are used up. New {pool, select, tts {speech} other {transcription}} requests are refused.",
      { pool },
    );
  }
  if (remaining === 0) {
    return t(
      "The {pool, select, tts {speech} other {transcription}} credits{of, select, cycle { of this billing cycle} other {}} are used up. {credits} permanent credits remain.",
      { pool, of, credits: formatNumber(spendable) },
    );
  }
  const used = t(
    "{percent} of your {pool, select, tts {speech} other {transcription}} credits{of, select, cycle { of this billing cycle} other {}} are used.",
    { percent: formatPercent(1 - remaining / granted), pool, of },
  );
  const left = { remaining: formatNumber(remaining), granted: formatNumber(granted), pool };
  const until = of === "cycle" ? credits.cycle?.ends_at : null;
  const rest = until
    ? t("{remaining} of {granted} {pool, select, tts {characters} other {seconds}} remain, until {date}.", {
        ...left,
        date: formatDate(until),
      })
    : t("{remaining} of {granted} {pool, select, tts {characters} other {seconds}} remain.", left);
  return `${used} ${rest}`;
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
          {t("Get more credits")}
        </Link>
      )}
      <button
        type="button"
        className="button plain icon dismiss"
        aria-label={t("Dismiss for this month")}
        title={t("Dismiss for this month")}
        onClick={() => change({ dismissed: all.map(idOf).join(" ") })}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
