import type { Db } from "#db/schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { DomainError } from "#src/errors.ts";
import { defaultVoiceId } from "./builtin-voices.ts";
import { findVisibleVoice } from "./queries.ts";

const undetermined = "und";
const fallbackLanguage = "en";

/**
 * Chooses the voice and the language of a synthesis: what the caller named, and for what it left open the
 * voice's own language or the language's default voice, which depends on the engines.
 * @throws DomainError `voice_not_found` (foreign ones, too), `voice_not_ready`
 */
export async function findSynthesisVoice(
  { db }: { readonly db: Db },
  wanted: {
    readonly userId: string | null;
    readonly voiceId?: string | undefined;
    readonly language?: string | undefined;
    /** The engines that are offered; those of every installation when absent. */
    readonly engines?: readonly SynthesisEngineInfo[] | undefined;
  },
): Promise<{ readonly id: string; readonly language: string; readonly isCustom: boolean }> {
  const { userId, language, engines } = wanted;
  const voiceId = wanted.voiceId ?? defaultVoiceId(language ?? fallbackLanguage, engines);
  const voice = await findVisibleVoice(db, { voiceId, userId });
  if (voice === null) throw new DomainError("voice_not_found");
  if (voice.status !== "ready") throw new DomainError("voice_not_ready");
  const own = voice.language === undetermined ? fallbackLanguage : voice.language;
  return { id: voice.id, language: language ?? own, isCustom: voice.type === "custom" };
}
