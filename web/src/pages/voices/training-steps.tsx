import { useState } from "react";
import type { Voice } from "#web/api/types.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { t } from "#web/messages/translate.ts";
import { stepOf } from "./training-step.ts";

interface TrainingProps {
  readonly voice: Voice;
}

/** The rest of a training in whole minutes, rounded up. An estimate that grows again is not shown. */
function TimeLeft({ seconds }: { readonly seconds: number }) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [least, setLeast] = useState(minutes);
  if (minutes < least) setLeast(minutes);
  return t("{count, plural, one {About # minute left.} other {About # minutes left.}}", { count: least });
}

/** The progress of a voice's training, and how long the rest takes where the service has measured others. */
export const TrainingSteps = ({ voice }: TrainingProps) => (
  <div className="training">
    <p role="status">
      {stepOf(voice)}
      {voice.status === "training" && voice.progress > 0 && `, ${voice.progress}%`}
    </p>
    <ProgressBar share={voice.progress / 100} />
    <p className="hint">
      {voice.seconds_left !== null && <TimeLeft seconds={voice.seconds_left} />}{" "}
      {voice.status === "pending" && `${t("The sample is checked first.")} `}
      {t("You can leave this page.")}
    </p>
  </div>
);
