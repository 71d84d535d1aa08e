import type { Voice, VoiceMatch as Match } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";
import { clarityWords, paceOf, paceWords, pitchWords, similarityWords } from "./match-words.ts";

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

/** The pace of a voice beside its sample, where words are compared. */
function PaceRow({ voice }: { readonly voice: Voice }) {
  const pace = paceOf(voice);
  if (pace === null) return null;
  const seconds = { voice: Math.round(pace.voice), sample: Math.round(pace.sample) };
  return (
    <Row
      name={t("Pace")}
      words={paceWords(pace)}
      figures={t("{voice} s for the same words; sample: {sample} s", seconds)}
    />
  );
}

interface VoiceMatchProps {
  readonly voice: Voice;
  readonly match: Match;
}

/** The result of voice matching, in words and figures. */
export const VoiceMatch = ({ voice, match }: VoiceMatchProps) => (
  <>
    {match.method === "nearest" && (
      <p className="hint">
        {t(
          "No timbre of its own passed the tests, so this is {voice}’s voice, with pitch and sound adjusted to the sample where that helps.",
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
      <PaceRow voice={voice} />
    </dl>
    {match.warnings.map((warning) => (
      <p key={warning} className="hint">
        {warning}
      </p>
    ))}
  </>
);
