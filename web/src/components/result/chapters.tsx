import type { Transcription } from "#web/api/types.ts";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface ChaptersProps {
  readonly chapters: Transcription["chapters"];
  readonly onSeek: (second: number) => void;
}

/** The chapters of a transcript by their typical words; one that is pressed is gone to. */
export const Chapters = ({ chapters, onSeek }: ChaptersProps) =>
  chapters.length > 0 && (
    <section aria-label={t("Chapters")}>
      <ol>
        {chapters.map(({ start, keywords }) => (
          <li key={start}>
            <button type="button" className="button quiet" onClick={() => onSeek(start)}>
              {formatClock(start)} {keywords.join(", ")}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
