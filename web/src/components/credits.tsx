import type { UsageReport } from "#web/api/types.ts";
import { formatDate, formatDuration, formatNumber, formatPercent } from "#web/format.ts";
import { ProgressBar } from "./progress-bar.tsx";

type Reported = UsageReport["credits"];
/** Admins do not see the cycle. */
type Known = Pick<Reported, "tts_remaining" | "asr_remaining"> & Partial<Pick<Reported, "cycle">>;

interface ShareProps {
  readonly granted: number;
  readonly left: number;
  readonly endsAt: string | null;
}

/** The rest of the credits of the cycle. */
const Share = ({ granted, left, endsAt }: ShareProps) => (
  <dd className="soft share">
    <ProgressBar share={left / granted} />
    {formatPercent(left / granted)} of {formatNumber(granted)} remaining in this cycle
    {endsAt !== null && `, until ${formatDate(endsAt)}`}
  </dd>
);

/** The credits that can be spent now, of both kinds, and the share of the paid cycle that is left. */
export const Credits = ({ credits: { cycle = null, ...credits } }: { readonly credits: Known }) => (
  <dl className="figures">
    <div className="card">
      <dt>Speech credits remaining</dt>
      <dd data-testid="tts-remaining">{formatNumber(credits.tts_remaining)}</dd>
      <dd className="soft">characters</dd>
      {cycle !== null && cycle.tts_granted > 0 && (
        <Share granted={cycle.tts_granted} left={cycle.tts_remaining} endsAt={cycle.ends_at} />
      )}
    </div>
    <div className="card">
      <dt>Transcription credits remaining</dt>
      <dd data-testid="asr-remaining">{formatNumber(credits.asr_remaining)}</dd>
      <dd className="soft">seconds ({formatDuration(credits.asr_remaining)})</dd>
      {cycle !== null && cycle.asr_granted > 0 && (
        <Share granted={cycle.asr_granted} left={cycle.asr_remaining} endsAt={cycle.ends_at} />
      )}
    </div>
  </dl>
);
