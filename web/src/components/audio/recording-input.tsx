import type { ReactNode } from "react";
import { Problem } from "#web/api/problem.ts";
import { formatDuration } from "#web/format.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { FileInput } from "#web/components/file-input.tsx";
import { t } from "#web/messages/translate.ts";
import { LevelMeter } from "./level-meter.tsx";
import { RecordButton } from "./record-button.tsx";
import { useRecorder } from "./use-recorder.ts";

interface RecordingInputProps {
  readonly maxSeconds: number;
  readonly disabled: boolean;
  readonly onTake: (audio: Blob) => void;
  /** Takes several files that are picked at once; without it the first one is taken. */
  readonly onTakeSeveral?: (files: readonly File[]) => void;
  /** A hint at the words to say into the microphone. */
  readonly children?: ReactNode;
}

/** Drop, choose or record. */
export function RecordingInput({ maxSeconds, disabled, onTake, onTakeSeveral, children }: RecordingInputProps) {
  const recorder = useRecorder(maxSeconds, onTake);
  return (
    <>
      <FileInput
        disabled={disabled || recorder.recording}
        onPick={onTake}
        onPickSeveral={onTakeSeveral}
        {...(onTakeSeveral !== undefined && { label: t("Drop recordings here, or choose files") })}
      />
      {children}
      <div className="row center take">
        <RecordButton recorder={recorder} disabled={disabled} />
        <span className="hint">
          {recorder.recording
            ? t("Recording. It stops automatically after {duration}.", { duration: formatDuration(maxSeconds) })
            : t("Use your microphone.")}
        </span>
      </div>
      {recorder.stream !== null && <LevelMeter stream={recorder.stream} />}
      {recorder.refusal !== null && <ErrorNotice error={new Problem(0, recorder.refusal)} />}
    </>
  );
}
