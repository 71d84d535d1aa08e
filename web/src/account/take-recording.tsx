import type { ReactNode } from "react";
import { Problem } from "#web/api/problem.ts";
import { durationWords } from "#web/api/words.ts";
import { ErrorNotice } from "#web/parts/notice.tsx";
import { PickFile } from "#web/parts/pick-file.tsx";
import { RecordButton } from "#web/parts/record-button.tsx";
import { useRecorder } from "#web/parts/use-recorder.ts";

interface TakeRecordingProps {
  readonly maxSeconds: number;
  readonly disabled: boolean;
  readonly onTake: (audio: Blob) => void;
  /** What to say into the microphone. */
  readonly children?: ReactNode;
}

/** Drop, choose or record. */
export function TakeRecording({ maxSeconds, disabled, onTake, children }: TakeRecordingProps) {
  const recorder = useRecorder(maxSeconds, onTake);
  return (
    <>
      <PickFile disabled={disabled || recorder.recording} onPick={onTake} />
      {children}
      <div className="row center take">
        <RecordButton recorder={recorder} disabled={disabled} />
        <span className="hint">
          {recorder.recording
            ? `Recording. It stops automatically after ${durationWords(maxSeconds)}.`
            : "Use your microphone."}
        </span>
      </div>
      {recorder.refusal !== null && <ErrorNotice error={new Problem(0, recorder.refusal)} />}
    </>
  );
}
