import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { type Edits, wordsText } from "./edited-transcript.ts";
import type { WordGroup } from "./word-groups.ts";

interface TranscriptEditorProps {
  /** As the API has them. */
  readonly groups: readonly WordGroup[];
  readonly edits: Edits;
  readonly onChange: (edits: Edits) => void;
  readonly onSeek: (second: number) => void;
}

/** The edits with the text of a group; the original text is none. */
function withText(edits: Edits, { first, words }: WordGroup, text: string): Edits {
  const next = new Map(edits);
  if (text === wordsText(words)) next.delete(first);
  else next.set(first, text);
  return next;
}

/** The text of each part of a transcript, to be changed; its time goes to that place of the recording. */
export const TranscriptEditor = ({ groups, edits, onChange, onSeek }: TranscriptEditorProps) => (
  <div className="words">
    {groups.map((group) => {
      const { first, start, words } = group;
      return (
        <div key={first} className="segment">
          <button
            type="button"
            className="segment-time"
            aria-label={t("Go to {time}", { time: formatClock(start) })}
            onClick={() => onSeek(start)}
          >
            {formatClock(start)}
          </button>
          <textarea
            className="input"
            rows={1}
            aria-label={t("Text at {time}", { time: formatClock(start) })}
            value={edits.get(first) ?? wordsText(words)}
            onChange={({ target }) => onChange(withText(edits, group, target.value))}
          />
        </div>
      );
    })}
  </div>
);
