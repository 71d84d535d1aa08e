import { Link } from "wouter";
import type { UsageReport } from "#web/api/types.ts";
import { formatCount, formatDuration, formatMilliseconds, formatNumber } from "#web/format.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";

type UsedKey = UsageReport["keys"][number];
type Latency = UsedKey["tts_latency"];

interface AmountProps {
  readonly amount: string;
  readonly size: string;
  readonly latency: Latency;
}

/** How much was done, and how long it took. */
const Amount = ({ amount, size, latency }: AmountProps) => (
  <>
    {amount}
    <p className="soft">{size}</p>
    {latency !== null && (
      <p className="soft">
        {t("{median}, p95 {p95}", {
          median: formatMilliseconds(latency.median_ms),
          p95: formatMilliseconds(latency.p95_ms),
        })}
      </p>
    )}
  </>
);

const Errors = ({ errors }: Pick<UsedKey, "errors">) =>
  errors.length === 0 ? (
    t("None")
  ) : (
    <ul className="plain">
      {errors.map(({ code, count }) => (
        <li key={code}>
          {formatNumber(count)} <code>{code}</code>
        </li>
      ))}
    </ul>
  );

const KeyName = ({ usedKey, period }: { readonly usedKey: UsedKey; readonly period: UsageReport["period"] }) =>
  usedKey.api_key_id === null ? (
    t("Dashboard")
  ) : (
    <Link href={`/account/history?key=${usedKey.api_key_id}&from=${period.from}&to=${period.to}&documents=include`}>
      {usedKey.label}
    </Link>
  );

/** The use of each key: calls, time to the result, what was stopped, and failures. */
export const ByKey = ({ report: { keys, period } }: { readonly report: UsageReport }) =>
  keys.length === 0 ? (
    <EmptyState>{t("Nothing was used in this period.")}</EmptyState>
  ) : (
    <>
      <ResponsiveTable
        columns={[t("API key"), t("Speech"), t("Transcription"), t("Credits"), t("Cancelled"), t("Errors")]}
      >
        {keys.map((usedKey) => (
          <tr key={usedKey.api_key_id}>
            <td className="long" data-label={t("API key")}>
              <KeyName usedKey={usedKey} period={period} />
            </td>
            <td data-label={t("Speech")}>
              <Amount
                amount={formatCount(usedKey.tts_count, "text")}
                size={formatCount(usedKey.tts_characters_processed, "character")}
                latency={usedKey.tts_latency}
              />
            </td>
            <td data-label={t("Transcription")}>
              <Amount
                amount={formatCount(usedKey.asr_count, "recording")}
                size={formatDuration(usedKey.asr_seconds_processed)}
                latency={usedKey.asr_latency}
              />
            </td>
            <td data-label={t("Credits")}>{formatNumber(usedKey.credits_consumed)}</td>
            <td data-label={t("Cancelled")}>{formatNumber(usedKey.cancelled_count)}</td>
            <td className="long" data-label={t("Errors")}>
              <Errors errors={usedKey.errors} />
            </td>
          </tr>
        ))}
      </ResponsiveTable>
      <p className="hint">
        {t(
          "Times are from the call to the result: the median, and p95, within which 95% of the requests were completed.",
        )}
      </p>
    </>
  );
