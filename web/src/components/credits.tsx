import type { UsageReport } from "#web/api/types.ts";
import { formatDate, formatDuration, formatNumber, formatPercent } from "#web/format.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { t } from "#web/messages/translate.ts";

type Reported = UsageReport["credits"];
/** Admins see neither the cycle nor the alerts. */
type Known = Pick<Reported, "tts_remaining" | "asr_remaining"> & Partial<Pick<Reported, "cycle" | "alerts">>;

interface ShareProps {
  readonly granted: number;
  readonly left: number;
  /** The credits of no cycle, which do not expire. */
  readonly permanent: number;
  readonly endsAt: string | null;
}

function shareWords(granted: number, left: number, endsAt: string | null): string {
  const known = { left: formatNumber(left), granted: formatNumber(granted), percent: formatPercent(left / granted) };
  if (endsAt === null) return t("{left} of {granted} ({percent}) remaining in this cycle", known);
  const date = formatDate(endsAt);
  return t("{left} of {granted} ({percent}) remaining in this cycle, until {date}", { ...known, date });
}

/** The rest of the credits of the cycle, and those beside it. */
const Share = ({ granted, left, permanent, endsAt }: ShareProps) => (
  <>
    <dd className="soft share">
      <ProgressBar share={left / granted} />
      {shareWords(granted, left, endsAt)}
    </dd>
    {permanent > 0 && (
      <dd className="soft">
        {t("{credits} permanent credits, used after those of the cycle", { credits: formatNumber(permanent) })}
      </dd>
    )}
  </>
);

/** The unit of a number of seconds, and the number in a larger unit where it alone says little. */
const secondsWords = (seconds: number): string =>
  seconds < 120 ? t("seconds") : t("seconds ({duration})", { duration: formatDuration(seconds) });

/** How far the credits of a pool are used: `out`, or `low` from the alert of the account on; null before. */
function levelOf(pool: "tts" | "asr", credits: Known): "out" | "low" | null {
  if (credits[`${pool}_remaining`] === 0) return "out";
  return credits.alerts?.some((alert) => alert.pool === pool) === true ? "low" : null;
}

/** The credits that can be spent now, of both kinds, and the share of the paid cycle that is left. */
export const Credits = ({ credits: { cycle = null, ...credits } }: { readonly credits: Known }) => (
  <dl className="figures">
    <div className="card" data-level={levelOf("tts", credits)}>
      <dt>{t("Speech credits remaining")}</dt>
      <dd data-testid="tts-remaining">{formatNumber(credits.tts_remaining)}</dd>
      <dd className="soft">{t("characters")}</dd>
      {cycle !== null && cycle.tts_granted > 0 && (
        <Share
          granted={cycle.tts_granted}
          left={cycle.tts_remaining}
          permanent={credits.tts_remaining - cycle.tts_remaining}
          endsAt={cycle.ends_at}
        />
      )}
    </div>
    <div className="card" data-level={levelOf("asr", credits)}>
      <dt>{t("Transcription credits remaining")}</dt>
      <dd data-testid="asr-remaining">{formatNumber(credits.asr_remaining)}</dd>
      <dd className="soft">{secondsWords(credits.asr_remaining)}</dd>
      {cycle !== null && cycle.asr_granted > 0 && (
        <Share
          granted={cycle.asr_granted}
          left={cycle.asr_remaining}
          permanent={credits.asr_remaining - cycle.asr_remaining}
          endsAt={cycle.ends_at}
        />
      )}
    </div>
  </dl>
);
