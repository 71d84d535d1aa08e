import type { UsageReport } from "#web/api/types.ts";
import { formatNumber, formatBytes } from "#web/format.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";

/** What is stored now, and how much may be. */
export const Storage = ({ storage }: { readonly storage: UsageReport["storage"] }) => (
  <section className="card" aria-labelledby="storage-title">
    <h2 id="storage-title">Storage</h2>
    <dl className="figures">
      <div>
        <dt>Audio</dt>
        <dd data-testid="stored-bytes">{formatBytes(storage.stored_bytes)}</dd>
        <dd className="soft share">
          <ProgressBar share={Math.min(1, storage.stored_bytes / storage.stored_max_bytes)} />
          of {formatBytes(storage.stored_max_bytes)}
        </dd>
      </div>
      <div>
        <dt>Voices</dt>
        <dd data-testid="own-voices">{formatNumber(storage.voices)}</dd>
        <dd className="soft share">
          <ProgressBar share={Math.min(1, storage.voices / storage.voices_max)} />
          of {formatNumber(storage.voices_max)}
        </dd>
      </div>
    </dl>
    <p className="hint">Delete requests or voices to free storage.</p>
  </section>
);
