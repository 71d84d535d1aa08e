import type { ApiKey } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";

/** The credits that a key has used this month, and how much of its limit that is. */
export const KeyUse = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { credits_this_month: used, monthly_credit_limit: limit } = apiKey;
  return limit === null ? (
    formatNumber(used)
  ) : (
    <span className="share">
      <ProgressBar share={used / limit} />
      {t("{used} of {limit}", { used: formatNumber(used), limit: formatNumber(limit) })}
    </span>
  );
};
