import { t } from "#web/messages/translate.ts";
import type { Recorder } from "./use-recorder.ts";

/** Begins and ends a recording, and shows how long it is. */
export const RecordButton = ({ recorder, disabled }: { readonly recorder: Recorder; readonly disabled: boolean }) => (
  <button
    type="button"
    className="button record"
    disabled={disabled}
    aria-pressed={recorder.recording}
    onClick={() => (recorder.recording ? recorder.stop() : void recorder.start())}
  >
    {recorder.recording ? t("Stop ({seconds} s)", { seconds: recorder.seconds }) : t("Record")}
  </button>
);
