import type { Document, Paragraph } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";

/** Shows how much of a document is spoken. */
export function DocumentState({ document: { counts } }: { readonly document: Pick<Document, "counts"> }) {
  const { total, spoken, running, failed } = counts;
  if (spoken === total) {
    return (
      <span className="badge" data-state="completed">
        Spoken
      </span>
    );
  }
  if (spoken + running + failed === 0) return <span className="badge">Not spoken</span>;
  return (
    <span className="standing">
      {running > 0 && <span className="badge">Speaking</span>}
      <span className="soft">
        {formatNumber(spoken)} of {formatNumber(total)} spoken
      </span>
      {failed > 0 && (
        <span className="badge" data-state="failed">
          {formatNumber(failed)} failed
        </span>
      )}
      <ProgressBar share={spoken / total} />
    </span>
  );
}

const paragraphStates: Readonly<Record<Paragraph["status"], readonly [state: string, name: string]>> = {
  unspoken: ["unspoken", "Not spoken"],
  queued: ["queued", "Waiting"],
  processing: ["processing", "Speaking"],
  spoken: ["completed", "Spoken"],
  failed: ["failed", "Failed"],
  expired: ["unspoken", "Expired"],
};

/** The state of a paragraph, and why it failed. */
export function ParagraphState({ paragraph: { status, error } }: { readonly paragraph: Paragraph }) {
  const [state, name] = paragraphStates[status];
  return (
    <span className="standing">
      <span className="badge" data-state={state}>
        {name}
      </span>
      {error !== null && <span className="soft">{error.message}</span>}
      {status === "expired" && <span className="soft">Its audio is no longer kept.</span>}
    </span>
  );
}
