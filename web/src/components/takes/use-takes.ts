import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type LiveSpeech, speak, type SpeakOptions, type SpokenValues } from "#web/api/speak.ts";
import { invalidate } from "#web/api/use-api.ts";
import { useDraftKey } from "#web/components/use-draft.ts";
import { beginUnsavedWork } from "#web/components/use-unsaved-work.ts";

/** A text as one voice speaks it, asked for since the page was loaded. */
export interface Take {
  readonly id: number;
  /** The number of the take with which it was asked for: two that are compared have the same. */
  readonly run: number;
  readonly values: SpokenValues;
  /** The letter of a voice that is compared; empty where one voice speaks. */
  readonly letter: "" | "A" | "B";
  /** The request; empty until the service has answered. */
  readonly requestId: string;
  /** The sound while this page gets it; null where it is stored only. */
  readonly live: LiveSpeech | null;
  /** True until all of it has arrived, or it was stopped. */
  readonly isSpeaking: boolean;
  /** True until the page on which it can be heard was left. */
  readonly isNew: boolean;
  readonly error: unknown;
  readonly hangUp: AbortController;
}

/** The takes of this page, newest first, and what can be done with them. */
export interface Takes {
  readonly all: readonly Take[];
  /** Speaks a text by one voice, or by each of two. */
  readonly start: (all: readonly Pick<Take, "values" | "letter">[]) => void;
  /** Speaks a take that failed once more. */
  readonly retry: (take: Take) => void;
  /** Ends what is being spoken; what was sent is kept. */
  readonly stop: (take: Take) => void;
  /** Gives back the sound that the page holds, when its player is gone. */
  readonly release: (id: number) => void;
  readonly remove: (requestId: string) => void;
}

/** A take after its end; none where it was stopped before the service had answered: the list of requests has that one. */
const ended = (take: Take): readonly Take[] =>
  take.requestId === "" && take.hangUp.signal.aborted ? [] : [{ ...take, isSpeaking: false }];

const none: readonly Take[] = [];
let count = 0;

const fresh = () => ({
  ...{ requestId: "", live: null, isSpeaking: true, isNew: true, error: null },
  hangUp: new AbortController(),
});

function released(take: Take): Take {
  if (take.live !== null) URL.revokeObjectURL(take.live.address);
  return { ...take, live: null, isNew: false };
}

/** Without those that never began, and without the sound of those that have ended: it is stored. */
const settled = (takes: readonly Take[]): readonly Take[] =>
  takes
    .filter(({ requestId, isSpeaking }) => requestId !== "" || isSpeaking)
    .map((take) => (take.isSpeaking ? take : released(take)));

/** The takes of an account, which last until the page is loaded again. */
function useStoredTakes() {
  const client = useQueryClient();
  const key = useDraftKey("takes");
  const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;
  const { data: all } = useQuery({ ...forever, queryKey: ["takes", key], queryFn: () => none, initialData: none });
  const write = useCallback(
    (change: (takes: readonly Take[]) => readonly Take[]): void =>
      void client.setQueryData<readonly Take[]>(["takes", key], (known = none) => change(known)),
    [client, key],
  );
  const patch = useCallback(
    (id: number, change: (take: Take) => Take): void =>
      write((known) => known.map((take) => (take.id === id ? change(take) : take))),
    [write],
  );
  const release = useCallback((id: number): void => patch(id, released), [patch]);
  return { all, write, patch, release };
}

/** Speaks texts. The work goes on when the page is left for another one of the account, but not when the tab is closed. */
export function useTakes(): Takes {
  const client = useQueryClient();
  const { all, write, patch, release } = useStoredTakes();
  const { mutate } = useMutation({
    mutationFn: ({ id, values, hangUp: { signal } }: Take) => {
      const onBegin: SpeakOptions["onBegin"] = (requestId, live) => patch(id, (take) => ({ ...take, requestId, live }));
      return speak(values, { signal, onBegin }).finally(beginUnsavedWork());
    },
    onError: (error, { id }) => patch(id, (take) => ({ ...take, error })),
    onSettled: async (_made, _error, { id }) => {
      write((known) => known.flatMap((take) => (take.id === id ? ended(take) : [take])));
      await invalidate(client, ["GET /v1/speech/requests/{request_id}", "GET /v1/speech/requests", "GET /v1/usage"]);
    },
  });
  return {
    all,
    start: (wanted) => {
      const run = count + 1;
      const takes = wanted.map((one, index) => ({ ...one, ...fresh(), run, id: run + index }));
      count += wanted.length;
      write((known) => [...takes, ...settled(known)]);
      for (const take of takes) mutate(take);
    },
    retry: (failed) => {
      const take = { ...failed, ...fresh() };
      patch(failed.id, () => take);
      mutate(take);
    },
    stop: ({ hangUp }) => hangUp.abort(),
    release,
    remove: (requestId) => write((known) => known.filter((take) => take.requestId !== requestId)),
  };
}
