import { useEffect, useRef } from "react";
import { fileNameOf } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface TranscriptDownloadsProps {
  readonly requestId: string;
  /** The name of the recording; null where it has none. */
  readonly recording: string | null;
  /** False while the service does not have all corrections; a file waits for them. */
  readonly isSaved: boolean;
}

/** The formats of a transcript's download: its name, that of the API, and the ending of the file. */
export const transcriptFormats = [
  ["TXT", "text", "txt"],
  ["SRT", "srt", "srt"],
  ["VTT", "vtt", "vtt"],
  ["JSON", "json", "json"],
] as const;

/** The address of a transcript in one of them. */
export const transcriptAddress = (requestId: string, format: (typeof transcriptFormats)[number][1]): string =>
  `/v1/speech/requests/${requestId}/transcript?format=${format}`;

/** The transcript as files. */
export function TranscriptDownloads({ requestId, recording, isSaved }: TranscriptDownloadsProps) {
  const wanted = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isSaved) return;
    const link = wanted.current;
    wanted.current = null;
    link?.click();
  }, [isSaved]);
  return (
    <div className="row">
      {transcriptFormats.map(([name, format, ending]) => (
        <a
          key={name}
          className="button quiet"
          href={transcriptAddress(requestId, format)}
          download={fileNameOf(recording, ending, "transcript")}
          aria-label={t("Download as {name}", { name })}
          onClick={(event) => {
            if (isSaved) return;
            event.preventDefault();
            wanted.current = event.currentTarget;
          }}
        >
          {name}
        </a>
      ))}
    </div>
  );
}
