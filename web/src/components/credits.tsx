import type { UsageReport } from "#web/api/types.ts";
import { formatDate, formatDuration, formatNumber, formatPercent } from "#web/format.ts";
import { ProgressBar } from "./progress-bar.tsx";

type Reported = UsageReport["credits"];
/** Admins do not see the cycle. */
type Known = Pick<Reported, "tts_remaining" | "asr_remaining"> & Partial<Pick<Reported, "cycle">>;

interface ShareProps {
  readonly granted: number;
  readonly left: number;
  /** The credits of no cycle, which do not expire. */
  readonly permanent: number;
  readonly endsAt: string | null;
}

/** The rest of the credits of the cycle, and those beside it. */
const Share = ({ granted, left, permanent, endsAt }: ShareProps) => (
  <>
    <dd className="soft share">
      <ProgressBar share={left / granted} />
      {formatNumber(left)} of {formatNumber(granted)} ({formatPercent(left / granted)}) remaining in this cycle
      {endsAt !== null && `, until ${formatDate(endsAt)}`}
    </dd>
    {permanent > 0 && (
      <dd className="soft">{formatNumber(permanent)} permanent credits, used after those of the cycle</dd>
    )}
  </>
);

/** Seconds of which the number alone says little, in a larger unit; nothing for few. */
const asDuration = (seconds: number): string => (seconds < 120 ? "" : ` (${formatDuration(seconds)})`);

/** The credits that can be spent now, of both kinds, and the share of the paid cycle that is left. */
export const Credits = ({ credits: { cycle = null, ...credits } }: { readonly credits: Known }) => (
  <dl className="figures">
    <div className="card">
      <dt>Speech credits remaining</dt>
      <dd data-testid="tts-remaining">{formatNumber(credits.tts_remaining)}</dd>
      <dd className="soft">characters</dd>
      {cycle !== null && cycle.tts_granted > 0 && (
        <Share
          granted={cycle.tts_granted}
          left={cycle.tts_remaining}
          permanent={credits.tts_remaining - cycle.tts_remaining}
          endsAt={cycle.ends_at}
        />
      )}
    </div>
    <div className="card">
      <dt>Transcription credits remaining</dt>
      <dd data-testid="asr-remaining">{formatNumber(credits.asr_remaining)}</dd>
      <dd className="soft">seconds{asDuration(credits.asr_remaining)}</dd>
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
