import type { Voice } from "#web/api/types.ts";
import { formatDuration } from "#web/format.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { useSecondsLeft } from "#web/components/use-seconds-left.ts";
import { t } from "#web/messages/translate.ts";
import { stepOf } from "./training-step.ts";

/** The progress of a voice's training, and how long the rest takes. */
export function TrainingSteps({ voice }: { readonly voice: Voice }) {
  const left = useSecondsLeft(voice.progress);
  return (
    <div className="training">
      <p role="status">
        {stepOf(voice)}
        {voice.status === "training" && voice.progress > 0 && `, ${voice.progress}%`}
      </p>
      <ProgressBar share={voice.progress / 100} />
      <p className="hint">
        {left === null
          ? t("It usually takes less than a minute, and a few minutes for the first voice of an installation.")
          : t("About {duration} left.", { duration: formatDuration(Math.max(1, Math.round(left))) })}{" "}
        {t("You can leave this page.")}
      </p>
    </div>
  );
}
