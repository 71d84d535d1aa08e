import { Loading } from "./notice.tsx";
import { t } from "#web/messages/translate.ts";

interface UploadProgressProps {
  /** How much has been sent, 0 to 1. */
  readonly sent: number;
  readonly onStop: () => void;
}

/** How much of an upload has arrived, and a way to end it until all has. */
export const UploadProgress = ({ sent, onStop }: UploadProgressProps) =>
  sent < 1 ? (
    <div className="progress">
      <progress value={sent} aria-label={t("Sending")} />
      <span>{t("Sending, {percent} %", { percent: Math.floor(sent * 100) })}</span>
      <button type="button" className="button quiet" onClick={onStop}>
        {t("Stop")}
      </button>
    </div>
  ) : (
    <Loading>{t("Sent. Waiting for the result…")}</Loading>
  );
