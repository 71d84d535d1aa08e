import { useMemo } from "react";
import type { SpeechRequest } from "#web/api/types.ts";
import { useEstimate } from "#web/components/use-estimate.ts";
import { hasPlainText } from "./has-plain-text.ts";
import { isStopped, partsOfSpeech } from "./spoken-part.ts";
import { valuesOfRequest } from "./values-of-request.ts";

/** A text in its delivered part and the rest, which the price of all of it tells; known once that has come, or did not come. */
export function usePartsOfSpeech(request: Extract<SpeechRequest, { request_type: "tts" }>) {
  const hasRest = isStopped(request) && hasPlainText(request);
  const { credits, isExact, hasFailed } = useEstimate(valuesOfRequest(request), hasRest);
  const [delivered, rest] = useMemo(() => partsOfSpeech(request, credits), [request, credits]);
  return { delivered, rest, isKnown: isExact || hasFailed };
}
