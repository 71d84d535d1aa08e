import type { SpeechRequest } from "#web/api/types.ts";
import type { SpokenValues } from "#web/api/speak.ts";
import { formatCount } from "#web/format.ts";
import { aboutCredits } from "#web/components/cost.tsx";
import { usePartsOfSpeech } from "#web/components/requests/use-parts-of-speech.ts";
import { valuesOfRequest } from "#web/components/requests/values-of-request.ts";
import { useEstimate } from "#web/components/use-estimate.ts";
import { t } from "#web/messages/translate.ts";

interface ContinueTakeProps {
  readonly request: Extract<SpeechRequest, { request_type: "tts" }>;
  /** True while a take is being spoken, which may be this rest. */
  readonly isSpeaking: boolean;
  readonly onContinue: (values: SpokenValues) => void;
}

/** Speaks the rest of a text that was stopped, from what was not spoken of it, and says what that costs. */
export function ContinueTake({ request, isSpeaking, onContinue }: ContinueTakeProps) {
  const values = valuesOfRequest(request);
  const parts = usePartsOfSpeech(request);
  const text = parts.rest.trim();
  const rest = useEstimate({ ...values, text });
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const cost = rest.isExact ? formatCount(rest.credits, "credit") : aboutCredits(rest.credits);
  return (
    <button
      type="button"
      className="button quiet"
      disabled={isSpeaking || !parts.isKnown}
      onClick={() => onContinue({ ...values, text, withWords: request.words !== null })}
    >
      {t("Continue · {cost}", { cost })}
    </button>
  );
}
