import { keepPreviousData } from "@tanstack/react-query";
import type { FormValues } from "#web/api/synthesize.ts";
import type { SynthesisEstimate } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { lengthOf } from "./text-length.ts";
import { useRested } from "./use-rested.ts";

/** The price of a text as far as it is known. */
interface Estimate {
  readonly credits: number;
  /** False while the credits are those of the characters alone: numbers and signs may cost more. */
  readonly isExact: boolean;
  /** True where the service could not tell the price. */
  readonly hasFailed: boolean;
  /** The estimate of the service; the last one while the next is on its way, none of a text without words. */
  readonly known: SynthesisEstimate | undefined;
}

/** Milliseconds for which the typing rests before the service is asked. */
const typingMs = 400;
const hasWords = /[\p{L}\p{N}]/u;

/** The price of speaking a text, which the service is asked for when the typing rests. */
export function useEstimate(
  { text, language, voiceId }: Pick<FormValues, "text" | "language" | "voiceId">,
  enabled = true,
): Estimate {
  const rested = useRested(text, typingMs);
  const body = {
    text: rested,
    ...(language !== "" && { language }),
    ...(voiceId !== "" && { voice_id: voiceId }),
  };
  const { data, isPlaceholderData, isError } = useApi(
    "POST /v1/speech/estimates",
    { body },
    { enabled: enabled && hasWords.test(rested), retry: false, placeholderData: keepPreviousData },
  );
  const isExact = data !== undefined && !isPlaceholderData && rested === text;
  const known = hasWords.test(text) ? data : undefined;
  return { credits: isExact ? data.credits : lengthOf(text), isExact, hasFailed: isError, known };
}
