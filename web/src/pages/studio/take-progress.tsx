import { useEffect, useRef, useState } from "react";
import type { SpeechRequest } from "#web/api/types.ts";
import { formatDuration, formatNumber } from "#web/format.ts";
import { lengthOf } from "#web/components/text-length.ts";
import { t } from "#web/messages/translate.ts";

interface TakeProgressProps {
  /** Undefined until the service has answered. */
  readonly request: Extract<SpeechRequest, { request_type: "tts" }> | undefined;
  /** The text while there is no request. */
  readonly text: string | undefined;
  /** Whether its beginning can be heard already. */
  readonly isHeard: boolean;
  /** Ends it; null where another page, or a program, has asked for it. */
  readonly onStop: (() => void) | null;
}

/** The pace is known after so many steps, over so many milliseconds: one sentence alone says little of the next. */
const [fewestSteps, shortestMs] = [3, 5_000];

/** The seconds until work at this percentage is done, by its pace since its first part was done; null while that is not known. */
function useSecondsLeft(percent: number): number | null {
  const first = useRef<{ readonly atMs: number; readonly percent: number } | null>(null);
  const steps = useRef(0);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (percent === 0) return;
    first.current ??= { atMs: Date.now(), percent };
    steps.current += 1;
    const [passedMs, done] = [Date.now() - first.current.atMs, percent - first.current.percent];
    if (steps.current > fewestSteps && passedMs >= shortestMs) setSeconds((passedMs * (100 - percent)) / done / 1_000);
  }, [percent]);
  return seconds;
}

/** How much of a text has been spoken, in words. `left` is the time of the rest in seconds; null while it is not known. */
function wordsOf(counts: { readonly done: string; readonly all: string }, left: number | null): string {
  if (left === null) return t("{done} of {all} characters spoken", counts);
  const time = formatDuration(Math.max(1, Math.round(left)));
  return t("{done} of {all} characters spoken, about {time} left", { ...counts, time });
}

/** The text before its first part has been counted: at its place in the queue, or at work. */
function waitingWords({ request, isHeard }: Pick<TakeProgressProps, "request" | "isHeard">, all: string): string {
  if (isHeard) return t("The first sentence can be heard. Speaking {all} characters…", { all });
  if (request?.status !== "queued") return t("Speaking {all} characters…", { all });
  const { queue_position: position } = request;
  if (position === null) return t("Waiting to speak {all} characters…", { all });
  return t("Waiting to speak {all} characters, place {place} in the queue…", { all, place: formatNumber(position) });
}

/** How much of a text has been spoken and how long the rest takes, with a way to stop. */
export function TakeProgress({ request, text = "", isHeard, onStop }: TakeProgressProps) {
  const percent = request?.progress ?? 0;
  const left = useSecondsLeft(percent);
  const characters = request?.characters ?? lengthOf(text);
  const all = formatNumber(characters);
  const done = formatNumber(Math.round((characters * percent) / 100));
  return (
    <div className="progress">
      {/* Without a value it moves by itself: nothing is counted yet. */}
      <progress {...(percent > 0 && { value: percent / 100 })} aria-label={t("Speaking")} />
      <span>{percent > 0 ? wordsOf({ done, all }, left) : waitingWords({ request, isHeard }, all)}</span>
      {onStop !== null && (
        <button type="button" className="button quiet" onClick={onStop}>
          {t("Stop")}
        </button>
      )}
      {onStop !== null && <span className="hint">{t("You can leave this page; closing the tab stops it.")}</span>}
    </div>
  );
}
