import type { Voice } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

interface VoiceQualityProps {
  /** Undefined until it is known. */
  readonly voice: Voice | undefined;
  /** All voices of the language. */
  readonly voices: readonly Voice[];
}

/** Says how natural the chosen voice sounds, and that there is no better one where that is so. */
export function VoiceQuality({ voice, voices }: VoiceQualityProps) {
  if (voice === undefined || voice.type === "custom") return null;
  const isNatural = voice.quality === "natural";
  const hasNatural = voices.some(({ type, quality }) => type === "builtin" && quality === "natural");
  return (
    <p className="hint">
      <span className="badge" {...(isNatural && { "data-quality": "natural" })}>
        {isNatural ? t("Natural") : t("Basic")}
      </span>{" "}
      {!isNatural &&
        (hasNatural
          ? t("It sounds robotic. Natural voices of this language are in the list.")
          : t("It sounds robotic. No natural voice of this language is installed."))}
    </p>
  );
}
