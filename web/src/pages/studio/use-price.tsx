import type { ReactNode } from "react";
import type { SynthesisEstimate, Voice } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { Cost } from "#web/components/cost.tsx";
import { excessOf, lengthWords } from "#web/components/text-length.ts";
import { useEstimate } from "#web/components/use-estimate.ts";
import { useVoices } from "#web/components/voices/use-voices.ts";
import { t } from "#web/messages/translate.ts";
import { comparedVoices } from "./compared-voices.ts";
import type { SpeechDraft } from "./speech-draft.ts";

interface Price {
  /** The length of the text, and the cost of speaking it by each voice. */
  readonly hint: ReactNode;
  /** The excess of a text that is too long, which cannot be spoken; undefined where there is none. */
  readonly excess: string | undefined;
  /** The estimate of the first voice, as far as it is known. */
  readonly estimate: SynthesisEstimate | undefined;
  /** The language that the draft is spoken in, which the estimate finds where none is chosen. */
  readonly language: string;
  /** The voices for it. */
  readonly voices: readonly Voice[];
}

/** The price of a draft, and what speaks it. */
export function usePrice(draft: SpeechDraft): Price {
  const { text, compare } = draft;
  const limits = useLimits();
  const usage = useApi("GET /v1/usage", {});
  const limit = limits.data?.text_max_characters;
  const excess = limit === undefined ? undefined : excessOf(text, limit);
  const first = useEstimate(draft, excess === undefined);
  const language = draft.language === "" ? (first.known?.language ?? "en") : draft.language;
  const voices = useVoices(language);
  const [, voiceB] = comparedVoices(draft, voices);
  const second = useEstimate({ ...draft, voiceId: voiceB }, compare && excess === undefined);
  const length = t("{length}.", { length: lengthWords(text, limit ?? 5_000) });
  if (excess !== undefined) return { hint: length, excess, estimate: undefined, language, voices };
  const credits = first.credits + (compare ? second.credits : 0);
  const isExact = first.isExact && (!compare || second.isExact);
  const hint = (
    <>
      {length} <Cost credits={credits} remaining={usage.data?.credits.tts_remaining} isExact={isExact} />
    </>
  );
  return { hint, excess, estimate: first.known, language, voices };
}
