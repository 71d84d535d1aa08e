import { Link } from "wouter";
import type { UsageReport } from "#web/api/types.ts";
import { formatCount, formatDuration, formatMilliseconds, formatNumber } from "#web/format.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";

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
        {formatMilliseconds(latency.median_ms)}, p95 {formatMilliseconds(latency.p95_ms)}
      </p>
    )}
  </>
);

const Errors = ({ errors }: Pick<UsedKey, "errors">) =>
  errors.length === 0 ? (
    "None"
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
    usedKey.label
  ) : (
    <Link href={`/account/history?key=${usedKey.api_key_id}&from=${period.from}&to=${period.to}`}>{usedKey.label}</Link>
  );

/** The use of each key: calls, time to the result, and failures. */
export const ByKey = ({ report: { keys, period } }: { readonly report: UsageReport }) =>
  keys.length === 0 ? (
    <EmptyState>Nothing was used in this period.</EmptyState>
  ) : (
    <>
      <ResponsiveTable columns={["API key", "Speech", "Transcription", "Credits", "Errors"]}>
        {keys.map((usedKey) => (
          <tr key={usedKey.api_key_id}>
            <td className="long" data-label="API key">
              <KeyName usedKey={usedKey} period={period} />
            </td>
            <td data-label="Speech">
              <Amount
                amount={formatCount(usedKey.tts_count, "text")}
                size={formatCount(usedKey.tts_characters_processed, "character")}
                latency={usedKey.tts_latency}
              />
            </td>
            <td data-label="Transcription">
              <Amount
                amount={formatCount(usedKey.asr_count, "recording")}
                size={formatDuration(usedKey.asr_seconds_processed)}
                latency={usedKey.asr_latency}
              />
            </td>
            <td data-label="Credits">{formatNumber(usedKey.credits_consumed)}</td>
            <td className="long" data-label="Errors">
              <Errors errors={usedKey.errors} />
            </td>
          </tr>
        ))}
      </ResponsiveTable>
      <p className="hint">
        Times are from the call to the result: the median, and p95, within which 95% of the requests were completed.
      </p>
    </>
  );
