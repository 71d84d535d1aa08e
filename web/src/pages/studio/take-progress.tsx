import type { SpeechRequest } from "#web/api/types.ts";
import { formatDuration, formatNumber } from "#web/format.ts";
import { useSecondsLeft } from "#web/components/use-seconds-left.ts";
import { lengthOf } from "#web/components/text-length.ts";

interface TakeProgressProps {
  /** Undefined until the service has answered. */
  readonly request: Extract<SpeechRequest, { request_type: "tts" }> | undefined;
  /** The text while there is no request. */
  readonly text: string | undefined;
  /** Ends it; null where another page, or a program, has asked for it. */
  readonly onStop: (() => void) | null;
}

/** How much of a text has been spoken and how long the rest takes, with a way to stop. */
export function TakeProgress({ request, text = "", onStop }: TakeProgressProps) {
  const percent = request?.progress ?? 0;
  const left = useSecondsLeft(percent);
  const all = request?.characters ?? lengthOf(text);
  const done = Math.round((all * percent) / 100);
  const rest = left === null ? "" : `, about ${formatDuration(Math.max(1, Math.round(left)))} left`;
  return (
    <div className="progress">
      <progress value={percent / 100} aria-label="Speaking" />
      <span>
        {percent > 0
          ? `${formatNumber(done)} of ${formatNumber(all)} characters spoken${rest}`
          : `${request?.status === "queued" ? "Waiting to speak" : "Speaking"} ${formatNumber(all)} characters…`}
      </span>
      {onStop !== null && (
        <button type="button" className="button quiet" onClick={onStop}>
          Stop
        </button>
      )}
    </div>
  );
}
