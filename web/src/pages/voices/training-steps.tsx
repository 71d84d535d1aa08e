import type { Voice } from "#web/api/types.ts";
import { formatDuration } from "#web/format.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { t } from "#web/messages/translate.ts";
import { stepOf } from "./training-step.ts";

/** The progress of a voice's training, and how long the rest takes where the service has measured others. */
export const TrainingSteps = ({ voice }: { readonly voice: Voice }) => (
  <div className="training">
    <p role="status">
      {stepOf(voice)}
      {voice.status === "training" && voice.progress > 0 && `, ${voice.progress}%`}
    </p>
    <ProgressBar share={voice.progress / 100} />
    <p className="hint">
      {voice.seconds_left !== null &&
        `${t("About {duration} left.", { duration: formatDuration(voice.seconds_left) })} `}
      {voice.status === "pending" && `${t("The sample is checked first.")} `}
      {t("You can leave this page.")}
    </p>
  </div>
);
