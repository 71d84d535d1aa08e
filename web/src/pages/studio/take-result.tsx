import { useEffect } from "react";
import { problemFromFailure } from "#web/api/problem.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { SpokenResult } from "#web/components/result/spoken-result.tsx";
import { useFreshCredits } from "#web/components/use-fresh-credits.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import { TakeProgress } from "./take-progress.tsx";
import { isSettled, useTakeRequest } from "./use-take-request.ts";
import type { Take, Takes } from "#web/components/takes/use-takes.ts";

interface TakeResultProps {
  readonly requestId: string;
  /** Null for a take of an earlier visit, or of a program. */
  readonly take: Take | null;
  readonly takes: Takes;
  /** Plays it as soon as it can be heard. */
  readonly autoPlay: boolean;
}

/** Why a take has failed; null also for one that was stopped. */
function problemOf(take: Take | null, request: SpeechRequest | undefined): unknown {
  if (take !== null && take.error !== null) return take.error;
  const failure = request?.error ?? null;
  return failure === null || request?.status === "cancelled" ? null : problemFromFailure(failure);
}

/** How far a take is, or what came of it. The sound that the page holds of it is given back when this is not shown any more. */
export function TakeResult({ requestId, take, takes, autoPlay }: TakeResultProps) {
  const { request, isGone } = useTakeRequest(requestId, true);
  useFreshCredits(isSettled(request));
  const problem = problemOf(take, request);
  const { release } = takes;
  const id = take?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => release(id);
  }, [id, release]);
  // Stopping ends the sound, too. What was spoken until then is played from the store.
  const isStopped = take?.hangUp.signal.aborted === true;
  const live = isStopped ? null : (take?.live ?? null);
  const isOver = request !== undefined && request.finished_at !== null;
  const stop = take?.isSpeaking === true ? () => takes.stop(take) : null;
  if (isGone) return <p className="hint">{t("This request was deleted.")}</p>;
  return (
    <>
      {!isOver && problem === null && (
        <TakeProgress request={request} text={take?.values.text} isHeard={live !== null} onStop={stop} />
      )}
      {problem !== null && <WorkError error={problem} {...(take !== null && { retry: () => takes.retry(take) })} />}
      {request !== undefined && (live !== null || isOver) && (
        <SpokenResult
          request={request}
          live={live}
          label={
            take === null || take.letter === ""
              ? t("Synthesized speech")
              : t("Synthesized speech of voice {letter}", { letter: take.letter })
          }
          autoPlay={autoPlay && !isStopped}
        />
      )}
    </>
  );
}
