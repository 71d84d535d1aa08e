import type { Document, Paragraph } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { t } from "#web/messages/translate.ts";

/** Shows how much of a document is spoken. */
export function DocumentState({ document: { counts } }: { readonly document: Pick<Document, "counts"> }) {
  const { total, spoken, running, failed } = counts;
  if (spoken === total) {
    return (
      <span className="badge" data-state="completed">
        {t("Spoken")}
      </span>
    );
  }
  if (spoken + running + failed === 0) return <span className="badge">{t("Not spoken")}</span>;
  return (
    <span className="standing">
      {running > 0 && <span className="badge">{t("Speaking")}</span>}
      <span className="soft">
        {t("{spoken} of {total} spoken", { spoken: formatNumber(spoken), total: formatNumber(total) })}
      </span>
      {failed > 0 && (
        <span className="badge" data-state="failed">
          {t("{number} failed", { number: formatNumber(failed) })}
        </span>
      )}
      <ProgressBar share={spoken / total} />
    </span>
  );
}

const paragraphStates: Readonly<Record<Paragraph["status"], readonly [state: string, name: string]>> = {
  unspoken: ["unspoken", t("Not spoken")],
  queued: ["queued", t("Waiting")],
  processing: ["processing", t("Speaking")],
  spoken: ["completed", t("Spoken")],
  failed: ["failed", t("Failed")],
  expired: ["unspoken", t("Expired")],
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
      {status === "expired" && <span className="soft">{t("Its audio is no longer kept.")}</span>}
    </span>
  );
}
