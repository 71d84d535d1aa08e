import { downloadFile } from "#web/components/download-file.ts";
import { fileNameOf } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { transcriptFormats } from "./transcript-files.ts";
import type { WordGroup } from "./word-groups.ts";

interface TranscriptDownloadsProps {
  readonly requestId: string;
  /** The name of the recording; null where it has none. */
  readonly recording: string | null;
  /** The edited transcript; null where the API has it as it is shown. */
  readonly edited: readonly WordGroup[] | null;
}

/** The transcript as files: written by the API, or by the page where it was edited. */
export const TranscriptDownloads = ({ requestId, recording, edited }: TranscriptDownloadsProps) => (
  <div className="row">
    {transcriptFormats.map(([name, format, ending, write]) =>
      edited === null ? (
        <a
          key={name}
          className="button quiet"
          href={`/v1/speech/requests/${requestId}/transcript?format=${format}`}
          download={fileNameOf(recording, ending, "transcript")}
          aria-label={t("Download as {name}", { name })}
        >
          {name}
        </a>
      ) : (
        <button
          key={name}
          type="button"
          className="button quiet"
          aria-label={t("Download as {name}", { name })}
          onClick={() =>
            downloadFile(fileNameOf(recording, ending, "transcript"), new Blob([write(edited)], { type: "text/plain" }))
          }
        >
          {name}
        </button>
      ),
    )}
  </div>
);
