import type { SynthesisEstimate } from "#web/api/types.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { languageName } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface LanguageHintProps {
  /** The language that is chosen; empty where it is found in the text. */
  readonly language: string;
  readonly estimate: SynthesisEstimate | undefined;
  readonly onSwitch: (language: string) => void;
}

const primary = (tag: string): string => tag.split("-")[0] ?? tag;

/** Says that a text seems to be in another language than the one that is chosen, or in which one it is spoken where none is. */
export function LanguageHint({ language, estimate, onSwitch }: LanguageHintProps) {
  const offered = useLimits().data?.synthesis_languages ?? [];
  if (estimate === undefined) return null;
  const { text_language: found } = estimate;
  if (language === "") {
    return <p className="hint">{t("Spoken in {language}", { language: languageName(estimate.language) })}</p>;
  }
  if (found === null || found === primary(language)) return null;
  if (!offered.some(({ tag }) => tag === found)) return null;
  return (
    <p className="hint" role="status">
      {t("This looks like {language}.", { language: languageName(found) })}{" "}
      <button type="button" className="button quiet" onClick={() => onSwitch(found)}>
        {t("Switch to {language}", { language: languageName(found) })}
      </button>
    </p>
  );
}
