import type { VoiceMatch as Match } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";
import { clarityWords, pitchWords, similarityWords } from "./match-words.ts";

interface RowProps {
  readonly name: string;
  readonly words: string;
  readonly figures: string;
}

const Row = ({ name, words, figures }: RowProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {words} <span className="hint">{figures}</span>
    </dd>
  </div>
);

/** The result of voice matching, in words and figures. */
export const VoiceMatch = ({ match }: { readonly match: Match }) => (
  <>
    {match.method === "nearest" && (
      <p className="hint">
        {t(
          "No timbre of its own passed the tests, so this is the nearest built-in voice ({voice}), brought closer to the sample. Another sample may give a better match.",
          { voice: match.base_voice },
        )}
      </p>
    )}
    <dl className="measured">
      <Row
        name={t("Similarity")}
        words={similarityWords(match.similarity)}
        figures={t("{similarity} of 1; best built-in voice: {builtin}", {
          similarity: String(match.similarity),
          builtin: String(match.builtin_similarity),
        })}
      />
      <Row
        name={t("Pitch")}
        words={pitchWords(match)}
        figures={t("{pitch} Hz; sample: {sample} Hz", {
          pitch: Math.round(match.pitch_hz),
          sample: Math.round(match.sample_pitch_hz),
        })}
      />
      <Row
        name={t("Clarity")}
        words={clarityWords(match)}
        figures={t("{clarity} of 5; sample: {sample}", {
          clarity: String(match.clarity),
          sample: String(match.sample_clarity),
        })}
      />
    </dl>
    {match.warnings.map((warning) => (
      <p key={warning} className="hint">
        {warning}
      </p>
    ))}
  </>
);
