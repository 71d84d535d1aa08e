import { Problem } from "#web/api/problem.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { progressMs } from "#web/components/requests/request-status.tsx";

/** So long after its end, in milliseconds, the sound of a stopped request may still be on its way to the store. */
const storingMs = 20_000;

/** Whether a request changes no more. What was sent of one that was stopped is stored shortly after its end. */
export function isSettled(request: SpeechRequest | undefined): boolean {
  if (request === undefined || request.finished_at === null) return false;
  const isStoring = request.status === "cancelled" && request.audio_url === null && request.credits_consumed !== 0;
  return !isStoring || Math.abs(Date.now() - Date.parse(request.finished_at)) > storingMs;
}

/** The synthesis `requestId`, which is followed until it has ended. */
export function useTakeRequest(requestId: string, enabled: boolean) {
  const { data, error } = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    {
      enabled: enabled && requestId !== "",
      retry: false,
      refetchInterval: ({ state }) => (state.error instanceof Problem || isSettled(state.data) ? false : progressMs),
    },
  );
  return {
    request: data?.request_type === "tts" ? data : undefined,
    isGone: error instanceof Problem && error.status === 404,
  };
}
