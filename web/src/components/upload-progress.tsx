import { Loading } from "./notice.tsx";

interface UploadProgressProps {
  /** How much has been sent, 0 to 1. */
  readonly sent: number;
  readonly onStop: () => void;
}

/** How much of an upload has arrived, and a way to end it until all has. */
export const UploadProgress = ({ sent, onStop }: UploadProgressProps) =>
  sent < 1 ? (
    <div className="progress">
      <progress value={sent} aria-label="Sending" />
      <span>Sending, {Math.floor(sent * 100)} %</span>
      <button type="button" className="button quiet" onClick={onStop}>
        Stop
      </button>
    </div>
  ) : (
    <Loading>Sent. Waiting for the result…</Loading>
  );
