import type { UsageReport } from "#web/api/types.ts";
import { durationWords, numberWords } from "#web/api/words.ts";

/** What can be spent now, of both kinds. */
export const Credits = ({ credits }: { readonly credits: UsageReport["credits"] }) => (
  <dl className="figures">
    <div className="card">
      <dt>Left to speak</dt>
      <dd data-testid="tts-remaining">{numberWords(credits.tts_remaining)}</dd>
      <dd className="soft">characters</dd>
    </div>
    <div className="card">
      <dt>Left to listen</dt>
      <dd data-testid="asr-remaining">{numberWords(credits.asr_remaining)}</dd>
      <dd className="soft">seconds ({durationWords(credits.asr_remaining)})</dd>
    </div>
  </dl>
);
