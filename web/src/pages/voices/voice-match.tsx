import type { VoiceMatch as Match } from "#web/api/types.ts";
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
        No timbre of its own passed the tests, so this is the nearest built-in voice ({match.base_voice}), brought
        closer to the sample. Another sample may give a better match.
      </p>
    )}
    <dl className="measured">
      <Row
        name="Similarity"
        words={similarityWords(match.similarity)}
        figures={`${match.similarity} of 1; best built-in voice: ${match.builtin_similarity}`}
      />
      <Row
        name="Pitch"
        words={pitchWords(match)}
        figures={`${Math.round(match.pitch_hz)} Hz; sample: ${Math.round(match.sample_pitch_hz)} Hz`}
      />
      <Row
        name="Clarity"
        words={clarityWords(match)}
        figures={`${match.clarity} of 5; sample: ${match.sample_clarity}`}
      />
    </dl>
    {match.warnings.map((warning) => (
      <p key={warning} className="hint">
        {warning}
      </p>
    ))}
  </>
);
