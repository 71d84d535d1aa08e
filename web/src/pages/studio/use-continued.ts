import { useQueries } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import type { SpeechRequest, SpeechRequestSummary } from "#web/api/types.ts";
import { isStopped } from "#web/components/requests/spoken-part.ts";

/** The beginning of a text that is spoken, and how many characters all of it has. */
export interface SpokenText {
  readonly beginning: string;
  readonly characters: number;
}

/** Whether a text is the rest of one that was stopped. */
function isRestOf({ beginning, characters }: SpokenText, request: SpeechRequest): boolean {
  const whole = Array.from(request.text?.trimEnd() ?? "");
  return characters > 0 && characters < whole.length && whole.slice(-characters).join("").startsWith(beginning);
}

/** Finds the stopped one of these requests whose rest a text is. */
export function useContinued(
  requests: readonly SpeechRequestSummary[],
): (text: SpokenText) => SpeechRequest | undefined {
  const answers = useQueries({
    queries: requests.filter(isStopped).map(({ request_id: id }) => {
      const input = { path: { request_id: id } };
      const operation = "GET /v1/speech/requests/{request_id}";
      return { queryKey: [operation, input], queryFn: () => call(operation, input) };
    }),
  });
  return (text) => answers.map(({ data }) => data).find((request) => request !== undefined && isRestOf(text, request));
}
