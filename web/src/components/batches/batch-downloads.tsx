import { useMutation } from "@tanstack/react-query";
import { send } from "#web/api/call.ts";
import { downloadFile } from "#web/components/download-file.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { transcriptAddress, transcriptFormats } from "#web/components/result/transcript-downloads.tsx";
import { fileNameOf } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import type { BatchResult } from "./read-batch-results.ts";
import { zipFiles } from "#web/api/zip-files.ts";

type Format = (typeof transcriptFormats)[number];

/** Fetches the transcripts, one after the other, and hands over a zip of them. @throws Problem, ConnectionError */
async function downloadAll(results: readonly BatchResult[], [, format, ending]: Format): Promise<void> {
  const files: File[] = [];
  for (const { status, request_id: id, file_name: recording } of results) {
    if (status !== "completed" || id === null) continue;
    const answer = await send(transcriptAddress(id, format), {});
    files.push(new File([await answer.blob()], fileNameOf(recording, ending, "transcript")));
  }
  downloadFile("transcripts.zip", await zipFiles(files));
}

/** All transcripts of a batch as a zip, in one of the formats; nothing before there is one. */
export function BatchDownloads({ results }: { readonly results: readonly BatchResult[] }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: (chosen: Format) => downloadAll(results, chosen) });
  if (!results.some(({ status }) => status === "completed")) return null;
  return (
    <>
      <div className="row center" role="group" aria-label={t("Download all transcripts")}>
        <span className="label">{t("Download all")}</span>
        {transcriptFormats.map((format) => (
          <button
            key={format[0]}
            type="button"
            className="button quiet"
            disabled={isPending}
            aria-label={t("Download all as {name}", { name: format[0] })}
            onClick={() => mutate(format)}
          >
            {format[0]}
          </button>
        ))}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
