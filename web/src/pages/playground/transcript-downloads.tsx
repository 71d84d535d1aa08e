import { downloadFile } from "#web/components/download-file.ts";
import { transcriptFormats } from "./transcript-files.ts";
import type { WordGroup } from "./word-groups.ts";

interface TranscriptDownloadsProps {
  readonly requestId: string;
  /** The edited transcript; null where the API has it as it is shown. */
  readonly edited: readonly WordGroup[] | null;
}

/** The transcript as files: written by the API, or by the page where it was edited. */
export const TranscriptDownloads = ({ requestId, edited }: TranscriptDownloadsProps) => (
  <div className="row">
    {transcriptFormats.map(([name, format, file, write]) =>
      edited === null ? (
        <a
          key={name}
          className="button quiet"
          href={`/v1/speech/requests/${requestId}/transcript?format=${format}`}
          download={file}
          aria-label={`Download as ${name}`}
        >
          {name}
        </a>
      ) : (
        <button
          key={name}
          type="button"
          className="button quiet"
          aria-label={`Download as ${name}`}
          onClick={() => downloadFile(file, new Blob([write(edited)], { type: "text/plain" }))}
        >
          {name}
        </button>
      ),
    )}
  </div>
);
