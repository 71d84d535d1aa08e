import { useMutation } from "@tanstack/react-query";
import { send } from "#web/api/call.ts";
import type { Batch } from "#web/api/types.ts";
import { downloadFile } from "#web/components/download-file.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { transcriptAddress, transcriptFormats } from "#web/components/result/transcript-downloads.tsx";
import { fileNameOf } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { zipFiles } from "#web/api/zip-files.ts";
import { readBatchResults } from "./read-batch-results.ts";

type Format = (typeof transcriptFormats)[number];

/** Fetches the transcripts of a batch, one after the other, and hands over a zip of them. @throws Problem, ConnectionError */
async function downloadAll(batchId: string, [, format, ending]: Format): Promise<void> {
  const files: File[] = [];
  for (const { status, request_id: id, file_name: recording } of await readBatchResults(batchId)) {
    if (status !== "completed" || id === null) continue;
    const answer = await send(transcriptAddress(id, format), {});
    files.push(new File([await answer.blob()], fileNameOf(recording, ending, "transcript")));
  }
  downloadFile("transcripts.zip", await zipFiles(files));
}

/** All transcripts of a batch as a zip, in one of the formats; nothing before there is one. */
export function BatchDownloads({ batch: { batch_id: id, completed } }: { readonly batch: Batch }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: (chosen: Format) => downloadAll(id, chosen) });
  if (completed === 0) return null;
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
