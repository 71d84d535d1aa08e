import type { Transcription } from "#web/api/types.ts";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface ChaptersProps {
  readonly chapters: Transcription["chapters"];
  readonly onSeek: (second: number) => void;
}

/** The chapters of a transcript by their typical words, where there are several; one that is pressed is gone to. */
export const Chapters = ({ chapters, onSeek }: ChaptersProps) =>
  chapters.length > 1 && (
    <section aria-label={t("Chapters")}>
      <h3>{t("Chapters")}</h3>
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
