import type { Voice } from "#web/api/types.ts";
import { stepOf } from "./training-step.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";

/** The progress of a voice's training. */
export const TrainingSteps = ({ voice }: { readonly voice: Voice }) => (
  <div className="training">
    <p role="status">
      {stepOf(voice)}
      {voice.status === "training" && voice.progress > 0 && `, ${voice.progress}%`}
    </p>
    <ProgressBar share={voice.progress / 100} />
    <p className="hint">
      It usually takes less than a minute, and a few minutes for the first voice of an installation. You can leave this
      page.
    </p>
  </div>
);
