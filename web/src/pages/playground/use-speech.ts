import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { problemFromFailure } from "#web/api/problem.ts";
import { type LiveSpeech, speak } from "#web/api/speak.ts";
import type { FormValues } from "#web/api/synthesize.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { invalidate, useApi } from "#web/api/use-api.ts";

const pollMs = 1_000;

/** A text that is spoken, or was before the page was left. */
export interface Speech {
  readonly start: (values: FormValues) => void;
  /** True until there is something to hear. */
  readonly waiting: boolean;
  /** True until all of it has been spoken. */
  readonly busy: boolean;
  readonly error: unknown;
  /** The request in the API; undefined before it has begun, and when it was deleted. */
  readonly request: Extract<SpeechRequest, { request_type: "tts" }> | undefined;
  /** The address under which it is heard while it is being spoken; null where it is stored only. */
  readonly live: (LiveSpeech & { readonly requestId: string }) | null;
  /** True for what was asked for since the page was opened. */
  readonly isNew: boolean;
}

const isOver = (request: SpeechRequest | undefined): boolean => typeof request?.finished_at === "string";

/** Speaks, and follows the request `requestId`, which `onRequest` is to keep. */
export function useSpeech(requestId: string, onRequest: (requestId: string) => void): Speech {
  const client = useQueryClient();
  const [live, setLive] = useState<Speech["live"]>(null);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (values: FormValues) =>
      speak(values, (id, streamed) => {
        onRequest(id);
        setLive(streamed === null ? null : { ...streamed, requestId: id });
      }),
    onSettled: () => invalidate(client, ["GET /v1/speech/requests/{request_id}", "GET /v1/usage"]),
  });
  const { data } = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    { enabled: requestId !== "", retry: false, refetchInterval: ({ state }) => (isOver(state.data) ? false : pollMs) },
  );
  const request = data?.request_type === "tts" ? data : undefined;
  const isLive = live?.requestId === requestId;
  useEffect(() => {
    if (live === null) return undefined;
    return () => URL.revokeObjectURL(live.address);
  }, [live]);
  const failure = request?.error ?? null;
  return {
    start: (values) => {
      onRequest("");
      setLive(null);
      mutate(values);
    },
    waiting: (isPending && !isLive) || (requestId !== "" && !isLive && request !== undefined && !isOver(request)),
    busy: isPending,
    error: error ?? (failure === null ? null : problemFromFailure(failure)),
    request,
    live: isLive ? live : null,
    isNew: variables !== undefined,
  };
}
