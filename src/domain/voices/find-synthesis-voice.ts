import type { Db } from "#db/schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { DomainError } from "#src/errors.ts";
import { defaultVoiceId } from "./builtin-voices.ts";
import { requireReady } from "./outdated-voices.ts";
import { findVisibleVoice } from "./queries.ts";

const undetermined = "und";
const fallbackLanguage = "en";

/** The voice and the language of a synthesis. */
interface SynthesisVoice {
  readonly id: string;
  readonly language: string;
  readonly isCustom: boolean;
  /** The name of the engine that speaks it. */
  readonly engine: string | null;
  /** As an adjective in English; null where it is not known. */
  readonly accent: string | null;
}

/**
 * Chooses the voice and the language of a synthesis: what the caller named, and for what it left open the
 * voice's own language or the language's default voice, which depends on the engines. A voice of English speaks a text in
 * another language by the rules of that one.
 * @throws DomainError `voice_not_found` (foreign ones, too), `voice_not_ready`, `voice_outdated`
 */
export async function findSynthesisVoice(
  { db }: { readonly db: Db },
  wanted: {
    readonly userId: string | null;
    readonly voiceId?: string | undefined;
    readonly language?: string | undefined;
    /** Found in the text; null where it is plainly English, or not sure. */
    readonly textLanguage?: string | null;
    /** The engines that are offered; those of every installation when absent. */
    readonly engines?: readonly SynthesisEngineInfo[] | undefined;
  },
): Promise<SynthesisVoice> {
  const { userId, textLanguage, engines } = wanted;
  const language = wanted.language ?? (wanted.voiceId === undefined ? (textLanguage ?? undefined) : undefined);
  const voiceId = wanted.voiceId ?? defaultVoiceId(language ?? fallbackLanguage, engines);
  const voice = await findVisibleVoice(db, { voiceId, userId });
  if (voice === null) throw new DomainError("voice_not_found");
  requireReady(voice);
  const own = voice.language === undetermined ? fallbackLanguage : voice.language;
  const usual = own === fallbackLanguage ? (textLanguage ?? own) : own;
  const { id, type, engine, accent } = voice;
  return { id, language: language ?? usual, isCustom: type === "custom", engine, accent };
}
