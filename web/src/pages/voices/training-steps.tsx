import { Check, Circle } from "lucide-react";
import { useEffect, useState } from "react";
import type { Voice } from "#web/api/types.ts";
import { ProgressBar } from "#web/components/progress-bar.tsx";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { stepOf, stepsOf } from "./training-step.ts";

interface TrainingProps {
  readonly voice: Voice;
}

/** The time, in milliseconds since 1970, as each second passes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface TimeLeftProps {
  /** The estimate of the service. */
  readonly seconds: number;
  readonly now: number;
}

/** The rest of a training in whole minutes, rounded up, until the earliest end that was estimated: it never grows. */
function TimeLeft({ seconds, now }: TimeLeftProps) {
  const estimated = now + seconds * 1_000;
  const [end, setEnd] = useState(estimated);
  if (estimated < end) setEnd(estimated);
  const count = Math.ceil((end - now) / 60_000);
  return count > 0
    ? t("{count, plural, one {About # minute left.} other {About # minutes left.}}", { count })
    : t("This takes longer than usual: the service is busy.");
}

/** The time since the start of a training, and how long the rest takes where the service has measured others. */
function Times({ voice: { training_started_at: start, seconds_left: left } }: TrainingProps) {
  const now = useNow();
  if (start === null) return null;
  const elapsed = Math.max(0, now - Date.parse(start)) / 1_000;
  return (
    <>
      {t("{time} so far.", { time: formatClock(elapsed) })} {left !== null && <TimeLeft seconds={left} now={now} />}
    </>
  );
}

const Steps = ({ voice }: TrainingProps) => (
  <ol className="training-steps" aria-label={t("Steps")}>
    {stepsOf(voice).map(({ name, isDone, isCurrent }) => (
      <li key={name} data-done={isDone} aria-current={isCurrent ? "step" : undefined}>
        {isDone ? <Check role="img" aria-label={t("Done")} /> : <Circle aria-hidden="true" />}
        {name}
      </li>
    ))}
  </ol>
);

/** The progress of a voice's training: its step, the steps, and the times. */
export const TrainingSteps = ({ voice }: TrainingProps) => (
  <div className="training">
    <p role="status">
      {stepOf(voice)}
      {voice.status === "training" && voice.progress > 0 && `, ${voice.progress}%`}
    </p>
    <ProgressBar share={voice.progress / 100} />
    <Steps voice={voice} />
    <p className="hint">
      <Times voice={voice} /> {voice.status === "pending" && `${t("The sample is checked first.")} `}
      {t("You can leave this page.")}
    </p>
  </div>
);
